declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'visibility_alerts.evidence': EvidenceCell[]
  }
}

/** A prompt with its answers before and since the change. */
export interface EvidenceCell {
  prompt: number
  /** Answers, and those that mention the brand. */
  n: readonly [before: number, after: number]
  y: readonly [before: number, after: number]
  /** Its contribution to the change of the share. */
  moved: number
}
