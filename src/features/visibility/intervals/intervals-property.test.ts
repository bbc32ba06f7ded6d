import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inForm } from '../../../testing/forms.ts'
import { referenceParts } from '../../../testing/statistics/reference-parts.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { buildFixture } from '../../../testing/visibility/build-fixture.ts'
import { contextOf } from '../../../testing/visibility/context-of.ts'
import { addCompetitor, beforeHistoryIsRead } from '../../../testing/visibility/make-brand.ts'
import { type Fixture, fixture, lastDay } from '../../../testing/visibility/random-fixture.ts'
import type { ReferenceAnswer, ReferenceBrand, ReferenceRequest } from '../../../testing/visibility/reference-brand.ts'
import {
  type ReferenceEstimate,
  referenceEstimate,
  referencePooled,
  referenceTest,
} from '../../../testing/visibility/reference-changes.ts'
import {
  referenceHistory,
  referenceIntervals,
  referenceLeads,
} from '../../../testing/visibility/reference-intervals.ts'
import { isWithin, matches, periodOf } from '../../../testing/visibility/reference-ranking.ts'
import { sameNumbers } from '../../../testing/visibility/same-numbers.ts'
import { readChanges } from '../changes/read-changes.ts'
import { readTopics } from '../view/topic-tree.ts'
import { openView } from '../view/view.ts'
import { leadVerdicts } from './leads.ts'
import { readIntervals } from './list-visibility-intervals.ts'
import { readVariance } from './read-variance.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const brands = Number(process.env.TEST_RUNS ?? inForm(3, 300))
/** Answer counts of the brands: none, few, and enough for every case. */
const sizes = [
  { min: 0, max: 2 },
  { min: 3, max: 12 },
  { min: 30, max: 80 },
  { min: 40, max: 120 },
  { min: 100, max: 200 },
  { min: 350, max: 400 },
]
let test: TestApp

beforeAll(async () => {
  console.log(`intervals-property: TEST_SEED=${seed}`)
  test = await startTestApp()
  test.setNow(`${lastDay}T12:00:00Z`)
})
afterAll(() => test.close())

const requests: (ReferenceRequest & { steps?: string[] })[] = [
  {},
  { engine: ['chatgpt'] },
  { country: ['US', 'DE'], start_date: '2026-01-05' },
  { end_date: lastDay, start_date: lastDay },
  { start_date: '2026-02-27', steps: ['2026-01-20', '2026-02-28'] },
]

/** Compares what production computes of a brand with the plain implementation, and notes the brand's cases. */
type Look = (number: number, brand: ReferenceBrand, note: (what: string) => void) => Promise<void>

/**
 * Checks random brands, some while a competitor is being read, until every case in `requiredCases` has occurred.
 * @param looks run on the same brands, as building one takes longer than most of them
 */
async function onRandomBrands(requiredCases: readonly string[], looks: readonly Look[]): Promise<void> {
  const seen = new Set<string>()
  const note = (what: string) => seen.add(what)
  const isMissing = () => requiredCases.some((what) => !seen.has(what))
  for (let number = 0; number < brands || (number < inForm(0, 20 * brands) && isMissing()); number++) {
    const size = sizes[number % sizes.length] as { min: number; max: number }
    const [sample] = fc.sample(fixture(size), { seed: seed + number, numRuns: 1 }) as [Fixture]
    // Random answers almost never all name the same entity.
    if (number % 4 === 3) for (const { words } of sample.answers) words.unshift(sample.brandName)
    const { brand } = await buildFixture(test, sample)
    const checkBrand = async () => {
      for (const look of looks) await look(number, brand, note)
    }
    // Without answers there is no history, and a competitor is read immediately.
    if (number % 3 === 1 && sample.answers.length > 0)
      await beforeHistoryIsRead(test, brand.id, async () => {
        await addCompetitor(test, brand.id, 'Newcomer')
        await checkBrand()
      })
    else await checkBrand()
  }
  for (const what of inForm([], requiredCases)) expect(seen, what).toContain(what)
}

/** Notes properties of the answers that figures may handle badly. */
function noteAnswers(answers: readonly ReferenceAnswer[], note: (what: string) => void): void {
  const prompts = [...Map.groupBy(answers, ({ asked }) => asked).values()].map(({ length }) => length)
  if (prompts.length === 0) note('no answers')
  if (prompts.length === 1) note('one prompt')
  if (new Set(prompts).size > 1) note('unequal counts')
  if (answers.some(({ prompt }) => prompt === undefined)) note('deleted')
}

const ofAnswers = ['no answers', 'one prompt', 'unequal counts', 'deleted', 'being read']

const changeCases = ['no_detectable_change', 'not_comparable', '0%', '100%', 'no answer names it', 'history']

/** Tests of changes. */
const checkChanges: Look = async (number, brand, note) => {
  const figures = ['visibility_pct', 'market_share_pct', 'sentiment_score', 'avg_rank'] as const
  const units = { visibility_pct: 100, market_share_pct: 100, sentiment_score: 1, avg_rank: 1 }
  const ctx = await contextOf(test, brand.id)
  const before = { start_date: '2026-01-20', end_date: '2026-02-09' }
  const view = await openView(ctx, { start_date: '2026-02-10', end_date: lastDay }, undefined)
  for (const dimension of [undefined, 'engine', 'market'] as const) {
    const { rows } = await readChanges(ctx, {}, view, before, dimension, { roots: [], steps: [] })
    const answersIn = (period: { start_date: string; end_date: string }, name: string | null) =>
      brand.answers.filter(
        (answer) =>
          isWithin(answer.day, period) &&
          (dimension === undefined || name === (dimension === 'engine' ? answer.engine : answer.country)),
      )
    // History counts only engines and markets of both periods, over 84 days.
    const asked = answersIn({ start_date: before.start_date, end_date: view.period.end_date }, null)
    const known = (of: 'engine' | 'country') =>
      new Set(
        (dimension === undefined
          ? asked
          : brand.answers.filter((one) => isWithin(one.day, before) || isWithin(one.day, view.period))
        ).map((one) => one[of]),
      )
    const [engines, countries] = [known('engine'), known('country')]
    const estimates = new Map(
      rows.flatMap((row) => {
        if (!row.entity.isRead) return []
        const periods = [answersIn(before, row.segment.name), answersIn(view.period, row.segment.name)] as const
        const past = answersIn({ start_date: '2025-01-01', end_date: '2026-01-19' }, row.segment.name)
        const history = past.filter(({ engine, country }) => engines.has(engine) && countries.has(country))
        return figures.map((figure) => [
          `${figure} ${row.segment.name} ${row.entity.id}`,
          periods[0].length === 0 || periods[1].length === 0
            ? null
            : referenceEstimate(brand, figure, row.entity.id, periods, history),
        ])
      }) as [string, ReferenceEstimate | null][],
    )
    for (const figure of figures) {
      const list = [...estimates].flatMap(([key, one]) => (one !== null && key.startsWith(figure) ? [one] : []))
      const least = referencePooled(list)
      for (const { entity, segment, figures: own, parts } of rows) {
        if (!entity.isRead) {
          note('being read')
          continue
        }
        const { matched, values, verdict } = own[figure]
        note(verdict)
        const estimate = estimates.get(`${figure} ${segment.name} ${entity.id}`) ?? null
        if (estimate?.hasHistory) note('history')
        const expected = estimate === null ? null : referenceTest(estimate, least)
        const label = `brand ${number}, ${figure}, ${segment.name}, ${entity.name}`
        expect(matched === null, label).toBe(expected === null)
        if (matched !== null && expected !== null) {
          expect(matched.value / units[figure], label).toBeCloseTo(expected.value, 9)
          // Production reads the correlation of days from a table; the reference uses bisection.
          expect(matched.pValue, label).toBeCloseTo(expected.pValue, 2)
          expect(matched.interval === null, label).toBe(expected.interval === null)
        }
        if (figure !== 'visibility_pct') continue
        noteAnswers(answersIn(before, segment.name), note)
        if (matched !== null && values[1] === 100) note('100%')
        if (matched !== null && values[1] === 0) note('0%')
        if (matched?.pValue === 1) note('no answer names it')
        if (parts === null) continue
        const sum = Object.values(parts).reduce((all, part) => all + part, 0)
        expect(Math.abs(100 * sum - ((values[1] ?? 0) - (values[0] ?? 0)))).toBeLessThan(1e-9)
      }
    }
  }
}

const intervalFigures = ['visibility_pct', 'market_share_pct', 'sentiment_score', 'avg_rank']
const reasons = ['few_prompts', 'one_prompt', 'not_named', 'short_history'].map((reason) => `avg_rank ${reason}`)
const complete = intervalFigures.map((name) => `${name} null`)
const ofHistory = ['no history', 'long history', 'the same prompts', 'other prompts', 'five topics']
const intervalCases = [...ofHistory, ...complete, ...reasons, '0%', '100%']

/** Intervals and leads. */
const checkIntervals: Look = async (number, brand, note) => {
  const ctx = await contextOf(test, brand.id)
  const topics = await readTopics(ctx.services, ctx.brand, ctx.brand.last_prompt)
  for (const { steps = [], ...request } of requests) {
    const view = await openView(ctx, request, undefined)
    const days = daysOf(brand, request, steps)
    noteAnswers(days.period, note)
    noteHistory(days, note)
    const found = await readIntervals(ctx, view, topics, steps)
    if (found.topics >= 5) note('five topics')
    expect(found.answers).toBe(days.period.length)
    expect(found.prompts).toBe(new Set(days.period.map(({ asked }) => asked)).size)
    expect(found.days).toBe(new Set(days.period.map(({ day }) => day)).size)
    const read = found.rows.filter(({ entity }) => entity.isRead)
    expect(read).toHaveLength(brand.entities.length)
    if (read.length < found.rows.length) note('being read')
    for (const { entity, figures } of read) {
      const expected = referenceIntervals(brand, days, entity.id)
      sameNumbers(figures, expected, `brand ${number}, ${JSON.stringify(request)}, ${entity.name}:`)
      for (const [name, { value, promptsLikeThese, reason }] of Object.entries(figures)) {
        note(`${name} ${reason}`)
        if (promptsLikeThese === null || name !== 'visibility_pct') continue
        if (value === 0 || value === 100) note(`${value}%`)
      }
    }
    const leads = referenceLeads(brand, days)
    for (const { entity, lead } of found.rows) {
      const path = `brand ${number}, ${JSON.stringify(request)}, ${entity.name}:`
      if (entity.isRead) sameNumbers(lead, leads.get(entity.id), path)
      if (lead !== undefined) note(lead.isReal ?? 'untested')
    }
  }
}

/** The answers of a request, and those of the days before it. */
function daysOf(brand: ReferenceBrand, request: (typeof requests)[number], steps: readonly string[]) {
  const matching = brand.answers.filter((answer) => matches(brand, answer, request))
  const period = periodOf(request, lastDay)
  return {
    period: matching.filter(({ day }) => isWithin(day, period)),
    history: referenceHistory(matching, period.start_date, steps),
  }
}

function noteHistory({ period, history }: ReturnType<typeof daysOf>, note: (what: string) => void): void {
  const prompts = [period, history].map((answers) => new Set(answers.map(({ asked }) => asked)))
  const [own = new Set(), before = new Set()] = prompts
  if (history.length === 0) note('no history')
  else note(own.symmetricDifference(before).size === 0 ? 'the same prompts' : 'other prompts')
  if (new Set(history.map(({ day }) => day)).size >= 56) note('long history')
}

const varianceCases = ['few_days', 'few_prompts', 'taken apart']

/** Parts of variances. */
const checkVariances: Look = async (number, brand, note) => {
  const ctx = await contextOf(test, brand.id)
  for (const request of [{ start_date: '2025-12-20', end_date: lastDay }, { engine: ['chatgpt'] }]) {
    const answers = brand.answers.filter(
      (answer) => isWithin(answer.day, periodOf(request, lastDay)) && matches(brand, answer, request),
    )
    const days = [...new Set(answers.map(({ day }) => day))].sort()
    const found = await readVariance(ctx, await openView(ctx, request, undefined), [])
    expect(found).toMatchObject({ answers: answers.length, days: days.length })
    const expected = referenceParts(
      answers.map(({ asked, engine, day, mentions }) => ({
        ...{ cluster: asked, prompt: asked, engine, day },
        later: day >= (days[Math.floor(days.length / 2)] as string),
        isNamed: mentions.some(({ entityId }) => entityId === brand.id),
      })),
    )
    sameNumbers(found.parts, expected, `brand ${number}, ${JSON.stringify(request)}:`)
    note(typeof expected === 'string' ? expected : 'taken apart')
  }
}

it('computes intervals, changes, leads and variances as the plain implementation does, on random brands', () =>
  onRandomBrands(
    [...ofAnswers, ...intervalCases, ...changeCases, ...leadVerdicts, 'untested', ...varianceCases],
    [checkIntervals, checkChanges, checkVariances],
  ))
