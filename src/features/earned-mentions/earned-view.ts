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

/** Days of which answers are taken; all of them where both are null. */
interface EarnedPeriod {
  start_date: string | null
  end_date: string | null
}

export const earnedPeriodSchema = z.object({
  start_date: z.iso.date().nullable().describe('Null where all time is meant'),
  end_date: z.iso.date().nullable(),
})

/** What a walk holds on to, so that all its pages show one state. */
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

/** A competitor that is active. */
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

/** A state of the brand's answers and pages, narrowed by days and topics. */
export interface EarnedView {
  period: EarnedPeriod
  /** The day that scores are of. */
  asOf: string
  /** The citing answers: what follows WHERE over `readings`. */
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
 * Opens the state that a request speaks of, or that of the page before where it goes on from one.
 * @param work on pages that the list is narrowed by: where it has changed since, the list is begun anew
 * @throws ApiError invalid_request for topics that there are not or dates that do not fit, invalid_cursor where pages or
 * history were read again since, answers erased, or names or filtered prompts have changed
 */
export async function openEarnedView(
  ctx: BrandContext,
  input: EarnedInput,
  after: EarnedPosition | undefined,
  work: readonly SettledPage[] = [],
): Promise<EarnedView> {
  const { services, brand } = ctx
  const now = pagesOf(brand)
  if (after !== undefined && !isStill(ctx, now, after)) throw invalidCursor()
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

const isStill = ({ brand }: BrandContext, pages: PageSnapshot, after: EarnedPosition) =>
  after.version === brand.reading_version &&
  after.pages_version === pages.version &&
  after.pages_seq >= pages.prunedSeq &&
  !brand.data_unstable

/**
 * All time where nothing is said; where one bound is missing, the end is today and the start 29 days before the end.
 * @throws ApiError invalid_request where the start lies after the end
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

/** Numbers of the prompts that topics and subtopics leave; undefined where neither is given. */
function promptsOf(topics: readonly StoredTopic[], input: EarnedInput): number[] | undefined {
  const { topic_id: roots, subtopic_id: below } = input
  for (const [name, ids] of Object.entries({ topic_id: roots, subtopic_id: below })) {
    const unknown = ids?.find((id) => !topics.some((topic) => topic.id === id))
    if (unknown !== undefined) throw invalidRequest(`${name}: the brand has no topic ${unknown}`)
  }
  const root = topics.find(({ id, parentId }) => parentId === null && below?.includes(id) === true)
  if (root !== undefined)
    throw invalidRequest(`subtopic_id must be a subtopic: ${root.id} is a root topic, which topic_id takes`)
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
