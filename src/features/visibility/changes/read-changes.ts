import type { BrandContext } from '../../../kernel/context.ts'
import { pooledCorrelation } from '../../../lib/statistics/day-model.ts'
import { type ChangeParts, explainChange, openPanel } from '../../../lib/statistics/explained-change.ts'
import {
  type ChangeEstimate,
  estimateChange,
  type MatchedChange,
  testChange,
} from '../../../lib/statistics/matched-change.ts'
import { benjaminiHochberg } from '../../../lib/statistics/multiplicity.ts'
import { type Pair, type PanelCell, pairOf } from '../../../lib/statistics/panel.ts'
import { knownEngines } from '../../engines/index.ts'
import type { Counts } from '../count-answers.ts'
import type { RatioName } from '../entity-sums.ts'
import { compare, type Entity, type Figures, rankEntities } from '../metrics.ts'
import { dayNumber, daysOf, type Period } from '../period.ts'
import { neutralSentiment } from '../sentiment-sql.ts'
import type { FilterInput } from '../view/filters.ts'
import { findHistory } from '../view/history.ts'
import { type PlannedRuns, readPlannedRuns } from '../view/planned-runs.ts'
import type { StoredTopic } from '../view/topic-tree.ts'
import type { View } from '../view/view.ts'
import { type ChangeGroup, namedIn, openGroups } from './change-sums.ts'
import { type ChangeDimension, countChanges, type ServedModels } from './count-changes.ts'

/** False discovery rates: the default, and a strict one from this correlation of adjacent days. */
const [defaultRate, strictRate, correlated] = [0.1, 0.05, 0.3]

export const verdicts = ['up', 'down', 'no_detectable_change', 'not_comparable'] as const
export type Verdict = (typeof verdicts)[number]

export interface MissingRuns {
  engine: string
  /** Share of the planned runs, from 0 to 1. */
  share: number
  /** Whether they were missing in the previous period instead of this one. */
  isBefore: boolean
}

/** All answers, or those of an engine, market or root topic. */
export interface ChangeSegment {
  name: string | null
  topicId: string | null
  answers: Pair
}

export interface FigureChange {
  /** In the figure's own unit, unrounded. Null without answers, or without a required mention. */
  values: readonly [before: number | null, after: number | null]
  /** In the figure's own unit. Null if not tested. */
  matched: MatchedChange | null
  verdict: Verdict
}

export interface EntityChange {
  segment: ChangeSegment
  entity: Entity
  figures: Record<RatioName, FigureChange>
  /** Ranks in both periods. Null if one has no answers. */
  ranks: Pair | null
  ranked: number
  parts: ChangeParts | null
  missing: MissingRuns | undefined
  /** Names of engines in the segment that served a different model. */
  otherModels: string[]
}

export interface Changes {
  rows: EntityChange[]
  /** All answers together. Undefined without answers, or with a dimension. */
  total: ChangeGroup | undefined
  /** Share of all answers of both periods that are in matched cells. Null without answers. */
  matchedShare: number | null
  /** By figure: the number of tested changes and their false discovery rate. */
  tested: Record<RatioName, JudgedList>
}

export interface JudgedList {
  tested: number
  rate: number
  /** Correlation of adjacent days, pooled over the list. */
  correlation: number
}

interface Names {
  engineOf(slug: string): string
  served: ServedModels
}

interface Estimated {
  row: EntityChange
  estimates: Record<RatioName, ChangeEstimate | null>
}

/**
 * Compares every entity in every segment between two periods, and tests each figure as one list.
 * @param roots root topics to list by if the dimension is topic; steps: see `readSteps`
 */
export async function readChanges(
  ctx: BrandContext,
  input: FilterInput,
  view: View,
  before: Period,
  dimension: ChangeDimension | undefined,
  { roots, steps }: { roots: readonly StoredTopic[]; steps: readonly string[] },
): Promise<Changes> {
  const history = await findHistory(ctx, view, steps, before.start_date)
  const [counted, planned] = await Promise.all([
    countChanges(ctx, view, { before, history }, { dimension, roots }),
    readPlannedRuns(ctx, input, [before, view.period], dimension, roots),
  ])
  const names = new Map(knownEngines(ctx.services.config).map(({ slug, name }) => [slug, name]))
  const read = view.entities.filter(({ isRead }) => isRead).map(({ number }) => number)
  const words = { engineOf: (slug: string) => names.get(slug) ?? slug, served: counted.served }
  const estimated: Estimated[] = []
  let total: ChangeGroup | undefined
  for (const [name, group] of openGroups(counted, read, gapOf(counted.days, before, view.period))) {
    const segment = segmentOf(name, group, dimension, roots)
    if (segment !== undefined)
      estimated.push(...estimateGroup(segment, group, view.entities, words, planned.get(name) ?? []))
    if (dimension === undefined) total = group
  }
  const tested = judge(estimated)
  const rows = estimated.map(({ row }) => row)
  rows.sort(inOrder)
  return { rows, total, matchedShare: matchedShareOf(counted.cells), tested }
}

/** Estimates the days with answers between the periods from their share within the periods. */
export function gapOf(days: readonly { day: number }[], before: Period, period: Period): number {
  const between = dayNumber(period.start_date) - dayNumber(before.end_date) - 1
  if (between === 0) return 0
  const asked = new Set(days.map(({ day }) => day)).size
  return Math.round((between * asked) / (daysOf(before) + daysOf(period)))
}

function segmentOf(
  name: string,
  { answers }: ChangeGroup,
  dimension: ChangeDimension | undefined,
  roots: readonly StoredTopic[],
): ChangeSegment | undefined {
  if (dimension !== 'topic') return { name: dimension === undefined ? null : name, topicId: null, answers }
  const root = roots[Number(name) - 1]
  return root === undefined ? undefined : { name: root.name, topicId: root.id, answers }
}

/** Segments with most answers first, then by visibility. */
function inOrder(a: EntityChange, b: EntityChange): number {
  const visibility = (row: EntityChange) => row.figures.visibility_pct.values[1] ?? -1
  return (
    b.segment.answers[1] - a.segment.answers[1] ||
    b.segment.answers[0] - a.segment.answers[0] ||
    compare(a.segment.name ?? '', b.segment.name ?? '') ||
    compare(a.segment.topicId ?? '', b.segment.topicId ?? '') ||
    visibility(b) - visibility(a) ||
    compare(a.entity.name, b.entity.name) ||
    compare(a.entity.id, b.entity.id)
  )
}

const metricOf = {
  visibility_pct: 'visibility',
  market_share_pct: 'marketShare',
  sentiment_score: 'sentiment',
  avg_rank: 'averageRank',
} as const satisfies Record<RatioName, keyof Figures>

function estimateGroup(
  segment: ChangeSegment,
  group: ChangeGroup,
  entities: readonly Entity[],
  { engineOf, served }: Names,
  planned: readonly PlannedRuns[],
): Estimated[] {
  const { answers, cells } = group
  const engines = new Set([...cells, ...planned].map(({ engine }) => engine))
  const changed = [...engines].filter((engine) => servesAnother(served, engine))
  const isComparable = answers[0] > 0 && answers[1] > 0
  const panel = isComparable ? openPanel(cells, planned, new Set(changed)) : undefined
  const ranks = ([0, 1] as const).map((period) => {
    const rows = rankEntities(entities, countsOf(group, entities, period))
    return new Map(rows.map((row) => [row.entity.number, row]))
  })
  const common = {
    segment,
    ranked: entities.length,
    missing: missingRuns(planned, engineOf),
    otherModels: changed.map(engineOf).sort(compare),
  }
  return entities.map((entity): Estimated => {
    const { number } = entity
    const [past, now] = ranks.map((rows) => rows.get(number))
    const figures = figuresBy((name): FigureChange => {
      const value = (row: Figures | undefined) => row?.[metricOf[name]] ?? null
      return { values: [value(past), value(now)], matched: null, verdict: 'not_comparable' }
    })
    const row: EntityChange = { ...common, entity, figures, ranks: null, parts: null }
    if (panel === undefined || !entity.isRead) return { row, estimates: figuresBy(() => null) }
    row.ranks = [past?.rank ?? 0, now?.rank ?? 0]
    row.parts = explainChange(
      panel,
      cells.map((cell) => pairOf((period) => namedIn(cell.halves[period], number))),
    )
    return { row, estimates: figuresBy((name) => estimateChange(group.figure(name, number))) }
  })
}

const figuresBy = <T>(of: (name: RatioName) => T): Record<RatioName, T> => ({
  visibility_pct: of('visibility_pct'),
  market_share_pct: of('market_share_pct'),
  sentiment_score: of('sentiment_score'),
  avg_rank: of('avg_rank'),
})

function servesAnother(served: ServedModels, engine: string): boolean {
  const [before, after] = served.get(engine) ?? [null, null]
  return before !== null && after !== null && before !== after
}

function countsOf(group: ChangeGroup, entities: readonly Entity[], period: 0 | 1): Counts {
  const counted = entities.filter(({ isRead }) => isRead)
  return {
    executions: group.answers[period],
    entities: new Map(
      counted.map(({ number }) => {
        const [answers = 0, mentions = 0, judged = 0, sentiments = 0, rankSum = 0] = group.sumsOf(number)[period]
        const sentimentSum = sentiments + neutralSentiment * judged
        return [number, { answers, mentions, judged, sentimentSum, rankSum, stances: 0, recommended: 0 }]
      }),
    ),
  }
}

/** Conversion factors from estimates to the figure's own unit. */
const unitOf: Record<RatioName, number> = {
  visibility_pct: 100,
  market_share_pct: 100,
  sentiment_score: 0.01,
  avg_rank: 1,
}

/** Tests each figure of all rows as one list. */
const judge = (estimated: readonly Estimated[]): Changes['tested'] =>
  figuresBy((name) => {
    const list = estimated.flatMap(({ row, estimates }) => {
      const estimate = estimates[name]
      return estimate === null ? [] : [{ change: row.figures[name], estimate }]
    })
    return judgeList(list, unitOf[name])
  })

/**
 * Tests changes of one figure as one list, and writes the result into each change.
 * @param unit conversion factor to the figure's own unit
 */
export function judgeList(
  list: readonly { change: FigureChange; estimate: ChangeEstimate }[],
  unit: number,
): JudgedList {
  const correlation = pooledCorrelation(list.map(({ estimate }) => estimate.moments))
  const rate = correlation < correlated ? defaultRate : strictRate
  const tested = list.flatMap(({ change, estimate }) => {
    const matched = testChange(estimate, correlation)
    return matched === null ? [] : [{ change, matched }]
  })
  giveVerdicts(tested, rate, unit)
  return { tested: tested.length, rate, correlation }
}

/** Sets the verdicts of tested changes at a false discovery rate. */
export function giveVerdicts(
  tested: readonly { change: FigureChange; matched: MatchedChange }[],
  rate: number,
  unit: number,
): void {
  const pValues = tested.map(({ matched }) => matched.pValue)
  const kept = benjaminiHochberg(pValues, rate)
  tested.forEach(({ change, matched }, index) => {
    change.matched = inUnit(matched, unit)
    change.verdict = kept[index] !== true ? 'no_detectable_change' : matched.value > 0 ? 'up' : 'down'
  })
}

const inUnit = ({ value, interval, pValue }: MatchedChange, unit: number): MatchedChange => ({
  value: unit * value,
  interval: interval === null ? null : { low: unit * interval.low, high: unit * interval.high },
  pValue,
})

/** Smaller shares of missing runs are normal. */
const minMissingShare = 0.1

/** The engine whose share of missing runs differs most between the periods. */
function missingRuns(planned: readonly PlannedRuns[], engineOf: (slug: string) => string): MissingRuns | undefined {
  const found = [...Map.groupBy(planned, ({ engine }) => engine)].map(([engine, own]) => {
    const [before, after] = ([0, 1] as const).map((period) => {
      const sum = (of: 'runs' | 'came') => own.reduce((all, stratum) => all + stratum[of][period], 0)
      return sum('runs') === 0 ? 0 : 1 - sum('came') / sum('runs')
    }) as [number, number]
    const isBefore = before > after
    return {
      engine: engineOf(engine),
      share: isBefore ? before : after,
      isBefore,
      by: Math.abs(after - before),
    }
  })
  const [most] = found.sort((a, b) => b.by - a.by || compare(a.engine, b.engine))
  if (most === undefined || most.by < minMissingShare) return undefined
  return { engine: most.engine, share: most.share, isBefore: most.isBefore }
}

function matchedShareOf(cells: readonly PanelCell[]): number | null {
  const sum = (of: readonly PanelCell[]) => of.reduce((all, { n }) => all + n[0] + n[1], 0)
  const all = sum(cells)
  return all === 0 ? null : sum(cells.filter(({ n }) => n[0] > 0 && n[1] > 0)) / all
}
