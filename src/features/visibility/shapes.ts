import { z } from 'zod'
import { metricCatalog } from './metric-catalog.ts'
import { shareField } from './shares.ts'

export const figure = z.number().nullable()

export const figuresShape = {
  visibility_pct: shareField.nullable().describe(metricCatalog.visibility_pct),
  market_share_pct: shareField.nullable().describe(metricCatalog.market_share_pct),
  sentiment_score: shareField.nullable().describe(metricCatalog.sentiment_score),
  avg_rank: figure.describe(metricCatalog.avg_rank),
  recommended_pct: shareField.nullable().describe(metricCatalog.recommended_pct),
  stance_answers: z.int().nullable().describe(metricCatalog.stance_answers),
}

export const executions = z.int().describe(metricCatalog.executions)

export const entityId = z.uuid().describe('Id of the brand or competitor.')

export const rank = z.int().describe(metricCatalog.rank)

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

/** Fields that a comparison adds to a row. */
export const comparisonShape = {
  previous: previousShape
    .extend({ rank })
    .nullable()
    .optional()
    .describe('Null if the previous period has no answers.'),
  rank_change: z.int().nullable().optional().describe(metricCatalog.rank_change),
  ...optionalDeltas,
}

/** For rows without a rank. */
export const unrankedComparisonShape = {
  previous: previousShape.nullable().optional().describe('Null if the previous period has no answers.'),
  ...optionalDeltas,
}

export const leadersShape = {
  leader: z.string().nullable().describe(metricCatalog.leader),
  leader_id: z.uuid().nullable().describe('Id of the leader. Null without mentions.'),
  top_competitors: z
    .array(z.object({ id: entityId, name: z.string(), rank, visibility_pct, market_share_pct }))
    .describe(metricCatalog.top_competitors),
}
