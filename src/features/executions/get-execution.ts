import { cacheByDataVersion } from '../../kernel/brand-facts.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { readCitations } from '../../lib/text/citations/citations.ts'
import { pageKey } from '../../lib/text/citations/page-url.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import {
  type AnswerCitation,
  type AnswerContent,
  answerRows,
  brandEntity,
  type ContentRow,
  contentColumns,
  contentOfRow,
  entitiesOfReading,
  findMentionPlaces,
  type ReadEntity,
  unansweredRows,
} from '../answers/index.ts'
import { readOwners } from '../citations/index.ts'
import { openView, type Snapshot, share, type View } from '../visibility/index.ts'
import { checksVersion, readAnswerChecks } from './answer-checks.ts'
import {
  byNumber,
  findReading,
  namedEntities,
  promptsByNumber,
  type ReadingRow,
  serializeExecution,
  unansweredColumns,
} from './execution.ts'
import { executionDetails, serializeContent, serializePlaces } from './execution-details.ts'

interface CitedPage {
  url: string
  domain: string
  title: string
}

export interface ExecutionPage extends CitedPage {
  position: number
  start: number | null
  end: number | null
  kind: AnswerCitation['kind']
}

/**
 * The pages of an answer: cited ones, as counted, and those that the engine only consulted. Keeps reported
 * positions; pages without one follow the previous page.
 * @param cited in reading order
 * @param given as reported, with unnormalized URLs
 */
export function executionPages(cited: readonly CitedPage[], given: readonly AnswerCitation[]) {
  const known = new Map<string, { page: CitedPage; citation: AnswerCitation }>()
  for (const citation of given) {
    const [page] = readCitations([citation], [])
    if (page === undefined) continue
    const key = pageKey(page.url)
    const before = known.get(key)?.citation
    if (before === undefined || (before.kind === 'consulted' && citation.kind === 'cited'))
      known.set(key, { page, citation })
  }
  const own = cited.map((page) => ({ page, citation: known.get(pageKey(page.url))?.citation }))
  const keys = new Set(cited.map(({ url }) => pageKey(url)))
  const consulted = [...known].flatMap(([key, entry]) =>
    entry.citation.kind === 'consulted' && !keys.has(key) ? [entry] : [],
  )
  return { citations: numbered(own, 'cited'), consulted: numbered(consulted, 'consulted') }
}

function numbered(
  pages: readonly { page: CitedPage; citation: AnswerCitation | undefined }[],
  kind: AnswerCitation['kind'],
): ExecutionPage[] {
  let last = 0
  return pages.map(({ page: { url, domain, title }, citation }) => {
    // A page that is linked but was reported as consulted has its position in the other list.
    const own = citation?.kind === kind ? citation : undefined
    const position = own?.position ?? last + 1
    last = Math.max(last, position)
    return { position, url, domain, title, start: own?.start ?? null, end: own?.end ?? null, kind }
  })
}

export const getExecution = defineOperation({
  name: 'get-execution',
  summary: 'Show an answer with its mentions and citations',
  description: 'Also shows unanswered prompts, with their `outcome` and reason.',
  ...brandRead('read:prompts', '/executions/{execution_id}', ['answers', 'readings']),
  shows: checksVersion,
  fields: { execution_id: uuid },
  data: executionDetails,
  async run({ ctx, input: { execution_id: id } }) {
    const { services, brand } = ctx
    const view = await openView(ctx, {}, undefined)
    const [row, readFor, findOwner] = await Promise.all([
      findReading(services, view.snapshot, id).then((found) => found ?? findUnanswered(ctx, view.snapshot, id)),
      cacheByDataVersion(services, brand, 'entities', () =>
        entitiesOfReading(services, brand.id, brand.reading_version),
      ),
      readOwners(ctx),
    ])
    if (row === undefined) throw notFound('execution')
    const [content, prompts, checks] = await Promise.all([
      readContent(ctx, view.snapshot, row),
      promptsByNumber(services, brand.id, [row.prompt_number]),
      readAnswerChecks(services.db, brand, id),
    ])
    if (content === undefined) throw notFound('execution')
    const named = namedEntities(row, byNumber(view.entities))
    const places = findMentionPlaces(readFor, content.answer)
    const cited = row.urls.map((url, index) => ({
      url,
      domain: row.domains[index] as string,
      title: row.titles[index] as string,
    }))
    const { citations, consulted } = executionPages(cited, content.citations)
    const shown = (page: ExecutionPage) => serializePage(page, findOwner, view)
    return {
      data: {
        ...serializeExecution(row, named, prompts.get(row.prompt_number)),
        ...serializeContent(content),
        mentions: named.map(({ entity, rank, sentiment, stance, index }) => ({
          entity_id: entity.id,
          name: entity.name,
          is_our_brand: entity.isOurBrand,
          rank,
          count: row.counts[index] as number,
          sentiment_score: share('sentiment_score', sentiment),
          stance,
          ...serializePlaces(places.get(entity.number), sentiment, stance),
        })),
        ...checks,
        brand_search: searchedFor(readFor),
        citations: citations.map(shown),
        consulted: consulted.map(shown),
      },
    }
  },
})

function searchedFor(readFor: readonly ReadEntity[]) {
  const brand = readFor.find(({ number }) => number === brandEntity)
  return { names: brand?.names ?? [], domain: brand?.domain ?? null }
}

const serializePage = (
  { title, ...page }: ExecutionPage,
  findOwner: Awaited<ReturnType<typeof readOwners>>,
  { entities }: View,
) => ({ ...page, title: title || null, owner: findOwner(page.domain, entities) })

/** The same for an unanswered prompt, which has no reading. */
async function findUnanswered(
  { services }: BrandContext,
  snapshot: Snapshot,
  id: string,
): Promise<ReadingRow | undefined> {
  const columns = sql`answer_id, seq, prompt, engine, country, model, executed_at, outcome`
  const [row] = await services.clickhouse.query<ReadingRow>(
    sql`SELECT ${unansweredColumns}, [] AS counts, [] AS urls, [] AS domains, [] AS titles
      FROM ${unansweredRows(snapshot, columns, sql`answer_id = ${id}`)}`,
  )
  return row
}

async function readContent(
  { services }: BrandContext,
  snapshot: Snapshot,
  { seq, id }: ReadingRow,
): Promise<AnswerContent | undefined> {
  const [row] = await services.clickhouse.query<ContentRow>(
    sql`SELECT * FROM ${answerRows(snapshot, contentColumns, sql`seq = ${Number(seq)} AND answer_id = ${id}`)}`,
  )
  return row === undefined ? undefined : contentOfRow(row)
}
