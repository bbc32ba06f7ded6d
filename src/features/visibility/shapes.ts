import { z } from 'zod'
import { metricCatalog } from './metric-catalog.ts'
import { shareField } from './shares.ts'

export const figure = z.number().nullable()

/** The four metrics as responses show them, rounded to 2 decimals. */
export const figuresShape = {
  visibility_pct: shareField.nullable().describe(metricCatalog.visibility_pct),
  market_share_pct: shareField.nullable().describe(metricCatalog.market_share_pct),
  sentiment_score: shareField.nullable().describe(metricCatalog.sentiment_score),
  avg_rank: figure.describe(metricCatalog.avg_rank),
}

/** Answers that figures stand on. */
export const executions = z.int().describe(metricCatalog.executions)

/** Who a row is of. */
export const entityId = z.uuid().describe('The brand’s or the competitor’s')

export const rank = z.int().describe(metricCatalog.rank)

/** Changes since the period before. */
export const deltasShape = {
  visibility_delta: figure.describe(metricCatalog.visibility_delta),
  market_share_delta: figure.describe(metricCatalog.market_share_delta),
}

const { visibility_pct, market_share_pct } = figuresShape
const previousShape = z.object({ visibility_pct, market_share_pct })
const optionalDeltas = {
  visibility_delta: deltasShape.visibility_delta.optional(),
  market_share_delta: deltasShape.market_share_delta.optional(),
}

/** What a comparison with the period before adds to a row. */
export const comparisonShape = {
  previous: previousShape
    .extend({ rank })
    .nullable()
    .optional()
    .describe('Null where the period before has no answers'),
  rank_change: z.int().nullable().optional().describe(metricCatalog.rank_change),
  ...optionalDeltas,
}

/** The same where the row is no entity, and has no rank. */
export const unrankedComparisonShape = {
  previous: previousShape.nullable().optional().describe('Null where the period before has no answers'),
  ...optionalDeltas,
}

/** Who leads a group of answers. */
export const leadersShape = {
  leader: z.string().nullable().describe(metricCatalog.leader),
  leader_id: z.uuid().nullable().describe('Its id; null where nobody is named'),
  top_competitors: z
    .array(z.object({ id: entityId, name: z.string(), rank, visibility_pct, market_share_pct }))
    .describe(metricCatalog.top_competitors),
}
