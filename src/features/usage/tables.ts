declare module '../../stores/postgres-schema.ts' {
  interface Tables {
    /** `day` is written as YYYY-MM-DD, and read so with a cast to text only. */
    usage_rollups: { day: string; rolled_at: Date }
  }
}

export {}
