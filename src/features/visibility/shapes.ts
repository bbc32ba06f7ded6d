import { z } from 'zod'

export const figure = z.number().nullable()

/** The four metrics as responses show them, rounded to 2 decimals. */
export const figuresShape = {
  visibility_pct: figure.describe('100 × answers naming it at least once / all answers'),
  market_share_pct: figure.describe(
    '100 × its mentions / mentions of all active entities; null where nobody is mentioned',
  ),
  sentiment_score: figure.describe('0 to 100, 50 neutral: the mean over the answers naming it'),
  avg_rank: figure.describe(
    'Mean place by first mention among the active entities, over the answers naming it',
  ),
}

const deltasShape = {
  visibility_delta: figure.optional().describe('Percentage points'),
  market_share_delta: figure.optional().describe('Percentage points'),
}

const previousShape = z.object({ visibility_pct: figure, market_share_pct: figure })

/** What a comparison with the period before adds to a row. */
export const comparisonShape = {
  previous: previousShape
    .extend({ rank: z.int() })
    .nullable()
    .optional()
    .describe('Null where the period before has no answers'),
  rank_change: z.int().nullable().optional().describe('Positive means climbed'),
  ...deltasShape,
}

/** The same where the row is no entity, and has no rank. */
export const unrankedComparisonShape = {
  previous: previousShape.nullable().optional().describe('Null where the period before has no answers'),
  ...deltasShape,
}

/** Who leads a group of answers. */
export const leadersShape = {
  leader: z
    .string()
    .nullable()
    .describe('Who is first, the brand or a competitor; null where nobody is named'),
  top_competitors: z
    .array(z.object({ name: z.string(), rank: z.int(), visibility_pct: figure, market_share_pct: figure }))
    .describe('Never the brand, but ranks count it'),
}
