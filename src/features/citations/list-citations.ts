import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { deprecatedFor, filterBy, utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import {
  answersOf,
  computedRows,
  countAnswersOf,
  executions as executionsField,
  metricCatalog,
  openViewOfPrompts,
  periodSchema,
  plainFilterFields,
  promptIdFilter,
  share,
  shareField,
  type View,
} from '../visibility/index.ts'
import { citedDomain } from './cited-domain.ts'
import { ownerSchema, readOwners } from './owner.ts'
import { citationId } from './page-key.ts'
import { firstLastSeenShape } from './seen.ts'
import { kindOf, sourceKind } from './source-kind.ts'

export const listCitations = defineOperation({
  name: 'list-citations',
  summary: 'List cited pages, most cited first',
  description:
    'URLs that differ only in http or https, `www.`, trailing slashes or unnecessary percent-encoding count as one page, ' +
    'which an answer cites once. Equal counts sort by latest citation, then by URL.',
  ...brandRead('read:citations', '/citations', ['answers', 'readings']),
  fields: {
    ...plainFilterFields,
    prompt_id: promptIdFilter,
    domain: filterBy(citedDomain).describe('Filter by domain of the cited pages.'),
  },
  list: computedRows,
  data: z.array(
    z.object({
      citation_id: z.uuid().describe('Stable id of the page in all lists.'),
      url: z.string(),
      title: z.string().nullable().describe('Title in the latest citing answer that has one.'),
      domain: z.string().describe('Site: the registrable domain, or else the host.'),
      citation_count: z.int().describe(metricCatalog.citation_count),
      share_of_answers_pct: shareField.describe(metricCatalog.share_of_answers_pct),
      engines: z.array(z.string()).describe('Engines whose answers cite the page.'),
      first_seen: utcTimestamp.meta(deprecatedFor('first_seen_at')),
      last_seen: utcTimestamp.meta(deprecatedFor('last_seen_at')),
      owner: ownerSchema,
      kind: sourceKind,
      ...firstLastSeenShape,
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    total: z.int().describe('Number of cited pages.'),
    executions: executionsField,
  }),
  async run({ ctx, input, page }) {
    const [view, findOwner] = await Promise.all([openViewOfPrompts(ctx, input, page.after), readOwners(ctx)])
    const citations = citationsOf(view, input.domain)
    const [{ pages, total }, executions] = await Promise.all([
      mostCited(ctx, citations, page.limit, view.offset),
      countAnswersOf(ctx, view),
    ])
    const details = await readPages(ctx, citations, pages)
    const end = view.offset + pages.length
    return {
      data: pages.flatMap(({ page: key, address, citation_count: count }) => {
        const found = details.get(key)
        if (found === undefined) return []
        return {
          citation_id: citationId(ctx.brand.id, key),
          url: address,
          title: found.latest_title === '' ? null : found.latest_title,
          domain: found.site,
          citation_count: Number(count),
          share_of_answers_pct: share('share_of_answers_pct', (100 * Number(count)) / executions),
          engines: found.engines,
          first_seen: toTimestamp(found.first_seen),
          last_seen: toTimestamp(found.last_seen),
          owner: findOwner(found.site, view.entities),
          kind: kindOf(found.site, findOwner(found.site, view.entities)),
          first_seen_at: toTimestamp(found.first_seen),
          last_seen_at: toTimestamp(found.last_seen),
        }
      }),
      meta: { brand_id: ctx.brand.id, period: view.period, total, executions },
      next: end < total ? view.at(end) : undefined,
    }
  },
})

/** FROM clause of a view's citations. An answer cites each page once. */
function citationsOf(view: View, domains: readonly string[] | undefined): Sql {
  const onDomains = domains === undefined ? sql`true` : sql`domain IN ${domains}`
  return sql`readings ARRAY JOIN citations.page AS page, citations.url AS url, citations.domain AS domain,
      citations.title AS title
    WHERE ${answersOf(view)} AND ${onDomains}`
}

interface PageCount {
  page: string
  /** The alphabetically last spelling of the URL, which prefers https over http. */
  address: string
  citation_count: string
  pages: string
}

/** Counts all pages and returns one part of the sorted list. */
async function mostCited({ services }: BrandContext, citations: Sql, limit: number, offset: number) {
  const pages = await services.clickhouse.query<PageCount>(
    sql`SELECT page, max(url) AS address, count() AS citation_count, max(executed_at) AS last_seen,
        count() OVER () AS pages
      FROM ${citations}
      GROUP BY page ORDER BY citation_count DESC, last_seen DESC, address, page LIMIT ${limit} OFFSET ${offset}`,
  )
  return { pages, total: Number(pages[0]?.pages ?? 0) }
}

interface PageDetails {
  page: string
  latest_title: string
  /** The latest site: it can change for sources whose URL the engine hides, known only by title. */
  site: string
  engines: string[]
  first_seen: string
  last_seen: string
}

/** Reads details of the listed pages only, because reading all titles is several times slower than counting. */
async function readPages(
  { services }: BrandContext,
  citations: Sql,
  pages: readonly PageCount[],
): Promise<Map<string, PageDetails>> {
  if (pages.length === 0) return new Map()
  const rows = await services.clickhouse.query<PageDetails>(
    sql`SELECT page, argMaxIf(title, (executed_at, title), title != '') AS latest_title,
        argMax(domain, (executed_at, domain)) AS site, arraySort(groupUniqArray(engine)) AS engines,
        toString(min(executed_at)) AS first_seen, toString(max(executed_at)) AS last_seen
      FROM ${citations} AND page IN ${pages.map(({ page }) => page)} GROUP BY page`,
  )
  return new Map(rows.map((row) => [row.page, row]))
}
