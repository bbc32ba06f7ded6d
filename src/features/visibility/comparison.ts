import type { Counts } from './count-answers.ts'
import { type Entity, type Figures, type Ranked, rankEntities, rounded, shownChange } from './metrics.ts'
import { share } from './shares.ts'

/** A ranked entity beside its figures of the period before. */
export interface Compared extends Ranked {
  /** Undefined where no comparison was asked for, null where the period before has nothing to compare with. */
  previous: Ranked | null | undefined
}

/**
 * Ranks entities, and again in the period before.
 * @param previous counts of the period before; undefined where no comparison was asked for
 */
export function compareRanks(
  entities: readonly Entity[],
  counts: Counts,
  previous: Counts | undefined,
): Compared[] {
  const now = rankEntities(entities, counts)
  if (previous === undefined) return now.map((row) => ({ ...row, previous: undefined }))
  const before = new Map(rankEntities(entities, previous).map((row) => [row.entity.number, row]))
  return now.map((row) => {
    const earlier = before.get(row.entity.number)
    return { ...row, previous: earlier === undefined || earlier.visibility === null ? null : earlier }
  })
}

/** The figures of a row as they are shown. */
export const serializeFigures = (row: Figures) => ({
  visibility_pct: share('visibility_pct', row.visibility),
  market_share_pct: share('market_share_pct', row.marketShare),
  sentiment_score: share('sentiment_score', row.sentiment),
  avg_rank: rounded(row.averageRank),
})

/** What a comparison adds to a row; nothing where none was asked for. */
export function serializeComparison(row: Compared) {
  const { previous } = row
  if (previous === undefined) return {}
  return {
    previous: previous === null ? null : { rank: previous.rank, ...serializePrevious(previous) },
    rank_change: previous === null || row.visibility === null ? null : previous.rank - row.rank,
    ...serializeDeltas(row),
  }
}

/** The same without ranks. */
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

/** Who gained and who lost most visibility since the period before, at most 5 each, over all rows. */
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
