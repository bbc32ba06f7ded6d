import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { uuidFromText } from '../../../lib/hashed-uuid.ts'
import type { Validators } from '../../../lib/site/crawling/fetch-address.ts'
import type { SiteSection } from '../../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { version } from '../../../lib/version.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import { inList } from '../../../stores/postgres-rows.ts'
import type { Audit } from '../audit.ts'
import { unpackFacts } from './pack-facts.ts'

/** Pages held in memory during iteration. */
const chunkPages = 50
/** Maximum time before yielding to requests. */
const maxTurnMs = 5

/** Yields the facts of all URLs of an audit, in a stable order. Lets the event loop run in between. */
export async function* allPages(db: PostgresLike, auditId: string): AsyncGenerator<PageFacts> {
  let after: string | undefined
  let turnMs = performance.now()
  for (;;) {
    let pages = db.selectFrom('audit_pages').select(['id', 'facts']).where('audit_id', '=', auditId)
    if (after !== undefined) pages = pages.where('id', '>', after)
    const rows = await pages.orderBy('id').limit(chunkPages).execute()
    for (const { facts } of rows) {
      yield unpackFacts(facts)
      if (performance.now() - turnMs < maxTurnMs) continue
      await nextTurn()
      turnMs = performance.now()
    }
    after = rows.at(-1)?.id
    if (after === undefined) return
  }
}

/** Pages of the last completed audit. Empty if there is none or another release created it. */
export async function lastPages(db: PostgresLike, audit: Audit) {
  const completed = db.selectFrom('audits').select(['id', 'version']).where('brand_id', '=', audit.brand_id)
  const last = await completed
    .where('state', '=', 'completed')
    .where('refunded', '=', false)
    .where('website', '=', audit.website)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const lastId = last?.version === version ? last.id : undefined

  return {
    async validators(urls: readonly string[]): Promise<Map<string, Validators>> {
      if (lastId === undefined || urls.length === 0) return new Map()
      const pages = db.selectFrom('audit_pages').select(['url', 'etag', 'last_modified'])
      const rows = await pages
        .where('audit_id', '=', lastId)
        .where(inList('id', urls.map(uuidFromText), 'uuid'))
        .where((page) => page.or([page('etag', 'is not', null), page('last_modified', 'is not', null)]))
        .execute()
      return new Map(rows.map((row) => [row.url, { etag: row.etag, lastModified: row.last_modified }]))
    },
    async facts(url: string): Promise<Buffer | undefined> {
      if (lastId === undefined) return undefined
      const pages = db.selectFrom('audit_pages').select('facts').where('audit_id', '=', lastId)
      return (await pages.where('id', '=', uuidFromText(url)).executeTakeFirst())?.facts
    },
  }
}

/** Each costs several requests to the site. */
const maxSections = 8
const maxFurtherTemplates = 8
/** Skips single pages, such as the overview of a section. */
const minTemplatePages = 2

/**
 * The sections with most pages that the audit has read, each with the template of most of its pages, and the largest
 * further templates of these sections. Files and URLs with parameters do not count.
 */
export async function readSections(db: PostgresLike, auditId: string): Promise<SiteSection[]> {
  const found = await sql<SiteSection>`
    with templates as (
      select coalesce(substring(url from '^[^/]+//[^/]+(/[^/]+/)'), '/') as path, count(*)::int as pages,
        (array_agg(url order by length(url), url))[1] as url
      from audit_pages where audit_id = ${auditId} and status = 200 and skeleton is not null and url !~ '[?]'
        and url !~* '/[^/]*\\.(?!html?$|php$|aspx?$|jsp$)[a-z0-9]{1,5}$'
      group by path, skeleton),
    numbered as (
      select path, pages, url, (row_number() over (partition by path order by pages desc, length(url), url))::int as template,
        sum(pages) over (partition by path) as all_pages
      from templates),
    sections as (select path from numbered where template = 1 order by all_pages desc, path limit ${maxSections}),
    further as (
      select path, template from numbered where template > 1 and pages >= ${minTemplatePages} and path in (table sections)
      order by pages desc, path limit ${maxFurtherTemplates})
    select path, template, pages, url from numbered
    where path in (table sections) and (template = 1 or (path, template) in (table further))
    order by all_pages desc, path, template`.execute(db)
  return found.rows
}
