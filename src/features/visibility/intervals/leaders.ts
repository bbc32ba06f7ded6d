import { isNamed, type Ranked } from '../metrics.ts'
import { share } from '../shares.ts'

/** The first competitors of a ranking, without those whose history is still being read. */
export const topCompetitors = <T extends Ranked>(ranked: readonly T[], most: number): T[] =>
  ranked.filter(({ entity }) => !entity.isOurBrand && entity.isRead).slice(0, most)

export function serializeLeaders(ranked: readonly Ranked[], maxCompetitors: number) {
  const [first] = ranked
  const leader = first !== undefined && isNamed(first) ? first.entity : undefined
  return {
    leader: leader?.name ?? null,
    leader_id: leader?.id ?? null,
    top_competitors: topCompetitors(ranked, maxCompetitors).map(({ entity, rank, visibility, marketShare }) => ({
      id: entity.id,
      name: entity.name,
      rank,
      visibility_pct: share('visibility_pct', visibility),
      market_share_pct: share('market_share_pct', marketShare),
    })),
  }
}
