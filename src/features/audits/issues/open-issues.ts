import { sql } from 'kysely'
import type { Services } from '../../../kernel/context.ts'
import type { Brand } from '../../../kernel/tables.ts'
import { checks } from '../checks/checks.ts'
import { issueId } from './issue.ts'

/** An open issue of a brand's site. */
export interface OpenIssue {
  issueId: string
  checkId: string
  name: string
  /** URLs of the affected pages, in alphabetical order. */
  urls: string[]
}

export async function readOpenIssues({ db }: Services, brand: Brand): Promise<OpenIssue[]> {
  const rows = await db
    .selectFrom('issue_pages')
    .select(['check_id', sql<string[]>`array_agg(url order by url)`.as('urls')])
    .where('brand_id', '=', brand.id)
    .where('state', '=', 'open')
    .groupBy('check_id')
    .execute()
  const urlsOf = new Map(rows.map(({ check_id, urls }) => [check_id, urls]))
  return checks.flatMap(({ id, name }) => {
    const urls = urlsOf.get(id)
    return urls === undefined ? [] : [{ issueId: issueId(brand.id, id), checkId: id, name, urls }]
  })
}
