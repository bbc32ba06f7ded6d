import { sql } from 'kysely'
import { sql as clickhouse } from '../../stores/clickhouse-sql.ts'
import { pageKey } from '../answers/index.ts'
import { answersOf } from '../visibility/index.ts'
import type { Cause, Search } from './cause.ts'

const shownPages = 5

/** Issues that audits have found on pages and nobody has mended: one cause for each group. */
export async function openIssues({ ctx, view, period }: Search): Promise<Cause[]> {
  const { services, brand } = ctx
  const issues = await services.db
    .selectFrom('issue_pages')
    .select(['issue_id', 'check_id', sql<string[]>`array_agg(url order by url)`.as('urls')])
    .where('brand_id', '=', brand.id)
    .where('state', '=', 'open')
    .groupBy(['issue_id', 'check_id'])
    .execute()
  if (issues.length === 0) return []
  const cited = await services.clickhouse.query<{ page: string; answers: string }>(
    clickhouse`SELECT page, count() AS answers
      FROM readings ARRAY JOIN citations.page AS page, citations.domain AS domain
      WHERE ${answersOf(view)} AND domain = ${brand.primary_domain ?? ''} GROUP BY page`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  const answersOfPage = new Map(cited.map(({ page, answers }) => [page, Number(answers)]))
  return issues.map(({ issue_id, check_id, urls }) => ({
    category: 'technical',
    kind: 'open_issue',
    subject: issue_id,
    topicId: null,
    title: `${check_id} on ${urls.length} ${urls.length === 1 ? 'page' : 'pages'}`,
    evidence: {
      ...period,
      issue_id,
      check_id,
      affected_pages: urls.length,
      urls: urls.slice(0, shownPages),
    },
    reach: urls.reduce((sum, url) => sum + (answersOfPage.get(pageKey(url)) ?? 0), 0),
  }))
}
