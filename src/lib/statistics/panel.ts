/** Two values: of the period before, and of the period itself. */
export type Pair = readonly [before: number, after: number]

/** A prompt at an engine, in both periods. */
export interface PanelCell {
  prompt: number
  engine: string
  /** Answers. */
  n: Pair
}

/** How a cell is weighed where cells that were asked in both periods are compared. */
export interface MatchedCell {
  /** Its place among all cells. */
  index: number
  /** Sums to 1 over them: the mean of its shares of all answers of either period. */
  weight: number
}

/** The cells with answers in both periods. */
export function matchCells(cells: readonly PanelCell[]): MatchedCell[] {
  const [before, after] = [0, 1].map((period) =>
    cells.reduce((all, { n }) => all + (n[period] as number), 0),
  ) as [number, number]
  const matched = cells.flatMap(({ n }, index) =>
    n[0] > 0 && n[1] > 0 ? [{ index, weight: (n[0] / before + n[1] / after) / 2 }] : [],
  )
  const sum = matched.reduce((all, { weight }) => all + weight, 0)
  return matched.map(({ index, weight }) => ({ index, weight: weight / sum }))
}

/** How many prompts have cells that match. */
export const matchedPrompts = (cells: readonly PanelCell[], matched: readonly MatchedCell[]): number =>
  new Set(matched.map(({ index }) => cells[index]?.prompt)).size
