import type { Counts } from '../count-answers.ts'
import { type Entity, type Figures, type Ranked, rankEntities, rounded, shownChange } from '../metrics.ts'
import { share } from '../shares.ts'

/** A ranked entity with its figures in the previous period. */
export interface Compared extends Ranked {
  /** Undefined without a comparison. Null if the previous period has no answers. */
  previous: Ranked | null | undefined
}

/**
 * Ranks entities in this period and the previous one.
 * @param previous counts of the previous period; undefined without a comparison
 */
export function compareRanks(entities: readonly Entity[], counts: Counts, previous: Counts | undefined): Compared[] {
  const now = rankEntities(entities, counts)
  if (previous === undefined) return now.map((row) => ({ ...row, previous: undefined }))
  const before = new Map(rankEntities(entities, previous).map((row) => [row.entity.number, row]))
  return now.map((row) => {
    const earlier = before.get(row.entity.number)
    return { ...row, previous: earlier === undefined || earlier.visibility === null ? null : earlier }
  })
}

export const serializeFigures = (row: Figures) => ({
  visibility_pct: share('visibility_pct', row.visibility),
  market_share_pct: share('market_share_pct', row.marketShare),
  sentiment_score: share('sentiment_score', row.sentiment),
  avg_rank: rounded(row.averageRank),
  recommended_pct: share('recommended_pct', row.recommended),
  stance_answers: row.stanceAnswers,
})

/** Fields that a comparison adds to a row; empty without one. */
export function serializeComparison(row: Compared) {
  const { previous } = row
  if (previous === undefined) return {}
  return {
    previous: previous === null ? null : { rank: previous.rank, ...serializePrevious(previous) },
    rank_change: previous === null || row.visibility === null ? null : previous.rank - row.rank,
    ...serializeDeltas(row),
  }
}

/** As `serializeComparison`, without ranks. */
export function serializeUnrankedComparison(row: Compared) {
  const { previous } = row
  if (previous === undefined) return {}
  return { previous: previous === null ? null : serializePrevious(previous), ...serializeDeltas(row) }
}

const serializePrevious = ({ visibility, marketShare }: Ranked) => ({
  visibility_pct: share('visibility_pct', visibility),
  market_share_pct: share('market_share_pct', marketShare),
})

const serializeDeltas = (row: Compared) => ({
  visibility_delta: visibilityDelta(row),
  market_share_delta: shownChange(row.marketShare, row.previous?.marketShare ?? null),
})

const visibilityDelta = (row: Compared) => shownChange(row.visibility, row.previous?.visibility ?? null)

const maxMovers = 5

/** The entities that gained and lost most visibility since the previous period, at most 5 each. */
export function movers(rows: readonly Compared[]) {
  const moved = rows.flatMap((row) => {
    const change = visibilityDelta(row)
    return change === null || change === 0 ? [] : [{ row, change }]
  })
  const shown = (direction: 1 | -1) =>
    moved
      .filter(({ change }) => change * direction > 0)
      .sort((a, b) => (b.change - a.change) * direction || a.row.rank - b.row.rank)
      .slice(0, maxMovers)
      .map(({ row }) => ({
        id: row.entity.id,
        name: row.entity.name,
        is_our_brand: row.entity.isOurBrand,
        ...serializeDeltas(row),
      }))
  return { gainers: shown(1), losers: shown(-1) }
}
