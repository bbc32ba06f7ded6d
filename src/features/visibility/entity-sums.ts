import { daySums } from '../../lib/statistics/day-swings.ts'
import { clusterSums, type DaySum, type RatioSums, topicSums } from '../../lib/statistics/ratio-interval.ts'
import { brandEntity } from '../answers/index.ts'

/** The figures whose changes are tested. Each is a ratio. */
export const ratioNames = ['visibility_pct', 'market_share_pct', 'sentiment_score', 'avg_rank'] as const
export type RatioName = (typeof ratioNames)[number]
export type IntervalName = RatioName | 'recommended_pct'

interface AnswerSums {
  answers: number
  /** Mentions of active entities. */
  mentions: number
}

export interface EntityCounts {
  answers: number
  mentions: number
  /** Answers with a sentiment towards it. */
  judged: number
  /** Hundredths of points from `neutralSentiment`. */
  sentiments: number
  /** Positions by first mention. */
  ranks: number
  /** Answers whose stance towards it is known, and those that recommend it. */
  stances: number
  recommended: number
}

/** An entity in a cluster. Squares are per answer. */
export interface ClusterEntity extends EntityCounts {
  mentionSquares: number
  /** Mentions of it times all mentions, per answer. */
  mentionProducts: number
  sentimentSquares: number
  rankSquares: number
  /** Answers that also mention the brand. */
  withBrand: number
  /** Σn·s² over cells of several answers: see `RatioSums`. */
  withinCells: Record<IntervalName, number>
  /** As `withinCells`, for the gap to the brand, less the brand's part. */
  withinGap: number
}

export interface Cluster extends AnswerSums {
  /** Undefined if the prompt has no topic. */
  topic: number | undefined
  /** Squares per answer. */
  mentionSquares: number
  /** Cells with one answer. */
  singleCells: number
  entities: ReadonlyMap<number, ClusterEntity>
}

export interface DailyPlace extends AnswerSums {
  engine: string
  day: number
  entities: ReadonlyMap<number, EntityCounts>
}

export interface AskedDays {
  history: readonly DailyPlace[]
  period: readonly DailyPlace[]
  /** Whether some prompts have answers in only one of the two. */
  hasOtherPrompts: boolean
}

/** The numerator a and denominator b of a figure. */
export interface Ratio {
  pair(all: AnswerSums & { entities: ReadonlyMap<number, EntityCounts> }): { a: number; b: number }
  /** Squares and products per answer. */
  squares(cluster: Cluster): { aa: number; ab: number; bb: number }
  /** Σn·s² over cells of several answers. */
  within(cluster: Cluster): number
}

const noCounts: EntityCounts = {
  ...{ answers: 0, mentions: 0, judged: 0, sentiments: 0, ranks: 0 },
  ...{ stances: 0, recommended: 0 },
}
const nothing: ClusterEntity = {
  ...noCounts,
  ...{ mentionSquares: 0, mentionProducts: 0, sentimentSquares: 0, rankSquares: 0 },
  withBrand: 0,
  withinCells: {
    visibility_pct: 0,
    market_share_pct: 0,
    sentiment_score: 0,
    avg_rank: 0,
    recommended_pct: 0,
  },
  withinGap: 0,
}

const pairs: Record<IntervalName, (own: EntityCounts, all: AnswerSums) => { a: number; b: number }> = {
  visibility_pct: (own, all) => ({ a: own.answers, b: all.answers }),
  market_share_pct: (own, all) => ({ a: own.mentions, b: all.mentions }),
  sentiment_score: (own) => ({ a: own.sentiments, b: own.judged }),
  avg_rank: (own) => ({ a: own.ranks, b: own.answers }),
  recommended_pct: (own) => ({ a: own.recommended, b: own.stances }),
}

const squares: Record<IntervalName, (own: ClusterEntity, all: Cluster) => { aa: number; ab: number; bb: number }> = {
  visibility_pct: (own, all) => ({ aa: own.answers, ab: own.answers, bb: all.answers }),
  market_share_pct: (own, all) => ({
    aa: own.mentionSquares,
    ab: own.mentionProducts,
    bb: all.mentionSquares,
  }),
  sentiment_score: (own) => ({ aa: own.sentimentSquares, ab: own.sentiments, bb: own.judged }),
  avg_rank: (own) => ({ aa: own.rankSquares, ab: own.ranks, bb: own.answers }),
  recommended_pct: (own) => ({ aa: own.recommended, ab: own.recommended, bb: own.stances }),
}

/** A figure of an entity, with or without mentions. */
export const figureRatio = (name: IntervalName, entity: number): Ratio => ({
  pair: (all) => pairs[name](all.entities.get(entity) ?? noCounts, all),
  squares: (cluster) => squares[name](cluster.entities.get(entity) ?? nothing, cluster),
  within: (cluster) => (cluster.entities.get(entity) ?? nothing).withinCells[name],
})

/** The brand's visibility minus that of a competitor. */
export function gapRatio(competitor: number): Ratio {
  const both = ({ entities }: Cluster) =>
    [entities.get(brandEntity) ?? nothing, entities.get(competitor) ?? nothing] as const
  return {
    pair: ({ answers, entities }) => {
      const own = entities.get(brandEntity) ?? noCounts
      return { a: own.answers - (entities.get(competitor) ?? noCounts).answers, b: answers }
    },
    squares: (cluster) => {
      const [own, theirs] = both(cluster)
      const named = own.answers + theirs.answers
      return { aa: named - 2 * theirs.withBrand, ab: own.answers - theirs.answers, bb: cluster.answers }
    },
    within: (cluster) => {
      const [own, theirs] = both(cluster)
      return own.withinCells.visibility_pct + theirs.withinGap
    },
  }
}

/** A ratio's sums by engine and day, for the history and the period. */
export const dailySums = (ratio: Ratio, { history, period, hasOtherPrompts }: AskedDays) => {
  const of = (places: readonly DailyPlace[]) =>
    places.map((place): DaySum => ({ engine: place.engine, day: place.day, ...ratio.pair(place) }))
  return { history: of(history), period: of(period), hasOtherPrompts }
}

/** The sums from which intervals of a ratio are computed. */
export function ratioSums(ratio: Ratio, clusters: readonly Cluster[], asked: AskedDays): RatioSums {
  const sums = { a: 0, b: 0, answers: 0, withinCells: 0, singleCells: 0, aa: 0, ab: 0, bb: 0 }
  const counted: { a: number; b: number }[] = []
  const topics: (number | undefined)[] = []
  for (const cluster of clusters) {
    const pair = ratio.pair(cluster)
    const { aa, ab, bb } = ratio.squares(cluster)
    sums.a += pair.a
    sums.b += pair.b
    sums.answers += cluster.answers
    sums.withinCells += ratio.within(cluster)
    sums.singleCells += cluster.singleCells
    sums.aa += aa
    sums.ab += ab
    sums.bb += bb
    if (pair.b === 0) continue
    counted.push(pair)
    topics.push(cluster.topic)
  }
  return {
    ...sums,
    clusters: counted.length,
    withSome: counted.filter(({ a }) => a > 0).length,
    withoutAll: counted.filter(({ a, b }) => a < b).length,
    ...clusterSums(counted),
    topics: topicSums(counted, topics),
    ...daySums(dailySums(ratio, asked)),
  }
}
