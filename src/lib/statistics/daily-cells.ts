/** Answers of one series by day and prompt: `n` and `y` have one number per prompt for each day. */
export interface DailyCells {
  days: number
  prompts: number
  /** Answers. */
  n: Uint32Array
  /** Those that mention the entity. */
  y: Uint32Array
}
