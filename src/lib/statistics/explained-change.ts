import { meanOf, type Pair, type PanelCell, pairOf } from './panel.ts'

/** The parts of a change of visibility, which sum to it. Shares, not percentages. */
export interface ChangeParts {
  /** The same prompts on the same engines in the same markets mention the entity more or less often. */
  real: number
  /** The same, on engines with another model in the second period. A coincidence, not a proven cause. */
  modelChange: number
  promptsAdded: number
  promptsRemoved: number
  /** Prompts with answers in both periods ran more or less often. */
  runCounts: number
  /** The plan has other proportions of markets, or of engines. */
  marketMix: number
  engineMix: number
  /** The proportions of answers differ from the plan. */
  outage: number
}

export interface PlannedStratum {
  engine: string
  market: string
  runs: Pair
}

interface Stratum {
  engine: string
  market: string
  n: Pair
  /** Its share of answers and of planned runs; without planned runs in a period, that of answers. */
  shares: Pair
  planned: Pair
}

type CellClass = 'matched' | 'added' | 'removed' | 'other'

/** Cells of two periods, with all values that do not depend on the entity. */
export interface Panel {
  cells: readonly PanelCell[]
  classes: CellClass[]
  strata: Stratum[]
  /** The index of each cell's stratum. */
  stratumOf: number[]
  /** The contribution to each part of the mix per point of a stratum's visibility above the mean. */
  mix: { market: number; engine: number; outage: number }[]
  answers: Pair
  otherModels: ReadonlySet<string>
}

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
const sumPairs = (pairs: Iterable<Pair>): Pair => {
  let [before, after] = [0, 0]
  for (const pair of pairs) {
    before += pair[0]
    after += pair[1]
  }
  return [before, after]
}
const keyOf = ({ engine, market }: { engine: string; market: string }) => `${engine} ${market}`

/**
 * Prepares the cells of two periods, both of which must have answers.
 * @param otherModels engines that served another model in the second period
 */
export function openPanel(
  cells: readonly PanelCell[],
  plans: readonly PlannedStratum[],
  otherModels: ReadonlySet<string>,
): Panel {
  const places = new Map<string, { engine: string; market: string; cells: Pair[]; runs: Pair[] }>()
  const placeOf = ({ engine, market }: { engine: string; market: string }) =>
    places.getOrInsertComputed(keyOf({ engine, market }), () => ({ engine, market, cells: [], runs: [] }))
  for (const cell of cells) placeOf(cell).cells.push(cell.n)
  for (const plan of plans) placeOf(plan).runs.push(plan.runs)
  const prompts = new Map(
    [...Map.groupBy(cells, ({ prompt }) => prompt)].map(([prompt, own]) => [prompt, sumPairs(own.map(({ n }) => n))]),
  )
  const answers = sumPairs(cells.map(({ n }) => n))
  const runs = sumPairs(plans.map((plan) => plan.runs))
  const strata = [...places.values()].map(({ engine, market, ...own }): Stratum => {
    const n = sumPairs(own.cells)
    const shares = pairOf((period) => n[period] / answers[period])
    const planned = sumPairs(own.runs)
    return {
      engine,
      market,
      n,
      shares,
      planned: pairOf((period) => (runs[period] === 0 ? shares[period] : planned[period] / runs[period])),
    }
  })
  const indexes = new Map([...places.keys()].map((key, index) => [key, index]))
  const classes = cells.map(({ prompt, n }): CellClass => {
    if (n[0] > 0 && n[1] > 0) return 'matched'
    const ofPrompt = prompts.get(prompt) as Pair
    if (ofPrompt[0] === 0) return 'added'
    return ofPrompt[1] === 0 ? 'removed' : 'other'
  })
  return {
    cells,
    classes,
    strata,
    stratumOf: cells.map((cell) => indexes.get(keyOf(cell)) as number),
    mix: mixOf(strata),
    answers,
    otherModels,
  }
}

/**
 * Splits the change of each stratum's planned share between its market and its engine, as the mean of both
 * nestings: engines within markets, and the reverse. The rest of its share's change is outage.
 */
function mixOf(strata: readonly Stratum[]): Panel['mix'] {
  const sharesBy = (of: (stratum: Stratum) => string) =>
    new Map([...Map.groupBy(strata, of)].map(([name, own]) => [name, sumPairs(own.map(({ planned }) => planned))]))
  const [markets, engines] = [sharesBy(({ market }) => market), sharesBy(({ engine }) => engine)]
  return strata.map(({ market, engine, planned, shares }) => {
    const [inMarket, inEngine] = [markets.get(market) as Pair, engines.get(engine) as Pair]
    const [engineOfMarket, marketOfEngine] = [conditional(planned, inMarket), conditional(planned, inEngine)]
    const change = ([before, after]: Pair) => after - before
    return {
      market: (change(inMarket) * meanOf(engineOfMarket) + meanOf(inEngine) * change(marketOfEngine)) / 2,
      engine: (meanOf(inMarket) * change(engineOfMarket) + change(inEngine) * meanOf(marketOfEngine)) / 2,
      outage: change(shares) - change(planned),
    }
  })
}

/** Shares within a whole. A period without a whole gets the other period's share. */
function conditional(part: Pair, whole: Pair): Pair {
  const of = (period: 0 | 1) => (whole[period] === 0 ? undefined : part[period] / whole[period])
  const [before, after] = [of(0), of(1)]
  return [before ?? after ?? 0, after ?? before ?? 0]
}

interface StratumSums {
  y: [number, number]
  /** Σw·q̄ and Σw over its matched cells, by period. */
  matchedNamed: [number, number]
  matchedWeight: [number, number]
}

interface StratumFigures {
  /** Its mean visibility over both periods; the overall visibility if it has no answers. */
  visibility: number
  /** Visibility of its matched cells. */
  base: number
  isInBoth: boolean
}

function figuresOf({ strata, cells, classes, stratumOf }: Panel, named: readonly Pair[], overall: number) {
  const sums = strata.map((): StratumSums => ({ y: [0, 0], matchedNamed: [0, 0], matchedWeight: [0, 0] }))
  cells.forEach(({ n }, index) => {
    const place = stratumOf[index] as number
    const sum = sums[place] as StratumSums
    const y = named[index] as Pair
    const stratum = strata[place] as Stratum
    for (const period of [0, 1] as const) {
      sum.y[period] += y[period]
      if (classes[index] !== 'matched') continue
      const weight = n[period] / stratum.n[period]
      sum.matchedNamed[period] += (weight * (y[0] / n[0] + y[1] / n[1])) / 2
      sum.matchedWeight[period] += weight
    }
  })
  return strata.map(({ n }, place): StratumFigures => {
    const { y, matchedNamed, matchedWeight } = sums[place] as StratumSums
    const isInBoth = n[0] > 0 && n[1] > 0
    const shown = pairOf((period) => ratio(y[period], n[period]))
    const visibility = isInBoth ? meanOf(shown) : n[0] > 0 ? shown[0] : n[1] > 0 ? shown[1] : overall
    const base =
      matchedWeight[0] > 0 ? meanOf(pairOf((period) => matchedNamed[period] / matchedWeight[period])) : visibility
    return { visibility, base, isInBoth }
  })
}

/**
 * Decomposes the change of a share of answers (Kitagawa 1955) into shares of engines in markets, shares of
 * cells within them, and the content of answers, each weighted by the mean of the others over both periods.
 * @param named answers per cell and period that mention the entity
 */
export function explainChange(panel: Panel, named: readonly Pair[]): ChangeParts {
  const { cells, classes, strata, stratumOf, answers, mix, otherModels } = panel
  const overall = meanOf(pairOf((period) => named.reduce((all, y) => all + y[period], 0) / answers[period]))
  const figures = figuresOf(panel, named, overall)
  const parts: ChangeParts = {
    ...{ real: 0, modelChange: 0, promptsAdded: 0, promptsRemoved: 0 },
    ...{ runCounts: 0, marketMix: 0, engineMix: 0, outage: 0 },
  }
  cells.forEach(({ n, engine }, index) => {
    const place = stratumOf[index] as number
    const stratum = strata[place] as Stratum
    const { base, isInBoth } = figures[place] as StratumFigures
    if (!isInBoth) return
    const y = named[index] as Pair
    const share = meanOf(stratum.shares)
    const weights = pairOf((period) => n[period] / stratum.n[period])
    const q = pairOf((period) => ratio(y[period], n[period]))
    const kind = classes[index]
    if (kind === 'added') parts.promptsAdded += share * weights[1] * (q[1] - base)
    else if (kind === 'removed') parts.promptsRemoved -= share * weights[0] * (q[0] - base)
    else {
      const both = kind === 'matched'
      const level = both ? meanOf(q) : n[0] > 0 ? q[0] : q[1]
      parts.runCounts += share * (weights[1] - weights[0]) * (level - base)
      if (both) parts[otherModels.has(engine) ? 'modelChange' : 'real'] += share * meanOf(weights) * (q[1] - q[0])
    }
  })
  mix.forEach(({ market, engine, outage }, place) => {
    const above = (figures[place] as StratumFigures).visibility - overall
    parts.marketMix += market * above
    parts.engineMix += engine * above
    parts.outage += outage * above
  })
  return parts
}
