import { describe, expect, it } from 'vitest'
import { t975, twoSidedP } from './distributions.ts'
import {
  type RatioKind,
  type RatioSums,
  ratioIntervals,
  residualsByDay,
  topicSums,
  zeroTests,
} from './ratio-interval.ts'

const visibility: RatioKind = { kind: 'share', priorLikeness: 0.4, wilsonBelow: 1 }
const marketShare: RatioKind = { kind: 'share', priorLikeness: 0.15, wilsonBelow: 0.1 }
const rank: RatioKind = { kind: 'mean', min: 1, max: 9 }

/** Returns the sums of clusters of equal size. */
function equalClusters(named: readonly number[], answersEach: number, more: Partial<RatioSums> = {}): RatioSums {
  const clusters = named.length
  const [h, c] = [1 / clusters, clusters / (clusters - 1)]
  const a = named.reduce((all, value) => all + value, 0)
  return {
    a,
    b: clusters * answersEach,
    answers: clusters * answersEach,
    clusters,
    caa: c * named.reduce((all, value) => all + value ** 2, 0),
    cab: c * a * answersEach,
    cbb: c * clusters * answersEach ** 2,
    h2: clusters * h ** 2,
    h2c: clusters * h ** 2 * c,
    h4c2: clusters * h ** 4 * c ** 2,
    h4: clusters * h ** 4,
    withSome: named.filter((value) => value > 0).length,
    withoutAll: named.filter((value) => value < answersEach).length,
    withinCells: 0,
    singleCells: 0,
    aa: a,
    ab: a,
    bb: clusters * answersEach,
    topics: null,
    days: 30,
    uu: 0,
    history: 84,
    swings: null,
    ...more,
  }
}

describe('the interval for prompts like these', () => {
  it('extends to 17% if none of 900 answers to 10 prompts mention the entity', () => {
    // deff = 1 + (90 − 1)·0.4 = 36.6, n = 24.59, t(9) = 2.2622: t²/n / (1 + t²/n) = 0.1723
    const { promptsLikeThese } = ratioIntervals(equalClusters(Array(10).fill(0), 90), visibility)
    expect(promptsLikeThese?.low).toBe(0)
    expect(promptsLikeThese?.high).toBeCloseTo(0.1723, 4)
  })

  it('matches the interval of the mean for equal clusters if nothing else varies', () => {
    // V = 5/4·(9 + 1 + 0 + 1 + 9)/50² = 0.01, 4 degrees of freedom
    const { value, promptsLikeThese } = ratioIntervals(equalClusters([2, 4, 5, 6, 8], 10), marketShare)
    expect(value).toBe(0.5)
    expect(promptsLikeThese?.low).toBeCloseTo(0.5 - 0.277645, 6)
    expect(promptsLikeThese?.high).toBeCloseTo(0.5 + 0.277645, 6)
  })

  it('adds day-to-day variance beyond the noise of single runs', () => {
    // V_D = 4/3·30/50² = 0.016, V_W = 15/50² = 0.006: V = 0.02, df = 0.0004/(0.0001/4 + 0.0001/3) = 6.857
    const sums = equalClusters([2, 4, 5, 6, 8], 10, { days: 4, uu: 30, withinCells: 15 })
    const { promptsLikeThese, thesePrompts } = ratioIntervals(sums, { kind: 'mean', min: 0, max: 1 })
    expect(promptsLikeThese?.high).toBeCloseTo(0.5 + t975(0.0004 / (0.0001 / 4 + 0.0001 / 3)) * Math.sqrt(0.02), 10)
    expect(thesePrompts?.high).toBeCloseTo(0.5 + 3.182446305 * Math.sqrt(0.016), 8)
  })

  it('shrinks the design effect of visibility toward the prior', () => {
    // In some, not all, answers of all five: K = 5, w = 1/2. V = 0.01: 0.01·50/0.25 = 2; 1 + (10 − 1)·0.4 = 4.6
    const n = 50 / (0.5 * 2 + 0.5 * 4.6)
    const t = t975(4)
    const half = (t * Math.sqrt(0.25 / n + (t * t) / (4 * n * n))) / (1 + (t * t) / n)
    const { promptsLikeThese } = ratioIntervals(equalClusters([2, 4, 5, 6, 8], 10), visibility)
    expect(promptsLikeThese?.high).toBeCloseTo(0.5 + half, 10)
  })

  it('is limited to possible values', () => {
    const sums = equalClusters([10, 10, 10, 10, 16], 10)
    expect(ratioIntervals(sums, rank).promptsLikeThese?.low).toBe(1)
  })
})

describe('topics', () => {
  // Ten prompts with ten answers each in five topics of two prompts, which agree within topics.
  const named = [1, 1, 3, 3, 5, 5, 7, 7, 9, 9]
  const clusters = named.map((a) => ({ a, b: 10 }))
  const topics = (size: number) =>
    topicSums(
      clusters,
      clusters.map((_, prompt) => Math.floor(prompt / size)),
    )

  it('use the larger variance: between topics if their prompts are similar', () => {
    // V_P = 10/9·80/100² = 0.0088889, V_T = 5/4·160/100² = 0.02 with 4 degrees of freedom
    const { promptsLikeThese } = ratioIntervals(equalClusters(named, 10, { topics: topics(2) }), marketShare)
    expect(promptsLikeThese?.high).toBeCloseTo(0.5 + t975(4) * Math.sqrt(0.02), 10)
  })

  it('raise the prior likeness of visibility', () => {
    // Mentioned by 0 of 10: w = 0. deff = (1 + 9·0.4)·(1 + 0.3·(0.2/0.1 − 1)) = 5.98
    const none = Array(10).fill(0)
    const square = t975(9) ** 2 / (100 / 5.98)
    const sums = equalClusters(none, 10, { topics: topics(2) })
    expect(ratioIntervals(sums, visibility).promptsLikeThese?.high).toBeCloseTo(square / (1 + square), 10)
  })

  it('are not used below five, and a prompt without a topic is its own topic', () => {
    expect(topics(3)).toBeNull()
    expect(topics(1)).toBeNull()
    const some = clusters.map((_, prompt) => (prompt < 6 ? Math.floor(prompt / 2) : undefined))
    expect(topicSums(clusters, some)).toBeNull()
    const five = clusters.map((_, prompt) => (prompt < 6 ? Math.min(prompt, 4) : undefined))
    expect(topicSums(clusters, five)?.h2).toBeCloseTo(4 * 0.01 + 0.04 + 4 * 0.01, 12)
  })
})

describe('the interval for these prompts', () => {
  it('uses the swings of history and period instead of the days of the period', () => {
    const swings = { variance: 0.004, df: 8 }
    const sums = equalClusters([2, 4, 5, 6, 8], 10, { uu: 30, withinCells: 15, swings })
    const { promptsLikeThese, thesePrompts } = ratioIntervals(sums, { kind: 'mean', min: 0, max: 1 })
    expect(thesePrompts?.high).toBeCloseTo(0.5 + t975(8) * Math.sqrt(0.004), 10)
    // V_W = 15/50² = 0.006 exceeds the variance of the days: nothing is added to V_P = 0.01.
    expect(promptsLikeThese?.high).toBeCloseTo(0.5 + t975(4) * 0.1, 10)
  })

  it('is the Wilson interval if all or no answers mention the entity', () => {
    // Wilson, z = 1.96: z²/(n + z²) = 3.8415/903.8415
    const { thesePrompts } = ratioIntervals(equalClusters(Array(10).fill(0), 90), visibility)
    expect(thesePrompts?.high).toBeCloseTo(3.841459 / 903.841459, 8)
  })

  it('has a minimum width on a single day', () => {
    // V_W = 20/50² = 0.008, floor 0.05·0.25² = 0.003125: n = 0.25/0.011125 = 22.4719, t(60) = 2.0002978
    const sums = equalClusters([2, 4, 5, 6, 8], 10, { days: 1, withinCells: 20 })
    const square = 2.000297822 ** 2 / (0.25 / 0.011125)
    const half = Math.sqrt(square * (0.25 + square / 4)) / (1 + square)
    expect(ratioIntervals(sums, visibility).thesePrompts?.high).toBeCloseTo(0.5 + half, 8)
  })
})

describe('a missing interval', () => {
  const reason = (sums: RatioSums, kind: RatioKind) => ratioIntervals(sums, kind).reason
  it('has a reason', () => {
    expect(reason(equalClusters([2, 4, 5, 6], 10), visibility)).toBe('few_prompts')
    expect(reason(equalClusters([2, 4, 5, 6, 8], 10), visibility)).toBeNull()
    expect(reason(equalClusters([2, 4, 5, 6, 8], 10, { days: 1 }), rank)).toBe('one_day')
    expect(reason(equalClusters([10, 10, 10, 10, 10], 10), rank)).toBe('few_prompts')
    const single = { a: 3, b: 10, clusters: 1, caa: 0, cab: 0, cbb: 0 }
    expect(reason(equalClusters([2, 4], 10, single), visibility)).toBe('one_prompt')
    expect(reason(equalClusters([0, 0], 0), rank)).toBe('not_named')
    expect(reason(equalClusters([2, 4, 5, 6, 8], 10, { history: 14 }), visibility)).toBeNull()
    expect(reason(equalClusters([2, 4, 5, 6, 8], 10, { history: 13 }), visibility)).toBe('short_history')
    expect(reason(equalClusters([2, 4, 5, 6], 10, { history: 13 }), visibility)).toBe('few_prompts')
  })
})

it('compares days with the expectation per engine, so that missing engines make no difference', () => {
  const sums = [
    { engine: 'chatgpt', day: 'first', a: 6, b: 10 },
    { engine: 'chatgpt', day: 'second', a: 4, b: 10 },
    { engine: 'gemini', day: 'second', a: 1, b: 20 },
    { engine: 'gemini', day: 'third', a: 0, b: 0 },
  ]
  const residuals = residualsByDay(sums)
  const days = residuals.length
  const uu = residuals.reduce((all, u) => all + u * u, 0)
  expect(days).toBe(2)
  expect(uu).toBeCloseTo(1 + 1, 12)
})

it('tests whether a ratio is 0 with the t of either interval', () => {
  const sums = equalClusters([2, 4, 5, 6, 8], 10, { swings: { variance: 0.04, df: 8 }, withinCells: 125 })
  const tests = zeroTests(sums, { kind: 'mean', min: -1, max: 1 })
  expect(tests.thesePrompts).toBeCloseTo(twoSidedP(0.5 / 0.2, 8), 12)
  // V_P = 0.01 only, because V_W = 125/50² = 0.05
  expect(tests.promptsLikeThese).toBeCloseTo(twoSidedP(5, 4), 12)
  const few = equalClusters([2, 4, 5, 6], 10)
  expect(zeroTests(few, { kind: 'mean', min: -1, max: 1 }).promptsLikeThese).toBeNull()
})
