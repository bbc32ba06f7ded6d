import { sql } from 'kysely'
import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { hasScope } from '../../kernel/permissions.ts'
import { pageKey, pageUrl } from '../../lib/text/citations/page-url.ts'
import { sql as clickhouseSql } from '../../stores/clickhouse-sql.ts'
import { answersOf, lastDays, openView } from '../visibility/index.ts'
import { kindNames } from './read-report.ts'
import { type DimensionValues, dimensions } from './tables.ts'

const sampledDays = 30

const text = z.string().nullable()

/** The page of an address as engines write it. Undefined if it is none. */
function keyOf(address: string): string | undefined {
  const page = pageUrl(address)
  return page === undefined ? undefined : pageKey(page.url)
}

export const listFirstParty = defineOperation({
  name: 'list-first-party',
  summary: 'List imported rows of a report that an engine shows to site owners, largest count first',
  description:
    'Counts are impressions for gsc-ai and citations otherwise, as the engine reports them. The reports overlap, so no ' +
    'total adds them up.',
  on: 'brand',
  access: 'read:crawler',
  role: 'viewer',
  readsTables: ['answers', 'readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/traffic/first-party', limit: 'read' },
  fields: {
    kind: z.enum(kindNames).default('gsc-ai').describe('The report.'),
    by: z
      .enum(dimensions)
      .default('page')
      .describe('Rows of files with only this dimension. A file with several needs no total by one of them.'),
  },
  list: { position: z.tuple([z.int(), z.string()]), defaultLimit: 20 },
  data: z.array(
    z.object({
      value: z.string().describe('The day, page, query, country or device.'),
      count: z.int(),
      imported_at: utcTimestamp,
      prompt_id: z
        .uuid()
        .nullable()
        .describe('For queries: the active prompt with the same text. Requires read:prompts.'),
      sampled_citations: z
        .int()
        .nullable()
        .describe(
          `For pages: answers of the last ${sampledDays} days that cite the page, as Sightline sampled them. Requires read:citations.`,
        ),
    }),
  ),
  meta: z.object({
    rows: z.int(),
    days_total: z.int().nullable().describe('Sum over all imported days. Null without a file by day.'),
    first_day: text,
    last_day: text,
  }),
  facts: async ({ ctx: { actor } }) => ({
    prompts: hasScope(actor, 'read:prompts'),
    citations: hasScope(actor, 'read:citations'),
  }),
  async run({ ctx, input: { kind, by }, page, facts }) {
    const { services, brand } = ctx
    const own = services.db
      .selectFrom('first_party_rows')
      .where('brand_id', '=', brand.id)
      .where('kind', '=', kind)
    let rows = own.where('report', '=', by).select(['dimensions', 'count', 'imported_at'])
    const value = sql<string>`dimensions->>${by}`
    if (page.after !== undefined) {
      const [count, last] = page.after
      rows = rows.where(sql<boolean>`(-count, ${value}) > (${-count}::bigint, ${last})`)
    }
    rows = rows.orderBy('count', 'desc').orderBy(value)
    const found = await (Number.isFinite(page.limit) ? rows.limit(page.limit + 1) : rows).execute()
    const shown = found.slice(0, page.limit).map(({ dimensions: values, count, imported_at }) => ({
      value: (values as DimensionValues)[by] as string,
      count: Number(count),
      imported_at: imported_at.toISOString(),
    }))
    const [sizes, days, prompts, cited] = await Promise.all([
      own.where('report', '=', by).select(sql<string>`count(*)`.as('rows')).executeTakeFirstOrThrow(),
      own
        .where('report', '=', 'day')
        .select([
          sql<string | null>`sum(count)`.as('total'),
          sql<string | null>`min(dimensions->>'day')`.as('first'),
          sql<string | null>`max(dimensions->>'day')`.as('last'),
        ])
        .executeTakeFirstOrThrow(),
      by === 'query' && facts.prompts ? readPrompts() : new Map<string, string>(),
      by === 'page' && facts.citations ? readCitations(shown.map((row) => row.value)) : undefined,
    ])
    async function readPrompts() {
      const stored = services.db.selectFrom('prompts').select(['id', 'text']).where('brand_id', '=', brand.id)
      const active = await stored.where('is_active', '=', true).execute()
      return new Map(active.map((prompt) => [prompt.text.toLowerCase(), prompt.id]))
    }
    async function readCitations(urls: readonly string[]) {
      if (urls.length === 0) return new Map<string, number>()
      const view = await openView(ctx, lastDays(sampledDays, services.now()), undefined)
      const counted = await services.clickhouse.query<{ page: string; answers: string }>(
        clickhouseSql`SELECT page, count() AS answers FROM readings ARRAY JOIN citations.page AS page
          WHERE ${answersOf(view)} AND page IN ${urls.map((url) => keyOf(url) ?? '')} GROUP BY page`,
        services.config.QUERY_TIMEOUT_SECONDS,
      )
      return new Map(counted.map((row) => [row.page, Number(row.answers)]))
    }
    const citationsOf = (url: string) => {
      const key = keyOf(url)
      return cited === undefined || key === undefined ? null : (cited.get(key) ?? 0)
    }
    const last = shown.at(-1)
    return {
      data: shown.map((row) => ({
        ...row,
        prompt_id: prompts.get(row.value.toLowerCase()) ?? null,
        sampled_citations: citationsOf(row.value),
      })),
      meta: {
        rows: Number(sizes.rows),
        days_total: days.total === null ? null : Number(days.total),
        first_day: days.first,
        last_day: days.last,
      },
      next:
        found.length > shown.length && last !== undefined
          ? ([last.count, last.value] as [number, string])
          : undefined,
    }
  },
})
