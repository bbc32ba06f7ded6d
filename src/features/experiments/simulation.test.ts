import { afterAll, beforeAll, expect } from 'vitest'
import { longTest } from '../../testing/forms.ts'
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
 * Imports a brand's answers and judges an experiment over the API.
 * @param effect share of answers that the treatment adds, 0 to 1
 * @returns the verdict, and whether the interval contains the true effect
 */
async function runExperiment(effect: number, random: () => number) {
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
  test.setNow(`${isoDay(-days - 1)}T00:00:00Z`)
  const { brandId, key } = await makeBrand(test, 'Acme')
  const ids: string[] = []
  for (let prompt = 0; prompt < prompts; prompt++)
    ids.push((await test.operate('create-prompt', { brand_id: brandId, text: `Prompt ${prompt}` })).id)
  const lines = ids.flatMap((_, prompt) =>
    Array.from({ length: 2 * days }, (_, index) => index - days).flatMap((day) =>
      engines.map((engine) => ({
        prompt: `Prompt ${prompt}`,
        engine,
        executed_at: `${isoDay(day)}T10:00:00Z`,
        answer: random() < shareOf(prompt, engine, day) ? 'Acme makes boots.' : 'Others make boots.',
      })),
    ),
  )
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
  const truth = (100 * added) / counted
  return { verdict, isHeld: found.low <= truth && truth <= found.high }
}

longTest('50 experiments over the API: intervals hold the truth, and few find an effect without one', async () => {
  const random = randomFrom(50)
  const verdicts: Record<string, string[]> = { none: [], large: [] }
  let held = 0
  for (let number = 0; number < 50; number++) {
    const isLarge = number % 5 === 4
    const { verdict, isHeld } = await runExperiment(isLarge ? 0.25 : 0, random)
    verdicts[isLarge ? 'large' : 'none']?.push(verdict)
    held += Number(isHeld)
  }
  console.log(`${held} of 50 intervals hold the truth`, verdicts)
  // Of 50 intervals at 95%, fewer than 43 hold the truth once in 700 such runs; of 40 tests at 5%, more than 6 fail once in 300.
  expect(held).toBeGreaterThanOrEqual(43)
  expect(verdicts.none?.filter((verdict) => verdict !== 'no_clear_effect').length).toBeLessThanOrEqual(6)
  expect(verdicts.large?.filter((verdict) => verdict === 'worked').length).toBeGreaterThanOrEqual(8)
})
