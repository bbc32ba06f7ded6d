import { clusterSums, dayResiduals, type RatioSums } from '../../lib/statistics/ratio-interval.ts'

/** The ratios that intervals are made of, by the names of their figures. */
export const ratioNames = ['visibility_pct', 'market_share_pct', 'sentiment_score', 'avg_rank'] as const
export type RatioName = (typeof ratioNames)[number]

/** What the intervals of one entity are made of. */
export type EntitySums = Record<RatioName, RatioSums>

/** Sums over some answers, whomever they name. */
interface AnswerSums {
  answers: number
  /** Of active entities. */
  mentions: number
}

/** Sums over those of some answers that name an entity. */
interface EntityCounts {
  answers: number
  mentions: number
  /** Hundredths of points from `neutralSentiment`. */
  sentiments: number
  /** Places by first mention. */
  ranks: number
}

/** An entity in a cluster; squares are of single answers. */
export interface ClusterEntity extends EntityCounts {
  mentionSquares: number
  /** Its mentions times all mentions of the answer. */
  mentionProducts: number
  sentimentSquares: number
  rankSquares: number
  /** Σn·s² over cells of several answers: see `RatioSums`. */
  withinCells: Record<RatioName, number>
}

export interface Cluster extends AnswerSums {
  /** Of single answers, squared. */
  mentionSquares: number
  /** Cells with one answer. */
  singleCells: number
  entities: ReadonlyMap<number, ClusterEntity>
}

/** An engine on a day. */
export interface DailyPlace extends AnswerSums {
  engine: string
  day: number
  entities: ReadonlyMap<number, EntityCounts>
}

/** What an entity has (a) of what its figure is a share or the mean of (b). */
const pairs: Record<RatioName, (own: EntityCounts, all: AnswerSums) => { a: number; b: number }> = {
  visibility_pct: (own, all) => ({ a: own.answers, b: all.answers }),
  market_share_pct: (own, all) => ({ a: own.mentions, b: all.mentions }),
  sentiment_score: (own) => ({ a: own.sentiments, b: own.answers }),
  avg_rank: (own) => ({ a: own.ranks, b: own.answers }),
}

/** Their squares and products in single answers. */
const squares: Record<
  RatioName,
  (own: ClusterEntity, all: Cluster) => { aa: number; ab: number; bb: number }
> = {
  visibility_pct: (own, all) => ({ aa: own.answers, ab: own.answers, bb: all.answers }),
  market_share_pct: (own, all) => ({
    aa: own.mentionSquares,
    ab: own.mentionProducts,
    bb: all.mentionSquares,
  }),
  sentiment_score: (own) => ({ aa: own.sentimentSquares, ab: own.sentiments, bb: own.answers }),
  avg_rank: (own) => ({ aa: own.rankSquares, ab: own.ranks, bb: own.answers }),
}

const nothing: ClusterEntity = {
  ...{ answers: 0, mentions: 0, sentiments: 0, ranks: 0 },
  ...{ mentionSquares: 0, mentionProducts: 0, sentimentSquares: 0, rankSquares: 0 },
  withinCells: { visibility_pct: 0, market_share_pct: 0, sentiment_score: 0, avg_rank: 0 },
}

/** What intervals of an entity are made of, also of one that nobody names. */
export function entitySums(
  entity: number,
  clusters: readonly Cluster[],
  places: readonly DailyPlace[],
): EntitySums {
  const of = (name: RatioName) => ratioSums(name, entity, clusters, places)
  return {
    visibility_pct: of('visibility_pct'),
    market_share_pct: of('market_share_pct'),
    sentiment_score: of('sentiment_score'),
    avg_rank: of('avg_rank'),
  }
}

function ratioSums(
  name: RatioName,
  entity: number,
  clusters: readonly Cluster[],
  places: readonly DailyPlace[],
): RatioSums {
  const [pairOf, squaresOf] = [pairs[name], squares[name]]
  const sums = { a: 0, b: 0, answers: 0, withinCells: 0, singleCells: 0, aa: 0, ab: 0, bb: 0 }
  const counted: { a: number; b: number }[] = []
  for (const cluster of clusters) {
    const own = cluster.entities.get(entity) ?? nothing
    const pair = pairOf(own, cluster)
    const { aa, ab, bb } = squaresOf(own, cluster)
    sums.a += pair.a
    sums.b += pair.b
    sums.answers += cluster.answers
    sums.withinCells += own.withinCells[name]
    sums.singleCells += cluster.singleCells
    sums.aa += aa
    sums.ab += ab
    sums.bb += bb
    if (pair.b > 0) counted.push(pair)
  }
  const daily = places.map((place) => ({
    engine: place.engine,
    day: place.day,
    ...pairOf(place.entities.get(entity) ?? nothing, place),
  }))
  return {
    ...sums,
    clusters: counted.length,
    withSome: counted.filter(({ a }) => a > 0).length,
    withoutAll: counted.filter(({ a, b }) => a < b).length,
    ...clusterSums(counted),
    ...dayResiduals(daily),
  }
}
