import { sql } from 'kysely'
import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { hasScope } from '../../kernel/permissions.ts'
import { pageKey, pageUrl } from '../../lib/text/citations/page-url.ts'
import { sql as clickhouseSql } from '../../stores/clickhouse-sql.ts'
import { answersOf, lastDays, openView } from '../visibility/index.ts'
import { kindNames } from './read-report.ts'
import { dimensions, syncedKinds } from './tables.ts'

const sampledDays = 30
/** Synced rows are stored by day. */
const summedDays = 28

const text = z.string().nullable()
const figure = z.number().nullable()

/** The page of an address as engines write it. Undefined if it is none. */
function keyOf(address: string): string | undefined {
  const page = pageUrl(address)
  return page === undefined ? undefined : pageKey(page.url)
}

export const listFirstParty = defineOperation({
  name: 'list-first-party',
  summary: 'List imported or synced rows of a report for site owners, largest count first',
  description:
    'Counts are impressions for gsc-ai, gsc and bing, sessions from AI assistants for ga4-session, ga4-first-user and ' +
    'ga4-manual, and citations otherwise, as the service reports them. The reports overlap, so no total adds them up.',
  ...brandRead('read:crawler', '/traffic/first-party'),
  readsTables: ['answers', 'readings'],
  fields: {
    kind: z
      .enum([...kindNames, ...syncedKinds])
      .default('gsc-ai')
      .describe('The report.'),
    by: z
      .enum(dimensions)
      .default('page')
      .describe(
        `Rows of files with only this dimension; a file with several needs no total by one of them. Of synced kinds, sums ` +
          `over the last ${summedDays} synced days.`,
      ),
  },
  list: { position: z.tuple([z.int(), z.string()]), defaultLimit: 20 },
  data: z.array(
    z.object({
      value: z.string().describe('The day, page, query, country, device, or source and medium.'),
      count: z.int(),
      clicks: z.int().nullable().describe('For gsc and bing.'),
      average_position: figure.describe('For gsc and bing: mean position in the results, weighted by impressions.'),
      key_events: figure.describe('For Google Analytics.'),
      revenue: figure.describe('For Google Analytics: purchase revenue in the currency of the property.'),
      is_thresholded: z
        .boolean()
        .describe('Whether Google Analytics withheld rows of few people, so the count can be too low.'),
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
    days_total: z.int().nullable().describe('Sum over all days, from the report by day only. Null without one.'),
    first_day: text,
    last_day: text,
  }),
  facts: async ({ ctx: { actor } }) => ({
    prompts: hasScope(actor, 'read:prompts'),
    citations: hasScope(actor, 'read:citations'),
  }),
  async run({ ctx, input: { kind, by }, page, facts }) {
    const { services, brand } = ctx
    const own = services.db.selectFrom('first_party_rows').where('brand_id', '=', brand.id).where('kind', '=', kind)
    const value = sql<string>`dimensions->>${sql.lit(by)}`
    const isSummed = by !== 'day' && syncedKinds.some((name) => name === kind)
    const report = own.where('report', '=', isSummed ? `day,${by}` : by)
    const before = own.select(sql<string>`max(day) - ${sql.lit(summedDays)}`.as('day'))
    const summed = isSummed ? report.where('day', '>', before) : report
    const total = (name: string) => sql<number | null>`sum((measures->>${sql.lit(name)})::float8)`
    let rows = summed.groupBy(value).select([
      value.as('value'),
      sql<number>`sum(count)::float8`.as('count'),
      total('clicks').as('clicks'),
      sql<number | null>`sum((measures->>'position')::float8 * count)
        / nullif(sum(count) filter (where measures ? 'position'), 0)::float8`.as('average_position'),
      total('key_events').as('key_events'),
      total('revenue').as('revenue'),
      sql<boolean>`bool_or(is_thresholded)`.as('is_thresholded'),
      sql<Date>`max(imported_at)`.as('imported_at'),
    ])
    if (page.after !== undefined) {
      const [count, last] = page.after
      rows = rows.having(sql<boolean>`(-sum(count), ${value}) > (${-count}::numeric, ${last})`)
    }
    rows = rows.orderBy(sql`sum(count)`, 'desc').orderBy(value)
    const found = await (Number.isFinite(page.limit) ? rows.limit(page.limit + 1) : rows).execute()
    const shown = found.slice(0, page.limit).map((row) => ({ ...row, imported_at: row.imported_at.toISOString() }))
    const [sizes, days, prompts, cited] = await Promise.all([
      summed.select(sql<string>`count(distinct ${value})`.as('rows')).executeTakeFirstOrThrow(),
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
        found.length > shown.length && last !== undefined ? ([last.count, last.value] as [number, string]) : undefined,
    }
  },
})
