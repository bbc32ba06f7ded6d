import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawExperiment, quietWorld, worlds } from '../../testing/statistics/experiment-worlds.ts'
import { normal, randomFrom } from '../../testing/statistics/random.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeBrand } from '../../testing/visibility/make-brand.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const start = Date.parse('2026-04-01')
const dayMs = 86_400_000
const isoDay = (day: number) => new Date(start + day * dayMs).toISOString().slice(0, 10)
const [treated, prompts, days] = [12, 30, 28]
const engines = ['chatgpt', 'perplexity']

const logistic = (value: number) => 1 / (1 + Math.exp(-value))

/**
 * Answers to prompts that differ, with days that move an engine.
 * @param effect share of answers that the treatment adds, 0 to 1
 */
function drawQuiet(effect: number, random: () => number) {
  const levels = Array.from({ length: prompts }, () => logistic(-0.4 + 0.8 * normal(random)))
  /** What moves an engine on a day moves both arms. */
  const swings = new Map<string, number>()
  const swingOf = (engine: string, day: number) => {
    const key = `${engine} ${day}`
    const swing = swings.get(key) ?? 0.06 * normal(random)
    swings.set(key, swing)
    return swing
  }
  let added = 0
  let counted = 0
  const shareOf = (prompt: number, engine: string, day: number) => {
    const before = Math.min(1, Math.max(0, (levels[prompt] as number) + swingOf(engine, day)))
    if (prompt >= treated || day < 0) return before
    const after = Math.min(1, before + effect)
    added += after - before
    counted += 1
    return after
  }
  const answers: Drawn[] = []
  for (let prompt = 0; prompt < prompts; prompt++)
    for (let day = -days; day < days; day++)
      for (const engine of engines)
        answers.push({ prompt, engine, day, isNamed: random() < shareOf(prompt, engine, day) })
  return { answers, truth: (100 * added) / counted }
}

/** Answers of a world of the simulations, without an effect. */
function drawWorld(name: string, random: () => number): { answers: Drawn[]; truth: number } {
  const size = { treated, controls: prompts - treated, baseline: days, after: days, engines: engines.length }
  const drawn = drawExperiment({ ...quietWorld, ...worlds[name], ...size }, random)
  const answers = drawn.flatMap(({ cells }, prompt) =>
    cells.flatMap((cell, index) =>
      Array.from(cell?.b ?? []).flatMap((count, day) =>
        Array.from({ length: count }, (_, run) => ({
          ...{ prompt, engine: engines[index] as string, day: day - days, run },
          isNamed: run < (cell?.a[day] as number),
        })),
      ),
    ),
  )
  return { answers, truth: 0 }
}

interface Drawn {
  prompt: number
  engine: string
  day: number
  run?: number
  isNamed: boolean
}

/**
 * Imports a brand's answers and judges an experiment over the API.
 * @returns the verdict, and whether the interval contains the true effect
 */
async function judge({ answers, truth }: { answers: readonly Drawn[]; truth: number }) {
  test.setNow(`${isoDay(-days - 1)}T00:00:00Z`)
  const { brandId, key } = await makeBrand(test, 'Acme')
  const ids: string[] = []
  for (let prompt = 0; prompt < prompts; prompt++)
    ids.push((await test.operate('create-prompt', { brand_id: brandId, text: `Prompt ${prompt}` })).id)
  const lines = answers.map(({ prompt, engine, day, run = 0, isNamed }) => ({
    ...{ prompt: `Prompt ${prompt}`, engine },
    executed_at: new Date(Date.parse(`${isoDay(day)}T10:00:00Z`) + run * 60_000).toISOString(),
    answer: isNamed ? 'Acme makes boots.' : 'Others make boots.',
  }))
  test.setNow(`${isoDay(-1)}T12:00:00Z`)
  const { id } = await test.operate('create-experiment', {
    ...{ brand_id: brandId, name: 'Boots', started_on: isoDay(0), ended_on: isoDay(days - 1) },
    treated_prompt_ids: ids.slice(0, treated),
    control_prompt_ids: ids.slice(treated),
  })
  test.setNow(`${isoDay(days + 1)}T00:00:00Z`)
  await test.operate('import-answers', { brand_id: brandId }, answersFile(lines))
  const { body } = await test.get(`/v1/brands/${brandId}/experiments/${id}`, key)
  const { verdict, effect: found } = body.data as { verdict: string; effect: { low: number; high: number } }
  return { verdict, isHeld: found.low <= truth && truth <= found.high }
}

it('50 experiments over the API: intervals hold the truth, and few find an effect without one', async () => {
  const random = randomFrom(50)
  const verdicts: Record<string, string[]> = { none: [], large: [] }
  let held = 0
  for (let number = 0; number < 50; number++) {
    const isLarge = number % 5 === 4
    const { verdict, isHeld } = await judge(drawQuiet(isLarge ? 0.25 : 0, random))
    verdicts[isLarge ? 'large' : 'none']?.push(verdict)
    held += Number(isHeld)
  }
  console.log(`${held} of 50 intervals hold the truth`, verdicts)
  // Of 50 intervals at 95%, fewer than 43 hold the truth once in 700 such runs; of 40 tests at 5%, more than 6 fail once in 300.
  expect(held).toBeGreaterThanOrEqual(43)
  expect(verdicts.none?.filter((verdict) => verdict !== 'no_clear_effect').length).toBeLessThanOrEqual(6)
  expect(verdicts.large?.filter((verdict) => verdict === 'worked').length).toBeGreaterThanOrEqual(8)
})

it('4 experiments in each of 15 worlds over the API hold the truth', async () => {
  const random = randomFrom(15)
  const missed: string[] = []
  for (const name of Object.keys(worlds))
    for (let time = 0; time < 4; time++) {
      const { isHeld } = await judge(drawWorld(name, random))
      if (!isHeld) missed.push(name)
    }
  console.log(`${60 - missed.length} of 60 intervals hold the truth`, missed)
  // Of 60 intervals at 95%, more than 8 miss the truth once in 200 such runs.
  expect(missed.length).toBeLessThanOrEqual(8)
})
