/** Two values: of the period before, and of the period itself. */
export type Pair = readonly [before: number, after: number]

export const pairOf = (of: (period: 0 | 1) => number): Pair => [of(0), of(1)]
export const meanOf = ([before, after]: Pair) => (before + after) / 2

/** A prompt on an engine in a market, in both periods. */
export interface PanelCell {
  prompt: number
  engine: string
  /** Country code; empty if unknown. */
  market: string
  /** Answers. */
  n: Pair
}

/** The weight of a cell in a comparison of cells with answers in both periods. */
export interface MatchedCell {
  /** Its index among all cells. */
  index: number
  /** Mean of its shares of all answers in both periods, scaled so that the weights sum to 1. */
  weight: number
}

export function matchCells(cells: readonly Pick<PanelCell, 'n'>[]): MatchedCell[] {
  const answers = pairOf((period) => cells.reduce((all, { n }) => all + n[period], 0))
  const matched = cells.flatMap(({ n }, index) =>
    n[0] > 0 && n[1] > 0 ? [{ index, weight: (n[0] / answers[0] + n[1] / answers[1]) / 2 }] : [],
  )
  const sum = matched.reduce((all, { weight }) => all + weight, 0)
  return matched.map(({ index, weight }) => ({ index, weight: weight / sum }))
}
