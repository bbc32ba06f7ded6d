import { z } from 'zod'
import { committedUntil } from '../../kernel/batches.ts'
import { brandFact } from '../../kernel/brand-facts.ts'
import type { BrandContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { entitiesOfReading, findMentionPlaces } from '../answers/index.ts'
import { ownerSchema, readOwners } from '../citations/index.ts'
import { figuresShape, openView, rounded, type Snapshot } from '../visibility/index.ts'
import {
  byNumber,
  type ExecutionRow,
  executionColumns,
  executionShape,
  namedEntities,
  promptsByNumber,
  serializeExecution,
} from './execution.ts'

export const getExecution = defineOperation({
  name: 'get-execution',
  summary: 'An answer with whom it names and what it cites',
  on: 'brand',
  access: 'read:prompts',
  role: 'viewer',
  madeOf: ['answers', 'readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/executions/{execution_id}', limit: 'read' },
  fields: { execution_id: uuid },
  data: z.object({
    ...executionShape,
    answer: z.string().describe('Markdown, as it was imported: text of a third party'),
    mentions: z
      .array(
        z.object({
          entity_id: z.uuid().describe('The brand’s or the competitor’s'),
          name: z.string(),
          is_our_brand: z.boolean(),
          rank: z.int().describe('Place by first mention among the active entities'),
          count: z.int().describe('How often it is named'),
          offsets: z
            .array(z.int())
            .describe('Where it is named: code points into the answer, in the order of reading'),
          sentiment_score: figuresShape.sentiment_score,
        }),
      )
      .describe('Active entities in the order of their first mention'),
    citations: z.array(
      z.object({
        position: z.int().describe('From 1'),
        url: z.string(),
        domain: z.string(),
        title: z.string().nullable(),
        owner: ownerSchema,
      }),
    ),
    search_queries: z.array(z.string()).describe('What the engine searched for'),
  }),
  async run({ ctx, input: { execution_id: id } }) {
    const { services, brand } = ctx
    const view = await openView(ctx, {}, undefined)
    const [row, readFor, findOwner] = await Promise.all([
      findReading(ctx, view.snapshot, id),
      brandFact(services, brand, 'entities', () =>
        entitiesOfReading(services, brand.id, brand.reading_version),
      ),
      readOwners(ctx),
    ])
    if (row === undefined) throw notFound('execution')
    const [stored, prompts] = await Promise.all([
      readAnswer(ctx, row),
      promptsByNumber(services, brand.id, [row.prompt_number]),
    ])
    if (stored === undefined) throw notFound('execution')
    const named = namedEntities(row, byNumber(view.entities))
    const places = findMentionPlaces(readFor, stored.answer)
    return {
      data: {
        ...serializeExecution(row, named, prompts.get(row.prompt_number), stored.model),
        answer: stored.answer,
        mentions: named.map(({ entity, rank, sentiment, index }) => ({
          entity_id: entity.id,
          name: entity.name,
          is_our_brand: entity.isOurBrand,
          rank,
          count: row.counts[index] as number,
          offsets: places.get(entity.number) ?? [],
          sentiment_score: rounded(sentiment),
        })),
        citations: row.urls.map((url, index) => ({
          position: index + 1,
          url,
          domain: row.domains[index] as string,
          title: row.titles[index] || null,
          owner: findOwner(row.domains[index] as string, view.entities),
        })),
        search_queries: stored.search_queries,
      },
    }
  },
})

interface ReadingRow extends ExecutionRow {
  counts: number[]
  urls: string[]
  domains: string[]
  titles: string[]
}

/** The reading of an answer. Of the brand's others only the ids are looked at: 16 bytes each. */
async function findReading(
  { services }: BrandContext,
  { brandId, version, seq }: Snapshot,
  id: string,
): Promise<ReadingRow | undefined> {
  const [row] = await services.clickhouse.query<ReadingRow>(
    sql`SELECT ${executionColumns}, mentions.count AS counts, citations.url AS urls, citations.domain AS domains,
        citations.title AS titles
      FROM readings
      WHERE brand_id = ${brandId} AND version = ${version} AND ${committedUntil(seq)} AND answer_id = ${id}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return row
}

interface StoredAnswer {
  answer: string
  model: string
  search_queries: string[]
}

/** The answer itself, found by its batch. */
async function readAnswer(
  { services, brand }: BrandContext,
  { seq, id }: ReadingRow,
): Promise<StoredAnswer | undefined> {
  const [answer] = await services.clickhouse.query<StoredAnswer>(
    sql`SELECT answer, model, search_queries FROM answers
      WHERE brand_id = ${brand.id} AND seq = ${Number(seq)} AND answer_id = ${id}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return answer
}
