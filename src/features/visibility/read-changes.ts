import type { BrandContext } from '../../kernel/context.ts'
import { type ChangeParts, explainChange, openPanel } from '../../lib/statistics/explained-change.ts'
import { type MatchedChange, matchedChange } from '../../lib/statistics/matched-change.ts'
import { benjaminiHochberg } from '../../lib/statistics/multiplicity.ts'
import { matchCells, type Pair } from '../../lib/statistics/panel.ts'
import { knownEngines } from '../engines/index.ts'
import type { MissingRuns, Verdict } from './change-sentence.ts'
import { type ChangeCounts, type ChangeDimension, countChanges, type ServedModels } from './count-changes.ts'
import type { FilterInput } from './filters.ts'
import { compare, type Entity } from './metrics.ts'
import type { Period } from './period.ts'
import { type PlannedRuns, readPlannedRuns } from './planned-runs.ts'
import type { StoredTopic } from './topic-tree.ts'
import type { View } from './view.ts'

/** Of changes that are said to be there, the share that may be none. */
export const falseDiscoveryRate = 0.1

/** Where changes are listed: everything, or an engine, market or root topic. */
export interface ChangeSegment {
  name: string | null
  topicId: string | null
  answers: Pair
}

/** How the visibility of an entity changed in a segment; shares, unrounded. */
export interface EntityChange {
  segment: ChangeSegment
  entity: Entity
  /** Null where a period has no answers, or the history is being read for the entity. */
  shares: Pair | null
  matched: MatchedChange | null
  parts: ChangeParts | null
  verdict: Verdict
  missing: MissingRuns | undefined
  /** Engines of the segment that served another model. */
  otherModels: string[]
}

export interface Changes {
  rows: EntityChange[]
  /** Answers of cells that match among all answers of both periods; null without answers. */
  matchedShare: number | null
  tested: number
}

interface Models {
  names: ReadonlyMap<string, string>
  served: ServedModels
}

/** Compares two periods: every entity in every segment, judged together. */
export async function readChanges(
  ctx: BrandContext,
  input: FilterInput,
  view: View,
  before: Period,
  dimension: ChangeDimension | undefined,
  roots: readonly StoredTopic[],
): Promise<Changes> {
  const [{ groups, served }, planned] = await Promise.all([
    countChanges(ctx, view, before, dimension, roots),
    readPlannedRuns(ctx, input, [before, view.period], dimension, roots),
  ])
  const names = new Map(knownEngines(ctx.services.config).map(({ slug, name }) => [slug, name]))
  const rows = [...groups].flatMap(([value, counts]) => {
    const segment = segmentOf(value, counts, dimension, roots)
    return segment === undefined
      ? []
      : changesOf(segment, counts, view.entities, { names, served }, planned.get(value) ?? new Map())
  })
  const tested = rows.filter(({ matched }) => matched !== null)
  const kept = benjaminiHochberg(
    tested.map(({ matched }) => matched?.pValue ?? 1),
    falseDiscoveryRate,
  )
  tested.forEach((row, index) => {
    row.verdict =
      kept[index] !== true ? 'no_detectable_change' : (row.matched?.value ?? 0) > 0 ? 'up' : 'down'
  })
  rows.sort(inOrder)
  return { rows, matchedShare: matchedShareOf([...groups.values()]), tested: tested.length }
}

function segmentOf(
  value: string,
  { cells }: ChangeCounts,
  dimension: ChangeDimension | undefined,
  roots: readonly StoredTopic[],
): ChangeSegment | undefined {
  const sum = (period: 0 | 1) => cells.reduce((all, { n }) => all + n[period], 0)
  const answers: Pair = [sum(0), sum(1)]
  if (dimension !== 'topic') return { name: dimension === undefined ? null : value, topicId: null, answers }
  const root = roots[Number(value) - 1]
  return root === undefined ? undefined : { name: root.name, topicId: root.id, answers }
}

/** Segments with most answers first, in them who is most visible now. */
function inOrder(a: EntityChange, b: EntityChange): number {
  return (
    b.segment.answers[1] - a.segment.answers[1] ||
    b.segment.answers[0] - a.segment.answers[0] ||
    compare(a.segment.name ?? '', b.segment.name ?? '') ||
    compare(a.segment.topicId ?? '', b.segment.topicId ?? '') ||
    (b.shares?.[1] ?? -1) - (a.shares?.[1] ?? -1) ||
    compare(a.entity.name, b.entity.name) ||
    compare(a.entity.id, b.entity.id)
  )
}

const unnamed: Pair = [0, 0]

function changesOf(
  segment: ChangeSegment,
  { cells, days, residuals }: ChangeCounts,
  entities: readonly Entity[],
  { names, served }: Models,
  planned: PlannedRuns,
): EntityChange[] {
  const { answers } = segment
  const isOther = (engine: string) => {
    const [before, after] = served.get(engine) ?? [null, null]
    return before !== null && after !== null && before !== after
  }
  const engines = new Set([...cells.map(({ engine }) => engine), ...planned.keys()])
  const inputs = new Map(
    [...engines].map((engine) => {
      const runs = planned.get(engine)
      const pair: Pair = [runs?.[0].planned ?? 0, runs?.[1].planned ?? 0]
      return [engine, { planned: pair, isOtherModel: isOther(engine) }] as const
    }),
  )
  const matched = matchCells(cells)
  const isComparable = answers[0] > 0 && answers[1] > 0
  const panel = isComparable ? openPanel(cells, inputs) : undefined
  const nameOf = (engine: string) => names.get(engine) ?? engine
  const otherModels = [...engines].filter(isOther).map(nameOf).sort(compare)
  const missing = missingRuns(planned, nameOf)
  return entities.map((entity): EntityChange => {
    const row = { segment, entity, verdict: 'not_comparable' as const, missing, otherModels }
    if (panel === undefined || !entity.isRead) return { ...row, shares: null, matched: null, parts: null }
    const named = cells.map((cell) => cell.named.get(entity.number) ?? unnamed)
    const share = (period: 0 | 1) => named.reduce((all, y) => all + y[period], 0) / answers[period]
    const rr = residuals.get(entity.number) ?? unnamed
    return {
      ...row,
      shares: [share(0), share(1)],
      matched: matchedChange(cells, matched, named, [
        { days: days[0], rr: rr[0] },
        { days: days[1], rr: rr[1] },
      ]),
      parts: explainChange(panel, named),
    }
  })
}

/** Smaller shares of runs go missing every day. */
const minMissingShare = 0.1

/** The engine whose share of missing runs differs most between both periods. */
function missingRuns(planned: PlannedRuns, nameOf: (engine: string) => string): MissingRuns | undefined {
  const found = [...planned].flatMap(([engine, runs]) => {
    const [before, after] = runs.map((of) => (of.planned === 0 ? 0 : 1 - of.came / of.planned))
    if (before === undefined || after === undefined) return []
    const isBefore = before > after
    return {
      engine: nameOf(engine),
      share: isBefore ? before : after,
      isBefore,
      by: Math.abs(after - before),
    }
  })
  const [most] = found.sort((a, b) => b.by - a.by || compare(a.engine, b.engine))
  if (most === undefined || most.by < minMissingShare) return undefined
  return { engine: most.engine, share: most.share, isBefore: most.isBefore }
}

function matchedShareOf(groups: readonly ChangeCounts[]): number | null {
  const cells = groups.flatMap((group) => group.cells)
  const sum = (of: typeof cells) => of.reduce((all, { n }) => all + n[0] + n[1], 0)
  const all = sum(cells)
  return all === 0 ? null : sum(cells.filter(({ n }) => n[0] > 0 && n[1] > 0)) / all
}
