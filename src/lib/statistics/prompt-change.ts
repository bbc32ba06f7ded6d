import { type MatchedChange, student } from './matched-change.ts'
import { meanOf, type Pair, pairOf } from './panel.ts'

/** A matched cell of one prompt: its answers and those that mention the brand, in both periods. */
export interface PromptCell {
  weight: number
  n: Pair
  y: Pair
}

/** The shares of a prompt's answers that mention the brand per period, weighted by cell. */
export function promptLevels(cells: readonly PromptCell[]): Pair {
  const weights = cells.reduce((all, { weight }) => all + weight, 0)
  return pairOf(
    (period) => cells.reduce((all, { weight, n, y }) => all + (weight * y[period]) / n[period], 0) / weights,
  )
}

/**
 * Tests the change of a prompt by its answers and daily swings: docs/statistics.md, "Prompts and sites".
 * @param swing variance that days add to the change of the whole view, per squared mean of its q(1−q)
 * @returns null with fewer than three answers in total
 */
export function testPrompt(cells: readonly PromptCell[], swing: number): MatchedChange | null {
  const weights = cells.reduce((all, { weight }) => all + weight, 0)
  const answers = pairOf(
    (period) => weights ** 2 / cells.reduce((all, { weight, n }) => all + weight ** 2 / n[period], 0),
  )
  const df = answers[0] + answers[1] - 2
  if (!(df >= 1)) return null
  const levels = promptLevels(cells)
  const n = 2 / (1 / answers[0] + 1 / answers[1])
  // Adds half an answer toward one half: without it a prompt that always mentions the brand would not vary.
  const level = (n * meanOf(levels) + 0.5) / (n + 1)
  const spread = level * (1 - level)
  const variance = (2 * spread) / n + swing * spread ** 2
  return student(levels[1] - levels[0], variance, df, 'share')
}
