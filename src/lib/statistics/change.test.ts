import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../testing/statistics/random.ts'
import { twoSidedP } from './distributions.ts'
import { explainChange, openPanel } from './explained-change.ts'
import { matchedChange } from './matched-change.ts'
import { benjaminiHochberg, roundedParts } from './multiplicity.ts'
import { matchCells, matchedPrompts, type Pair, type PanelCell } from './panel.ts'

const manyDays = { days: 30, rr: 0 }

describe('a change where the same was asked of the same', () => {
  const cells: PanelCell[] = [1, 2, 3, 4, 5].map((prompt) => ({ prompt, engine: 'chatgpt', n: [10, 10] }))

  it('is tested over prompts', () => {
    // Changes of the shares: 0, 0.2, 0.2, 0.2, 0.4. V = 5/4·2·0.04/25 = 0.004, 4 degrees of freedom.
    const named = [5, 7, 7, 7, 9].map((after): Pair => [5, after])
    const change = matchedChange(cells, matchCells(cells), named, [manyDays, manyDays])
    expect(change?.value).toBeCloseTo(0.2, 12)
    expect(change?.pValue).toBeCloseTo(twoSidedP(0.2 / Math.sqrt(0.004), 4), 10)
    expect(change?.interval?.low).toBeCloseTo(0.2 - 2.776445105 * Math.sqrt(0.004), 8)
  })

  it('is also tested over days', () => {
    // V_D = 2·30/29·0.01 is greater than V_P and V_P + V_D − V_W.
    const named = [5, 7, 7, 7, 9].map((after): Pair => [5, after])
    const days = { days: 30, rr: 0.01 }
    const noise = (0.04 * (5 * 0.25 + 0.25 + 3 * 0.21 + 0.09)) / 9
    const ofDays = (2 * 0.01 * 30) / 29
    const variance = ofDays
    const df = variance ** 2 / (0.004 ** 2 / 4 + (ofDays - noise) ** 2 / 58)
    const change = matchedChange(cells, matchCells(cells), named, [days, days])
    expect(change?.pValue).toBeCloseTo(twoSidedP(0.2 / Math.sqrt(variance), df), 10)
  })

  it('weighs cells by their mean share of the answers of both periods', () => {
    const uneven: PanelCell[] = [
      { prompt: 1, engine: 'chatgpt', n: [10, 30] },
      { prompt: 1, engine: 'gemini', n: [30, 10] },
      { prompt: 2, engine: 'gemini', n: [0, 40] },
    ]
    expect(matchCells(uneven).map(({ weight }) => weight)).toEqual([
      expect.closeTo((10 / 40 + 30 / 80) / (10 / 40 + 30 / 80 + 30 / 40 + 10 / 80), 12),
      expect.closeTo((30 / 40 + 10 / 80) / (10 / 40 + 30 / 80 + 30 / 40 + 10 / 80), 12),
    ])
    expect(matchedPrompts(uneven, matchCells(uneven))).toBe(1)
  })

  it('is not tested with fewer than five prompts, and is none where nothing is named', () => {
    const few = cells.slice(1)
    const unnamed = cells.map((): Pair => [0, 0])
    expect(matchedChange(few, matchCells(few), unnamed, [manyDays, manyDays])).toBeNull()
    expect(matchedChange(cells, matchCells(cells), unnamed, [manyDays, manyDays])).toEqual({
      value: 0,
      interval: null,
      pValue: 1,
    })
  })

  it('is judged as if each prompt had been asked once where all change alike', () => {
    // p̄ = 0.5: V = 2·0.25/5 = 0.1
    const named = cells.map((): Pair => [0, 10])
    const change = matchedChange(cells, matchCells(cells), named, [manyDays, manyDays])
    expect(change?.pValue).toBeCloseTo(twoSidedP(1 / Math.sqrt(0.1), 4), 10)
  })
})

describe('what a change is made of', () => {
  const randomPanel = (random: () => number) => {
    const engines = ['chatgpt', 'gemini', 'claude', 'copilot'].slice(0, 1 + Math.floor(random() * 4))
    const zeroes = random()
    const count = () => (random() < zeroes ? 0 : Math.floor(random() * 40))
    const cells = Array.from({ length: 1 + Math.floor(random() * 12) }, (_, prompt) =>
      engines.map((engine): PanelCell => ({ prompt, engine, n: [count(), count()] })),
    ).flat()
    const named = cells.map(({ n }) => n.map((all) => Math.floor(random() * (all + 1))) as [number, number])
    const planned = random() < 0.3
    const inputs = new Map(
      engines.map((engine) => [
        engine,
        { planned: planned ? ([0, 0] as Pair) : ([count(), count()] as Pair), isOtherModel: random() < 0.3 },
      ]),
    )
    return { cells, named, inputs }
  }
  const total = (values: readonly Pair[], period: 0 | 1) =>
    values.reduce((all, pair) => all + pair[period], 0)

  it('sums to the change on 3000 random panels, also when it is rounded', () => {
    const random = randomFrom(11)
    for (let tried = 0; tried < 3000; ) {
      const { cells, named, inputs } = randomPanel(random)
      const answers = cells.map(({ n }) => n)
      if (total(answers, 0) === 0 || total(answers, 1) === 0) continue
      tried += 1
      const change = total(named, 1) / total(answers, 1) - total(named, 0) / total(answers, 0)
      const parts = Object.values(explainChange(openPanel(cells, inputs), named))
      const sum = (values: readonly number[]) => values.reduce((all, part) => all + part, 0)
      expect(Math.abs(sum(parts) - change)).toBeLessThan(1e-12)
      const shown = Math.round(change * 1e4)
      const rounded = roundedParts(
        parts.map((part) => part * 100),
        shown / 100,
        2,
      )
      expect(Math.round(sum(rounded) * 100)).toBe(shown)
      rounded.forEach((part, index) => {
        expect(Math.abs(part - (parts[index] as number) * 100)).toBeLessThan(0.0101)
      })
    }
  })

  it('finds nothing real where each prompt is answered as before', () => {
    const random = randomFrom(3)
    for (let tried = 0; tried < 200; tried++) {
      const { cells, inputs } = randomPanel(random)
      const asked = cells.map((cell): PanelCell => ({ ...cell, n: [cell.n[0] * 4, cell.n[1] * 4] }))
      const named = asked.map(({ n }, index): Pair => [(n[0] * (index % 5)) / 4, (n[1] * (index % 5)) / 4])
      const answers = asked.map(({ n }) => n)
      if (total(answers, 0) === 0 || total(answers, 1) === 0) continue
      const { real, modelChange } = explainChange(openPanel(asked, inputs), named)
      expect([real, modelChange]).toEqual([expect.closeTo(0, 12), expect.closeTo(0, 12)])
    }
  })

  it('tells missing runs from a plan that has changed', () => {
    const cells: PanelCell[] = [
      { prompt: 1, engine: 'chatgpt', n: [10, 10] },
      { prompt: 1, engine: 'gemini', n: [10, 5] },
    ]
    const named: Pair[] = [
      [0, 0],
      [10, 5],
    ]
    const shares = (planned: Pair) => {
      const inputs = new Map([
        ['chatgpt', { planned: [10, 10] as Pair, isOtherModel: false }],
        ['gemini', { planned, isOtherModel: false }],
      ])
      const { engineMix, outage } = explainChange(openPanel(cells, inputs), named)
      return [engineMix, outage]
    }
    // From 1/2 to 1/3 of the answers, by an engine that always names it beside one that never does.
    expect(shares([10, 10])).toEqual([expect.closeTo(0, 12), expect.closeTo(-1 / 6, 12)])
    expect(shares([10, 5])).toEqual([expect.closeTo(-1 / 6, 12), expect.closeTo(0, 12)])
  })
})

it('keeps the tests that Benjamini and Hochberg keep', () => {
  // Limits 0.02, 0.04, 0.06, 0.08, 0.1: the fourth is the last below its own, and takes the third with it.
  expect(benjaminiHochberg([0.5, 0.001, 0.07, 0.065, 0.03], 0.1)).toEqual([false, true, true, true, true])
  expect(benjaminiHochberg([0.04, 0.5, 0.9], 0.1)).toEqual([false, false, false])
  expect(benjaminiHochberg([], 0.1)).toEqual([])
})

it('rounds parts to what they sum to', () => {
  expect(roundedParts([1.004, 1.004, 1.004], 3.01, 2)).toEqual([1.01, 1, 1])
  expect(roundedParts([-0.3, -0.2, 0], -1, 0)).toEqual([-1, 0, 0])
  expect(roundedParts([0.3, -0.3, 0], 0, 0)).toEqual([0, 0, 0])
})
