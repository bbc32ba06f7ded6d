import type { Pair, PanelCell } from './panel.ts'

/** What a change of visibility is made of; the parts sum to it. Shares, not percentages. */
export interface ChangeParts {
  /** The same prompts at the same engines name it more or less often. */
  real: number
  /** The same, at engines whose served model differs: it coincides with it, which is no proof of a cause. */
  modelChange: number
  promptsAdded: number
  promptsRemoved: number
  /** Prompts that are in both periods were asked more or less often of an engine. */
  runCounts: number
  /** The plan asks engines in other proportions. */
  engineMix: number
  /** Runs came in other proportions than planned. */
  outage: number
}

interface EngineInput {
  /** Runs that were planned in either period. */
  planned: Pair
  /** Whether it served another model in the second period. */
  isOtherModel: boolean
}

interface PanelEngine {
  name: string
  isOtherModel: boolean
  n: Pair
  /** Its share of all answers of either period. */
  shares: Pair
  /** Its share of planned runs; that of answers where nothing was planned. */
  plannedShares: Pair
}

type CellClass = 'matched' | 'added' | 'removed' | 'other'

/** Cells of two periods with everything that does not depend on whom the answers name. */
export interface Panel {
  cells: readonly PanelCell[]
  classes: CellClass[]
  engines: PanelEngine[]
  /** For each cell the place of its engine. */
  engineOf: number[]
  answers: Pair
}

const pair = (of: (period: 0 | 1) => number): Pair => [of(0), of(1)]
const mean = ([before, after]: Pair) => (before + after) / 2
const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)

/** Sorts the cells of two periods, both of which have answers. */
export function openPanel(cells: readonly PanelCell[], inputs: ReadonlyMap<string, EngineInput>): Panel {
  const names = [...new Set([...cells.map(({ engine }) => engine), ...inputs.keys()])]
  const places = new Map(names.map((name, place) => [name, place]))
  const engineOf = cells.map(({ engine }) => places.get(engine) as number)
  const counts = names.map((): [number, number] => [0, 0])
  const prompts = new Map<number, [number, number]>()
  cells.forEach(({ prompt, n }, index) => {
    const ofEngine = counts[engineOf[index] as number] as [number, number]
    const ofPrompt = prompts.getOrInsertComputed(prompt, () => [0, 0])
    for (const period of [0, 1] as const) {
      ofEngine[period] += n[period]
      ofPrompt[period] += n[period]
    }
  })
  const answers = pair((period) => counts.reduce((all, n) => all + n[period], 0))
  const planned = pair((period) =>
    [...inputs.values()].reduce((all, engine) => all + engine.planned[period], 0),
  )
  const engines = names.map((name, place): PanelEngine => {
    const n = counts[place] as [number, number]
    const own = inputs.get(name)
    const shares = pair((period) => n[period] / answers[period])
    return {
      name,
      isOtherModel: own?.isOtherModel ?? false,
      n,
      shares,
      plannedShares: pair((period) =>
        planned[period] === 0 ? shares[period] : (own?.planned[period] ?? 0) / planned[period],
      ),
    }
  })
  const classes = cells.map(({ prompt, n }): CellClass => {
    if (n[0] > 0 && n[1] > 0) return 'matched'
    const ofPrompt = prompts.get(prompt) as [number, number]
    if (ofPrompt[0] === 0) return 'added'
    return ofPrompt[1] === 0 ? 'removed' : 'other'
  })
  return { cells, classes, engines, engineOf, answers }
}

/** Sums over one engine's cells. */
interface EngineSums {
  y: [number, number]
  /** Σw·q̄ and Σw over its matched cells, by period. */
  matchedNamed: [number, number]
  matchedWeight: [number, number]
}

interface EngineFigures {
  /** The engine's visibility, mean of both periods; that of all where it has no answers. */
  visibility: number
  /** What matched cells of it name, on average. */
  base: number
  isInBoth: boolean
}

/** The share of answers naming an entity, of an engine or of everything, in either period. */
function figuresOf({ engines, cells, classes, engineOf }: Panel, named: readonly Pair[], overall: number) {
  const sums = engines.map((): EngineSums => ({ y: [0, 0], matchedNamed: [0, 0], matchedWeight: [0, 0] }))
  cells.forEach(({ n }, index) => {
    const place = engineOf[index] as number
    const sum = sums[place] as EngineSums
    const y = named[index] as Pair
    const engine = engines[place] as PanelEngine
    for (const period of [0, 1] as const) {
      sum.y[period] += y[period]
      if (classes[index] !== 'matched') continue
      const weight = n[period] / engine.n[period]
      sum.matchedNamed[period] += (weight * (y[0] / n[0] + y[1] / n[1])) / 2
      sum.matchedWeight[period] += weight
    }
  })
  return engines.map(({ n }, place): EngineFigures => {
    const { y, matchedNamed, matchedWeight } = sums[place] as EngineSums
    const isInBoth = n[0] > 0 && n[1] > 0
    const shown = pair((period) => ratio(y[period], n[period]))
    const visibility = isInBoth ? mean(shown) : n[0] > 0 ? shown[0] : n[1] > 0 ? shown[1] : overall
    const base =
      matchedWeight[0] > 0 ? mean(pair((period) => matchedNamed[period] / matchedWeight[period])) : visibility
    return { visibility, base, isInBoth }
  })
}

/**
 * Takes the change of a share of answers apart (Kitagawa 1955): shares of engines, of cells within them, and what their
 * answers say, each weighed by the mean of both periods in what it is not.
 * @param named for each cell the answers that name the entity, of either period
 */
export function explainChange(panel: Panel, named: readonly Pair[]): ChangeParts {
  const { cells, classes, engines, engineOf, answers } = panel
  const overall = mean(pair((period) => named.reduce((all, y) => all + y[period], 0) / answers[period]))
  const figures = figuresOf(panel, named, overall)
  const parts: ChangeParts = {
    real: 0,
    modelChange: 0,
    promptsAdded: 0,
    promptsRemoved: 0,
    runCounts: 0,
    engineMix: 0,
    outage: 0,
  }
  cells.forEach(({ n }, index) => {
    const place = engineOf[index] as number
    const engine = engines[place] as PanelEngine
    const { base, isInBoth } = figures[place] as EngineFigures
    if (!isInBoth) return
    const y = named[index] as Pair
    const share = mean(engine.shares)
    const weights = pair((period) => n[period] / engine.n[period])
    const q = pair((period) => ratio(y[period], n[period]))
    const kind = classes[index]
    if (kind === 'added') parts.promptsAdded += share * weights[1] * (q[1] - base)
    else if (kind === 'removed') parts.promptsRemoved -= share * weights[0] * (q[0] - base)
    else {
      const both = kind === 'matched'
      const level = both ? mean(q) : n[0] > 0 ? q[0] : q[1]
      parts.runCounts += share * (weights[1] - weights[0]) * (level - base)
      if (both) parts[engine.isOtherModel ? 'modelChange' : 'real'] += share * mean(weights) * (q[1] - q[0])
    }
  })
  engines.forEach(({ shares, plannedShares }, place) => {
    const above = (figures[place] as EngineFigures).visibility - overall
    const planned = plannedShares[1] - plannedShares[0]
    parts.engineMix += planned * above
    parts.outage += (shares[1] - shares[0] - planned) * above
  })
  return parts
}
