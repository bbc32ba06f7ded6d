import { sumBy } from '../../lib/statistics/sum-by.ts'
import { pageKey } from '../../lib/text/citations/page-url.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { readOpenIssues } from '../audits/index.ts'
import { answersOf } from '../visibility/index.ts'
import type { OpportunityCandidate, Search } from './cause.ts'

const shownPages = 5

/** Converts open audit issues to causes, one per issue. */
export async function openIssues({ ctx, view, period }: Search): Promise<OpportunityCandidate[]> {
  const { services, brand } = ctx
  const issues = await readOpenIssues(services, brand)
  if (issues.length === 0) return []
  const cited = await services.clickhouse.query<{ page: string; answers: string }>(
    sql`SELECT page, count() AS answers
      FROM readings ARRAY JOIN citations.page AS page, citations.domain AS domain
      WHERE ${answersOf(view)} AND domain = ${brand.primary_domain ?? ''} GROUP BY page`,
  )
  const answersOfPage = new Map(cited.map(({ page, answers }) => [page, Number(answers)]))
  return issues.map(({ issueId, checkId, name, urls }) => ({
    category: 'technical',
    kind: 'open_issue',
    subject: issueId,
    topicId: null,
    title: `Fix: ${name}`,
    evidence: {
      ...period,
      issue_id: issueId,
      check_id: checkId,
      affected_pages: urls.length,
      urls: urls.slice(0, shownPages),
    },
    // Two URLs of an audit can be the same page of answers.
    reach: sumBy(new Set(urls.map(pageKey)), (page) => answersOfPage.get(page) ?? 0),
  }))
}
