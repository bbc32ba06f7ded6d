import { describe, expect, it } from 'vitest'
import { type ChangePart, changeInput } from '../../testing/statistics/change-input.ts'
import { randomFrom } from '../../testing/statistics/random.ts'
import { dayMoments } from './day-model.ts'
import { twoSidedP } from './distributions.ts'
import { findDrivers } from './drivers.ts'
import { explainChange, openPanel, type PlannedStratum } from './explained-change.ts'
import { type ChangeEstimate, estimateChange, testChange } from './matched-change.ts'
import { benjaminiHochberg, roundToTotal } from './multiplicity.ts'
import { matchCells, type Pair, type PanelCell, pairOf } from './panel.ts'

/** Ten answers per prompt, one per day of the period; `named` of each ten mention the entity. */
const answersOf = (prompt: number, named: number, offset = 0): ChangePart[] =>
  Array.from({ length: 10 }, (_, day) => ({
    prompt,
    engine: 1,
    day: offset + day,
    // Staggered by prompt, so that the daily totals hardly differ.
    a: Number((day * 7 + prompt * 3) % 10 < named),
    b: 1,
  }))

const periodsOf = (named: readonly (readonly [before: number, after: number])[]) =>
  [0, 1].map((period) => named.flatMap((pair, prompt) => answersOf(prompt, pair[period as 0 | 1], 10 * period))) as [
    ChangePart[],
    ChangePart[],
  ]

const five = [5, 7, 7, 7, 9].map((after) => [5, after] as const)

describe('a change for the same prompts on the same engines in the same markets', () => {
  it('is tested over prompts', () => {
    // Changes in the shares: 0, 0.2, 0.2, 0.2, 0.4. V_P = 5/4·2·0.04/25 = 0.004, 4 degrees of freedom.
    const estimate = estimateChange(changeInput(periodsOf(five)))
    expect(estimate).toMatchObject({
      value: expect.closeTo(0.2, 12),
      between: expect.closeTo(0.004, 12),
      df: expect.closeTo(4, 12),
      noise: expect.closeTo((0.04 * (5 * 0.25 + 0.25 + 3 * 0.21 + 0.09)) / 9, 12),
    })
    const withoutSwings = { ...estimate, moments: dayMoments([]) } as ChangeEstimate
    const change = testChange(withoutSwings, 0)
    // The noise of single answers, 0.0099, exceeds the variance between prompts.
    expect(change?.pValue).toBeCloseTo(twoSidedP(0.2 / Math.sqrt(withoutSwings.noise), withoutSwings.df), 10)
  })

  it('includes day-to-day swings in the variance', () => {
    const input = changeInput(periodsOf(five))
    const history = {
      deviations: [1, 1, 1, -1, -1, -1, 0.8, 0.8, 0.8, -0.8, -0.8, -0.8],
      answersPerDay: 5,
    }
    const withoutHistory = testChange(estimateChange(input) as ChangeEstimate, 0)
    const withHistory = testChange(estimateChange({ ...input, history }) as ChangeEstimate, 0)
    expect(withHistory?.pValue).toBeGreaterThan(withoutHistory?.pValue ?? 1)
  })

  it('is not affected by an added market', () => {
    const [before, after] = periodsOf([5, 5, 5, 5, 5].map((same) => [same, same] as const))
    const added = after.map((part) => ({ ...part, market: 2, a: 0 }))
    expect(testChange(estimateChange(changeInput([before, [...after, ...added]])) as ChangeEstimate, 0)?.value).toBe(0)
  })

  it('weights cells by their mean share of the answers in both periods', () => {
    const uneven: PanelCell[] = [
      { prompt: 1, engine: 'chatgpt', market: 'US', n: [10, 30] },
      { prompt: 1, engine: 'gemini', market: 'US', n: [30, 10] },
      { prompt: 2, engine: 'gemini', market: 'US', n: [0, 40] },
    ]
    expect(matchCells(uneven).map(({ weight }) => weight)).toEqual([
      expect.closeTo((10 / 40 + 30 / 80) / (10 / 40 + 30 / 80 + 30 / 40 + 10 / 80), 12),
      expect.closeTo((30 / 40 + 10 / 80) / (10 / 40 + 30 / 80 + 30 / 40 + 10 / 80), 12),
    ])
  })

  it('is not tested with fewer than five prompts', () => {
    expect(estimateChange(changeInput(periodsOf(five.slice(1))))).toBeNull()
  })

  it('is 0 without mentions', () => {
    const estimate = estimateChange(changeInput(periodsOf(five.map(() => [0, 0] as const))))
    expect(testChange(estimate as ChangeEstimate, 0)).toEqual({ value: 0, interval: null, pValue: 1 })
  })

  it('is tested as if each prompt had one answer if all prompts change by the same amount', () => {
    // p̄ = 0.5: V = 2·0.25/5 = 0.1
    const estimate = estimateChange(changeInput(periodsOf(five.map(() => [0, 10] as const))))
    const change = testChange(estimate as ChangeEstimate, 0)
    expect(change?.pValue).toBeCloseTo(twoSidedP(1 / Math.sqrt(0.1), 4), 10)
  })
})

describe('the parts of a change', () => {
  const randomPanel = (random: () => number) => {
    const engines = ['chatgpt', 'gemini', 'claude', 'copilot'].slice(0, 1 + Math.floor(random() * 4))
    const markets = ['US', 'DE', 'FR'].slice(0, 1 + Math.floor(random() * 3))
    const zeroes = random()
    const count = () => (random() < zeroes ? 0 : Math.floor(random() * 40))
    const strata = engines.flatMap((engine) => markets.map((market) => ({ engine, market })))
    const cells = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, prompt) =>
      strata.map((stratum): PanelCell => ({ prompt, ...stratum, n: [count(), count()] })),
    ).flat()
    const named = cells.map(({ n }) => n.map((all) => Math.floor(random() * (all + 1))) as [number, number])
    const plans: PlannedStratum[] =
      random() < 0.3 ? [] : strata.map((stratum) => ({ ...stratum, runs: [count(), count()] }))
    return { cells, named, plans, others: new Set(engines.filter(() => random() < 0.3)) }
  }
  const total = (values: readonly Pair[], period: 0 | 1) => values.reduce((all, pair) => all + pair[period], 0)

  it('sum to the change on 3000 random panels, even if rounded', () => {
    const random = randomFrom(11)
    for (let tried = 0; tried < 3000; ) {
      const { cells, named, plans, others } = randomPanel(random)
      const answers = cells.map(({ n }) => n)
      if (total(answers, 0) === 0 || total(answers, 1) === 0) continue
      tried += 1
      const change = total(named, 1) / total(answers, 1) - total(named, 0) / total(answers, 0)
      const parts = Object.values(explainChange(openPanel(cells, plans, others), named))
      const sum = (values: readonly number[]) => values.reduce((all, part) => all + part, 0)
      expect(Math.abs(sum(parts) - change)).toBeLessThan(1e-12)
      const shown = Math.round(change * 1e4) + 0
      const rounded = roundToTotal(
        parts.map((part) => part * 100),
        shown / 100,
        2,
      )
      expect(Math.round(sum(rounded) * 100) + 0).toBe(shown)
      rounded.forEach((part, index) => {
        expect(Math.abs(part - (parts[index] as number) * 100)).toBeLessThan(0.0101)
      })
    }
  })

  it('include no real change if each prompt has the same answers as before', () => {
    const random = randomFrom(3)
    for (let tried = 0; tried < 200; tried++) {
      const { cells, plans, others } = randomPanel(random)
      const scaled = cells.map((cell): PanelCell => ({ ...cell, n: [cell.n[0] * 4, cell.n[1] * 4] }))
      const named = scaled.map(({ n }, index): Pair => [(n[0] * (index % 5)) / 4, (n[1] * (index % 5)) / 4])
      const answers = scaled.map(({ n }) => n)
      if (total(answers, 0) === 0 || total(answers, 1) === 0) continue
      const { real, modelChange } = explainChange(openPanel(scaled, plans, others), named)
      expect([real, modelChange]).toEqual([expect.closeTo(0, 12), expect.closeTo(0, 12)])
    }
  })

  it('separate missing runs from a changed plan', () => {
    const cells: PanelCell[] = [
      { prompt: 1, engine: 'chatgpt', market: 'US', n: [10, 10] },
      { prompt: 1, engine: 'gemini', market: 'US', n: [10, 5] },
    ]
    const named: Pair[] = [
      [0, 0],
      [10, 5],
    ]
    const shares = (runs: Pair) => {
      const plans: PlannedStratum[] = [
        { engine: 'chatgpt', market: 'US', runs: [10, 10] },
        { engine: 'gemini', market: 'US', runs },
      ]
      const { engineMix, outage } = explainChange(openPanel(cells, plans, new Set()), named)
      return [engineMix, outage]
    }
    // From 1/2 to 1/3 of the answers, because one engine always mentions the entity and the other never does.
    expect(shares([10, 10])).toEqual([expect.closeTo(0, 12), expect.closeTo(-1 / 6, 12)])
    expect(shares([10, 5])).toEqual([expect.closeTo(-1 / 6, 12), expect.closeTo(0, 12)])
  })

  it('attribute an added market to the market mix', () => {
    // The worked example of docs/statistics.md: one prompt, a new market in the second period, half of an engine's runs missing.
    const rows: [engine: string, market: string, n: Pair, y: Pair, runs: Pair][] = [
      ['A', 'US', [100, 100], [60, 60], [100, 100]],
      ['B', 'US', [100, 50], [40, 25], [100, 100]],
      ['A', 'DE', [0, 100], [0, 20], [0, 100]],
      ['B', 'DE', [0, 100], [0, 20], [0, 100]],
    ]
    const cells = rows.map(([engine, market, n]): PanelCell => ({ prompt: 1, engine, market, n }))
    const plans = rows.map(([engine, market, , , runs]) => ({ engine, market, runs }))
    const named = rows.map(([, , , y]) => y)
    expect(explainChange(openPanel(cells, plans, new Set()), named)).toMatchObject({
      real: expect.closeTo(0.0321, 4),
      marketMix: expect.closeTo(-0.1625, 4),
      engineMix: expect.closeTo(0, 12),
      outage: expect.closeTo(-0.0125, 4),
    })
  })
})

it('benjaminiHochberg accepts tests up to the last p-value below its limit', () => {
  // Limits 0.02, 0.04, 0.06, 0.08, 0.1: the fourth p-value is the last below its limit, so the third is accepted too.
  expect(benjaminiHochberg([0.5, 0.001, 0.07, 0.065, 0.03], 0.1)).toEqual([false, true, true, true, true])
  expect(benjaminiHochberg([0.04, 0.5, 0.9], 0.1)).toEqual([false, false, false])
  expect(benjaminiHochberg([], 0.1)).toEqual([])
})

it('rounds parts so that they sum to the total', () => {
  expect(roundToTotal([1.004, 1.004, 1.004], 3.01, 2)).toEqual([1.01, 1, 1])
  expect(roundToTotal([-0.3, -0.2, 0], -1, 0)).toEqual([-1, 0, 0])
  expect(roundToTotal([0.3, -0.3, 0], 0, 0)).toEqual([0, 0, 0])
})

it('reports a competitor as a driver only if no other driver is found', () => {
  // Fewer answers cite a site, which reduces mentions; answers without the site mention the competitor instead.
  const random = randomFrom(5)
  const prompts = Array.from({ length: 20 }, (_, prompt) => prompt)
  const cells = prompts.map((prompt) => {
    const drawn = [0.8, 0.2].map((share) => {
      const counts = { y: 0, site: 0, both: 0, rival: 0 }
      for (let answer = 0; answer < 40; answer++) {
        const isCited = random() < share
        const isNamed = random() < (isCited ? 0.9 : 0.3)
        counts.site += Number(isCited)
        counts.y += Number(isNamed)
        counts.both += Number(isCited && isNamed)
        counts.rival += Number(!isNamed)
      }
      return counts
    })
    return { prompt, drawn }
  })
  const pair = (drawn: (typeof cells)[number]['drawn'], of: 'y' | 'site' | 'both' | 'rival'): Pair =>
    pairOf((period) => drawn[period]?.[of] ?? 0)
  const place = {
    engine: 'chatgpt',
    market: 'US',
    topic: 0,
    weight: 1 / prompts.length,
    n: [40, 40] as const,
  }
  const site = cells.map(({ drawn }) => ({ with: pair(drawn, 'site'), both: pair(drawn, 'both') }))
  const rival = cells.map(({ drawn }) => ({ with: pair(drawn, 'rival'), both: [0, 0] as const }))
  const counts = { source: new Map(site.entries()), competitor: new Map(rival.entries()) }
  const found = (kinds: readonly ('source' | 'competitor')[]) =>
    findDrivers({
      cells: cells.map(({ prompt, drawn }) => ({ ...place, prompt, y: pair(drawn, 'y') })),
      days: [],
      companions: kinds.map((kind) => ({ kind, id: kind, counts: counts[kind] })),
      gap: 0,
      leastRho: 0,
    }).map(({ kind, isMore }) => [kind, isMore])
  expect(found(['competitor'])).toEqual([['competitor', true]])
  expect(found(['source', 'competitor'])).toEqual([['source', false]])
})
