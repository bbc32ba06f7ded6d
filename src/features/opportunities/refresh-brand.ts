import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { BrandContext, Services } from '../../kernel/context.ts'
import { incrementDataVersion } from '../../kernel/data-version.ts'
import { emit } from '../../kernel/events.ts'
import { jobContext } from '../../kernel/job-context.ts'
import type { Brand } from '../../kernel/tables.ts'
import { uuidFromText } from '../../lib/hashed-uuid.ts'
import { insertRows, updateRow } from '../../stores/postgres-rows.ts'
import type { Row, Tables } from '../../stores/postgres-schema.ts'
import { experimentEnded, judgeExperiment } from '../experiments/index.ts'
import { lastDays, openView, readTopics } from '../visibility/index.ts'
import type { OpportunityCandidate, Search } from './cause.ts'
import { chooseCauses } from './choose-causes.ts'
import { findTopicsBehind, promptsWithoutBrand } from './find-content.ts'
import { ownPages, topicsWithoutCitation } from './find-own-pages.ts'
import { sitesWithoutBrand } from './find-sites.ts'
import { openIssues } from './find-technical.ts'
import { topicsWithWarnings } from './find-warnings.ts'
import { columnsOfProgress } from './opportunity.ts'
import { opportunityOpened } from './opportunity-opened.ts'

/** Days of answers to search, including today. */
const windowDays = 30

/** Identifies the data that opportunities were computed from. */
const stateOf = (services: Services, dataVersion: number) =>
  `${dataVersion} ${services.now().toISOString().slice(0, 10)}`

export const isStale = (services: Services, brand: Brand) =>
  brand.opportunities_of !== stateOf(services, brand.data_version)

export interface Refreshed {
  opened: number
  closed: number
  open: number
}

/**
 * Refreshes a brand's opportunities. A new or returning cause opens an opportunity unless it was dismissed; a cause that
 * is gone closes it. A status set by people stays while the cause exists. The verdict of an experiment that has ended
 * replaces `measuring`.
 */
export async function refreshBrand(services: Services, brand: Brand): Promise<Refreshed> {
  const ctx = await jobContext(services, 'find-opportunities', brand)
  if (ctx === undefined) return { opened: 0, closed: 0, open: 0 }
  const causes = await findCauses(ctx)
  const verdicts = await findVerdicts(ctx)
  return services.db.transaction().execute(async (transaction) => {
    const brands = transaction.selectFrom('brands').select('data_version').where('id', '=', brand.id)
    const locked = await brands.forUpdate().executeTakeFirst()
    if (locked === undefined) return { opened: 0, closed: 0, open: 0 }
    const judged = await storeVerdicts(transaction, brand, verdicts, services.now())
    const result = await store(transaction, brand, causes, services.now())
    const changed = judged || result.changed
    const version = locked.data_version + (changed ? 1 : 0)
    // If the data changed in the meantime, the next run refreshes again.
    const of = locked.data_version === brand.data_version ? stateOf(services, version) : null
    const raised = changed ? incrementDataVersion : {}
    await updateRow(transaction, 'brands', brand.id, { opportunities_of: of, ...raised })
    return { opened: result.opened, closed: result.closed, open: result.open }
  })
}

type Verdict = z.input<typeof experimentEnded.data>

/** Verdicts of ended experiments that are not announced yet, or that an opportunity waits for. */
async function findVerdicts(ctx: BrandContext): Promise<Verdict[]> {
  const { services, brand } = ctx
  const ended = await services.db
    .selectFrom('experiments')
    .selectAll()
    .where('brand_id', '=', brand.id)
    .where(
      sql<boolean>`(announced_at is null or id in (select experiment_id from opportunities where progress = 'measuring'))`,
    )
    .where('ended_on', '<', services.now().toISOString().slice(0, 10))
    .execute()
  const verdicts: Verdict[] = []
  for (const experiment of ended) {
    const { verdict, headline, effect } = await judgeExperiment(ctx, experiment)
    if (verdict === 'running') continue
    verdicts.push({
      experiment_id: experiment.id,
      name: experiment.name,
      verdict,
      headline,
      effect: effect ?? undefined,
    })
  }
  return verdicts
}

/** @returns whether the progress of an opportunity changed */
async function storeVerdicts(
  transaction: Transaction<Tables>,
  { id: brandId, workspace_id: workspaceId }: Brand,
  verdicts: readonly Verdict[],
  at: Date,
): Promise<boolean> {
  let changed = 0n
  for (const data of verdicts) {
    const { experiment_id, verdict } = data
    const announced = transaction.updateTable('experiments').set({ announced_at: at }).where('id', '=', experiment_id)
    const { numUpdatedRows } = await announced.where('announced_at', 'is', null).executeTakeFirst()
    if (numUpdatedRows > 0n) await emit(transaction, experimentEnded, { workspaceId, brandId, at, data })
    const progress = verdict === 'not_comparable' ? 'done' : verdict
    const waiting = transaction.updateTable('opportunities').set({ progress, updated_at: at })
    const measuring = waiting.where('experiment_id', '=', experiment_id).where('progress', '=', 'measuring')
    changed += (await measuring.executeTakeFirst()).numUpdatedRows
  }
  return changed > 0n
}

async function findCauses(ctx: BrandContext): Promise<OpportunityCandidate[]> {
  const { services, brand } = ctx
  const period = lastDays(windowDays, services.now())
  const [view, topics] = await Promise.all([
    openView(ctx, period, undefined),
    readTopics(services, brand, brand.last_prompt),
  ])
  const search: Search = { ctx, view, topics, period }
  const ofContent = [findTopicsBehind, promptsWithoutBrand, ownPages, topicsWithoutCitation, topicsWithWarnings]
  const finders = [...ofContent, sitesWithoutBrand, openIssues]
  const causes = (await Promise.all(finders.map((find) => find(search)))).flat()
  const rows = services.db.selectFrom('opportunities').select(['id', 'progress'])
  const stored = await rows.where('brand_id', '=', brand.id).execute()
  const progressOf = new Map(stored.map(({ id, progress }) => [id, progress]))
  const progress = (cause: Pick<OpportunityCandidate, 'kind' | 'subject'>) => progressOf.get(idOf(brand.id, cause))
  const lasting = causes.filter((cause) => !cause.isWeak || !['done', undefined].includes(progress(cause)))
  return chooseCauses(lasting, topics, progress)
}

const idOf = (brandId: string, { kind, subject }: Pick<OpportunityCandidate, 'kind' | 'subject'>) =>
  uuidFromText(JSON.stringify([brandId, 'opportunity', kind, subject]))

type Stored = Row<'opportunities'>

async function store(
  transaction: Transaction<Tables>,
  { id: brandId, workspace_id: workspaceId }: Brand,
  causes: readonly OpportunityCandidate[],
  at: Date,
): Promise<Refreshed & { changed: boolean }> {
  const rows = await transaction.selectFrom('opportunities').selectAll().where('brand_id', '=', brandId).execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const topics = await transaction.selectFrom('topics').select('id').where('brand_id', '=', brandId).execute()
  // A topic may have been deleted during the search.
  const topicIds = new Set([null, ...topics.map(({ id }) => id)])
  const current = causes.filter(({ topicId }) => topicIds.has(topicId))
  const found = new Map(current.map((cause) => [idOf(brandId, cause), cause]))
  const created = [...found].filter(([id]) => !known.has(id))
  await insertRows(
    transaction,
    'opportunities',
    created.map(([id, { topicId, subject: _, isWeak: _weak, evidence, ...cause }]) => ({
      ...{ id, brand_id: brandId, topic_id: topicId, ...cause, evidence: evidence as never },
      ...{ ...columnsOfProgress('todo'), cause_gone_at: null, created_at: at, updated_at: at },
    })),
  )
  const changes = rows.flatMap((row) => {
    const next = changesOf(row, found.get(row.id), at)
    return next === undefined ? [] : [{ row, next }]
  })
  for (const { row, next } of changes)
    await updateRow(transaction, 'opportunities', row.id, { ...next, updated_at: at })
  const opened = [
    ...created.map(([id]) => id),
    ...changes.filter(({ row, next }) => row.state !== 'open' && next.state === 'open').map(({ row }) => row.id),
  ]
  for (const id of opened) {
    const { category, kind, title, reach } = found.get(id) as OpportunityCandidate
    const data = { opportunity_id: id, category, kind, title, expected_reach: reach }
    await emit(transaction, opportunityOpened, { workspaceId, brandId, at, data })
  }
  const closed = changes.filter(({ row, next }) => row.state === 'open' && next.state !== 'open').length
  return {
    opened: opened.length,
    closed,
    open: rows.filter(({ state }) => state === 'open').length + opened.length - closed,
    changed: created.length + changes.length > 0,
  }
}

/** The changes of a stored opportunity; undefined if it is unchanged. */
function changesOf(row: Stored, cause: OpportunityCandidate | undefined, at: Date) {
  if (cause === undefined) {
    // A member may have reopened it.
    if (row.cause_gone_at !== null && row.state !== 'open') return undefined
    const done = row.state === 'open' ? columnsOfProgress('done') : { state: row.state, progress: row.progress }
    return { ...done, cause_gone_at: row.cause_gone_at ?? at }
  }
  const hasReturned = row.cause_gone_at !== null && row.state !== 'dismissed' && row.progress !== 'measuring'
  const next = { topic_id: cause.topicId, title: cause.title, reach: cause.reach, cause_gone_at: null }
  const { topic_id, title, reach, cause_gone_at } = row
  const isSame =
    isDeepStrictEqual({ topic_id, title, reach, cause_gone_at }, next) &&
    isDeepStrictEqual(row.evidence, JSON.parse(JSON.stringify(cause.evidence)))
  if (isSame) return undefined
  const { state, progress } = hasReturned ? columnsOfProgress('todo') : row
  return { ...next, evidence: JSON.stringify(cause.evidence), state, progress }
}
