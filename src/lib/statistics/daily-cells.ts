/** Answers of one series by day and prompt: `n` and `y` hold day after day a number for each prompt. */
export interface DailyCells {
  days: number
  prompts: number
  /** Answers. */
  n: Uint32Array
  /** Those of them that name the entity. */
  y: Uint32Array
}
