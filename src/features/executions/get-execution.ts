import { cacheByDataVersion } from '../../kernel/brand-facts.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import {
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
import { type ExecutionPage, executionPages } from './execution-pages.ts'

export const getExecution = defineOperation({
  name: 'get-execution',
  summary: 'Show an answer with its mentions and citations',
  description: 'Also shows unanswered prompts, with their `outcome` and reason.',
  ...brandRead('read:prompts', '/executions/{execution_id}'),
  readsTables: ['answers', 'readings'],
  shows: checksVersion,
  fields: { execution_id: uuid },
  data: executionDetails,
  async run({ ctx, input: { execution_id: id } }) {
    const { services, brand } = ctx
    const view = await openView(ctx, {}, undefined)
    const [row, readFor, findOwner] = await Promise.all([
      findReading(services, view.snapshot, id).then(
        (found) => found ?? findUnanswered(ctx, view.snapshot, id),
      ),
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

/** Reads the content of an answer, located by its batch. */
async function readContent(
  { services }: BrandContext,
  snapshot: Snapshot,
  { seq, id }: ReadingRow,
): Promise<AnswerContent | undefined> {
  const [row] = await services.clickhouse.query<ContentRow>(
    sql`SELECT * FROM ${answerRows(
      snapshot,
      contentColumns,
      sql`seq = ${Number(seq)} AND answer_id = ${id}`,
    )}`,
  )
  return row === undefined ? undefined : contentOfRow(row)
}
