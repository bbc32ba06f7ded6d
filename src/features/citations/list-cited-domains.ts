import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { deprecatedFor, utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import {
  answersOf,
  compare,
  compareField,
  comparisonField,
  comparisonMeta,
  computedRows,
  countAnswersOf,
  executions as executionsField,
  maxTestedDomains,
  metaOfComparison,
  metricCatalog,
  openViewOfPrompts,
  periodSchema,
  plainFilterFields,
  promptIdFilter,
  readDomainChanges,
  serializeListed,
  share,
  shareField,
  type View,
} from '../visibility/index.ts'
import { ownerSchema, readOwners } from './owner.ts'
import { firstLastSeenShape } from './seen.ts'
import { kindOf, sourceKind } from './source-kind.ts'

export const listCitedDomains = defineOperation({
  name: 'list-cited-domains',
  summary: 'List cited sites, most answers first',
  description: 'Equal answer counts sort by citations, then by domain.',
  ...brandRead('read:citations', '/citations/domains', ['answers', 'readings']),
  fields: { ...plainFilterFields, prompt_id: promptIdFilter, compare_to_previous: compareField },
  list: computedRows,
  data: z.array(
    z.object({
      domain: z.string().describe('Registrable domain, or else the host.'),
      citation_count: z.int().describe(metricCatalog.citation_count),
      answer_count: z.int().describe(metricCatalog.answer_count),
      share_of_answers_pct: shareField.describe(metricCatalog.share_of_answers_pct),
      page_count: z.int().describe(metricCatalog.page_count),
      engines: z.array(z.string()).describe('Engines whose answers cite the site.'),
      first_seen: utcTimestamp.meta(deprecatedFor('first_seen_at')),
      last_seen: utcTimestamp.meta(deprecatedFor('last_seen_at')),
      owner: ownerSchema,
      kind: sourceKind,
      comparison: comparisonField(
        metricCatalog.share_of_answers_pct,
        `beyond the ${maxTestedDomains} sites that most answers of both periods cite`,
      ),
      ...firstLastSeenShape,
    }),
  ),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    total: z.int().describe('Number of cited sites.'),
    executions: executionsField,
    kinds: z
      .array(z.object({ kind: sourceKind, citation_count: z.int().describe(metricCatalog.citation_count) }))
      .describe('Citations of all sites by kind, most first.'),
    comparison: comparisonMeta,
  }),
  async run({ ctx, input, page }) {
    const [view, findOwner] = await Promise.all([openViewOfPrompts(ctx, input, page.after), readOwners(ctx)])
    const [{ domains, total }, citations, executions, compared] = await Promise.all([
      mostCited(ctx, view, page.limit),
      countCitations(ctx, view),
      countAnswersOf(ctx, view),
      view.previous && readDomainChanges(ctx, input, view, view.previous),
    ])
    const end = view.offset + domains.length
    const siteOf = (domain: string) => {
      const owner = findOwner(domain, view.entities)
      return { owner, kind: kindOf(domain, owner) }
    }
    const kinds = new Map<ReturnType<typeof kindOf>, number>()
    for (const { domain, count } of citations) {
      const { kind } = siteOf(domain)
      kinds.set(kind, (kinds.get(kind) ?? 0) + Number(count))
    }
    return {
      data: domains.map((row) => ({
        domain: row.domain,
        citation_count: Number(row.citation_count),
        answer_count: Number(row.answer_count),
        share_of_answers_pct: share('share_of_answers_pct', (100 * Number(row.answer_count)) / executions),
        page_count: Number(row.page_count),
        engines: row.engines,
        first_seen: toTimestamp(row.first_seen),
        last_seen: toTimestamp(row.last_seen),
        ...siteOf(row.domain),
        ...(compared && { comparison: serializeListed(compared.changes.get(row.domain)) }),
        first_seen_at: toTimestamp(row.first_seen),
        last_seen_at: toTimestamp(row.last_seen),
      })),
      meta: {
        brand_id: ctx.brand.id,
        period: view.period,
        total,
        executions,
        kinds: [...kinds]
          .map(([kind, citation_count]) => ({ kind, citation_count }))
          .sort((a, b) => b.citation_count - a.citation_count || compare(a.kind, b.kind)),
        ...metaOfComparison(view, compared),
      },
      next: end < total ? view.at(end) : undefined,
    }
  },
})

interface DomainCount {
  domain: string
  citation_count: string
  answer_count: string
  page_count: string
  engines: string[]
  first_seen: string
  last_seen: string
  domains: string
}

/** Counts all sites and returns one page of the sorted list. */
async function mostCited({ services }: BrandContext, view: View, limit: number) {
  const domains = await services.clickhouse.query<DomainCount>(
    sql`SELECT domain, countIf(nth = 1) AS answer_count, count() AS citation_count, uniqExact(page) AS page_count,
        arraySort(groupUniqArray(engine)) AS engines, toString(min(executed_at)) AS first_seen,
        toString(max(executed_at)) AS last_seen, count() OVER () AS domains
      FROM readings ARRAY JOIN citations.domain AS domain, citations.page AS page,
        arrayEnumerateUniq(citations.domain) AS nth
      WHERE ${answersOf(view)}
      GROUP BY domain ORDER BY answer_count DESC, citation_count DESC, domain LIMIT ${limit} OFFSET ${view.offset}`,
  )
  return { domains, total: Number(domains[0]?.domains ?? 0) }
}

/** Citations per site, of all pages of the list. */
const countCitations = ({ services }: BrandContext, view: View) =>
  services.clickhouse.query<{ domain: string; count: string }>(
    sql`SELECT domain, count() AS count FROM readings ARRAY JOIN citations.domain AS domain
      WHERE ${answersOf(view)} GROUP BY domain`,
  )
