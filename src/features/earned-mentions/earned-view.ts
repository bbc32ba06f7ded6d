import { createHash } from 'node:crypto'
import { z } from 'zod'
import { cacheByDataVersion } from '../../kernel/brand-facts.ts'
import type { BrandContext } from '../../kernel/context.ts'
import type { ListRule } from '../../kernel/operation.ts'
import { invalidCursor, invalidRequest } from '../../lib/errors.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { addDays, inSnapshot, type Period, readTopics, type StoredTopic } from '../visibility/index.ts'
import { type PageSnapshot, pagesOf } from './current-pages.ts'
import type { SettledPage } from './earned-state.ts'

/** The period of citing answers; all time if both are null. */
interface EarnedPeriod {
  start_date: string | null
  end_date: string | null
}

export const earnedPeriodSchema = z.object({
  start_date: z.iso.date().nullable().describe('First day (UTC), inclusive. Null for all time.'),
  end_date: z.iso.date().nullable(),
})

/** Cursor content, so that all pages of a list show the same data. */
const earnedPosition = z.object({
  offset: z.int().min(0),
  period: earnedPeriodSchema,
  as_of: z.iso.date(),
  version: z.int(),
  seq: z.int(),
  pages_version: z.int(),
  pages_seq: z.int(),
  last_prompt: z.int(),
  fingerprint: z.string(),
})
export type EarnedPosition = z.output<typeof earnedPosition>

export const earnedRows: ListRule<typeof earnedPosition> = { position: earnedPosition, defaultLimit: 20 }

export interface ActiveCompetitor {
  id: string
  number: number
  name: string
  domain: string | null
  match_require_domain: boolean
}

interface EarnedInput {
  start_date?: string | undefined
  end_date?: string | undefined
  topic_id?: string[] | undefined
  subtopic_id?: string[] | undefined
}

export interface EarnedView {
  period: EarnedPeriod
  /** Reference day of the scores. */
  asOf: string
  /** WHERE condition on `readings` for the citing answers. */
  answers: Sql
  pages: PageSnapshot
  competitors: ActiveCompetitor[]
  topics: StoredTopic[]
  offset: number
  at(offset: number): EarnedPosition
}

const firstDay = '1970-01-01'
const lastDay = '2199-12-31'

/**
 * Opens the snapshot of a request, or that of its cursor.
 * @param work states that narrow the list; if they change, the cursor becomes invalid
 * @throws ApiError invalid_request for unknown topics or invalid dates; invalid_cursor if pages or history were
 * reread, answers erased, or names or filtered prompts changed since
 */
export async function openEarnedView(
  ctx: BrandContext,
  input: EarnedInput,
  after: EarnedPosition | undefined,
  work: readonly SettledPage[] = [],
): Promise<EarnedView> {
  const { services, brand } = ctx
  const now = pagesOf(brand)
  if (after !== undefined && !isCurrent(ctx, now, after)) throw invalidCursor()
  const period = after?.period ?? earnedPeriod(input, services.now())
  const asOf = after?.as_of ?? period.end_date ?? services.now().toISOString().slice(0, 10)
  const lastPrompt = after?.last_prompt ?? brand.last_prompt
  const [topics, competitors] = await Promise.all([
    readTopics(services, brand, lastPrompt),
    cacheByDataVersion(services, brand, 'competitors', () => readCompetitors(ctx)),
  ])
  const prompts = promptsOf(topics, input)
  const facts = [brand.name, brand.primary_domain, brand.erasures, competitors, topics]
  const state = fingerprint(work.length === 0 ? facts : [...facts, work])
  if (after !== undefined && after.fingerprint !== state) throw invalidCursor()
  const seq = after?.seq ?? brand.ingest_seq
  const pages = { ...now, seq: after?.pages_seq ?? now.seq }
  const days = { start_date: period.start_date ?? firstDay, end_date: period.end_date ?? lastDay }
  const snapshot = { brandId: brand.id, version: brand.reading_version, seq }
  const ofPrompts = prompts === undefined ? sql`true` : sql`prompt IN ${prompts}`
  return {
    period,
    asOf,
    answers: sql`${inSnapshot(snapshot, days)} AND ${ofPrompts}`,
    pages,
    competitors,
    topics,
    offset: after?.offset ?? 0,
    at: (offset) => ({
      offset,
      period,
      as_of: asOf,
      version: snapshot.version,
      seq,
      pages_version: pages.version,
      pages_seq: pages.seq,
      last_prompt: lastPrompt,
      fingerprint: state,
    }),
  }
}

const isCurrent = ({ brand }: BrandContext, pages: PageSnapshot, after: EarnedPosition) =>
  after.version === brand.reading_version &&
  after.pages_version === pages.version &&
  after.pages_seq >= pages.prunedSeq &&
  !brand.data_unstable

/**
 * Defaults to all time. If only one bound is set, the end is today or the start is 29 days before the end.
 * @throws ApiError invalid_request if the start is after the end
 */
function earnedPeriod({ start_date, end_date }: EarnedInput, now: Date): EarnedPeriod {
  if (start_date === undefined && end_date === undefined) return { start_date: null, end_date: null }
  const end = end_date ?? now.toISOString().slice(0, 10)
  const period: Period = { start_date: start_date ?? addDays(end, -29), end_date: end }
  if (period.start_date > end) throw invalidRequest(`start_date must not be after end_date (${end})`)
  return period
}

const readCompetitors = ({ services, brand }: BrandContext): Promise<ActiveCompetitor[]> =>
  services.db
    .selectFrom('competitors')
    .select(['id', 'number', 'name', 'domain', 'match_require_domain'])
    .where('brand_id', '=', brand.id)
    .where('is_active', '=', true)
    .orderBy('number')
    .execute()

/** Numbers of the prompts in the given topics and subtopics; undefined without these filters. */
function promptsOf(topics: readonly StoredTopic[], input: EarnedInput): number[] | undefined {
  const { topic_id: roots, subtopic_id: below } = input
  for (const [name, ids] of Object.entries({ topic_id: roots, subtopic_id: below })) {
    const unknown = ids?.find((id) => !topics.some((topic) => topic.id === id))
    if (unknown !== undefined) throw invalidRequest(`${name}: the brand has no topic ${unknown}`)
  }
  const root = topics.find(({ id, parentId }) => parentId === null && below?.includes(id) === true)
  if (root !== undefined) throw invalidRequest(`subtopic_id: ${root.id} is a root topic; use topic_id`)
  if (roots === undefined && below === undefined) return undefined
  const selected = topics.filter(
    ({ id, parentId }) =>
      (roots === undefined || roots.includes(id) || (parentId !== null && roots.includes(parentId))) &&
      (below === undefined || below.includes(id)),
  )
  return selected.flatMap(({ prompts }) => prompts)
}

const fingerprint = (state: unknown) =>
  createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)
