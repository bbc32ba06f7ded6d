import { type IntervalReason, type RatioKind, ratioIntervals } from '../../../lib/statistics/ratio-interval.ts'
import { type AskedDays, type Cluster, figureRatio, type IntervalName, ratioSums } from '../entity-sums.ts'
import type { Entity } from '../metrics.ts'
import { neutralSentiment } from '../sentiment-sql.ts'

/** Why there is no interval or, for `short_history`, why it is less reliable. */
export const intervalReasons = [
  'few_prompts',
  'not_named',
  'one_prompt',
  'one_day',
  'short_history',
  'being_read',
] as const satisfies readonly (IntervalReason | 'being_read')[]

export interface FigureInterval {
  low: number
  high: number
}

/** A figure in its own unit, unrounded, with its 95% intervals. */
export interface FigureIntervals {
  value: number | null
  promptsLikeThese: FigureInterval | null
  thesePrompts: FigureInterval | null
  reason: (typeof intervalReasons)[number] | null
}

/** Converts a ratio to the figure's unit: `factor` × ratio + `start`. */
interface FigureUnit {
  kind: RatioKind
  factor: number
  start: number
}

const percent = { factor: 100, start: 0 }

/** @param max the last possible position */
const unitsOf = (max: number): Record<IntervalName, FigureUnit> => ({
  visibility_pct: { kind: { kind: 'share', priorLikeness: 0.4, wilsonBelow: 1 }, ...percent },
  market_share_pct: { kind: { kind: 'share', priorLikeness: 0.15, wilsonBelow: 0.1 }, ...percent },
  sentiment_score: {
    kind: { kind: 'mean', min: -neutralSentiment, max: neutralSentiment },
    factor: 0.01,
    start: neutralSentiment / 100,
  },
  avg_rank: { kind: { kind: 'mean', min: 1, max }, factor: 1, start: 0 },
  recommended_pct: { kind: { kind: 'share', priorLikeness: 0.4, wilsonBelow: 1 }, ...percent },
})

export const beingRead: FigureIntervals = {
  value: null,
  promptsLikeThese: null,
  thesePrompts: null,
  reason: 'being_read',
}

export function figureIntervals(
  { number, isRead }: Entity,
  entities: readonly Entity[],
  clusters: readonly Cluster[],
  asked: AskedDays,
): Record<IntervalName, FigureIntervals> {
  const units = unitsOf(entities.filter((entity) => entity.isRead).length)
  const of = (name: IntervalName): FigureIntervals => {
    if (!isRead) return beingRead
    const { kind, factor, start } = units[name]
    const sums = ratioSums(figureRatio(name, number), clusters, asked)
    const { value, promptsLikeThese, thesePrompts, reason } = ratioIntervals(sums, kind)
    const scaled = (bound: number) => bound * factor + start
    const shown = (interval: FigureInterval | null) =>
      interval === null ? null : { low: scaled(interval.low), high: scaled(interval.high) }
    return {
      value: value === null ? null : scaled(value),
      promptsLikeThese: shown(promptsLikeThese),
      thesePrompts: shown(thesePrompts),
      reason,
    }
  }
  return {
    visibility_pct: of('visibility_pct'),
    market_share_pct: of('market_share_pct'),
    sentiment_score: of('sentiment_score'),
    avg_rank: of('avg_rank'),
    recommended_pct: of('recommended_pct'),
  }
}
