import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Selectable } from 'kysely'
import { hashedUuid } from '../../core/hashed-uuid.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { isOneOf } from '../../stores/postgres-rows.ts'
import type { AuditPagesTable } from '../../stores/postgres-schema.ts'
import { version } from '../../version.ts'
import type { Audit } from './audit.ts'
import type { Validators } from './crawling/index.ts'
import type { PageFacts } from './pages/index.ts'

export type StoredPage = Selectable<AuditPagesTable>

export function packFacts(auditId: string, facts: PageFacts): StoredPage {
  const { url, redirects, response } = facts
  // What was redirected belongs to another address, and what did not answer well is looked at again.
  const isOwn = redirects.length === 0 && response?.status === 200 && response.truncated === false
  return {
    audit_id: auditId,
    id: hashedUuid(url),
    url,
    status: response?.status ?? null,
    etag: isOwn ? response.etag : null,
    last_modified: isOwn ? response.lastModified : null,
    facts: zstdCompressSync(JSON.stringify(facts)),
  }
}

export const unpackFacts = (facts: Buffer): PageFacts => JSON.parse(zstdDecompressSync(facts).toString())

/** Pages that are held in memory at once when all of them are gone through. */
const chunkPages = 50

/** What an audit has found at all addresses, in an order that is the same each time. */
export async function* allPages(db: PostgresLike, auditId: string): AsyncGenerator<PageFacts> {
  let after: string | undefined
  for (;;) {
    let pages = db.selectFrom('audit_pages').select(['id', 'facts']).where('audit_id', '=', auditId)
    if (after !== undefined) pages = pages.where('id', '>', after)
    const rows = await pages.orderBy('id').limit(chunkPages).execute()
    for (const { facts } of rows) yield unpackFacts(facts)
    after = rows.at(-1)?.id
    if (after === undefined) return
  }
}

/** What the last audit that completed has found; nothing where there is none, or an older release made it. */
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
        .where(isOneOf('id', urls.map(hashedUuid), 'uuid'))
        .where((page) => page.or([page('etag', 'is not', null), page('last_modified', 'is not', null)]))
        .execute()
      return new Map(rows.map((row) => [row.url, { etag: row.etag, lastModified: row.last_modified }]))
    },
    async facts(url: string): Promise<Buffer | undefined> {
      if (lastId === undefined) return undefined
      const pages = db.selectFrom('audit_pages').select('facts').where('audit_id', '=', lastId)
      return (await pages.where('id', '=', hashedUuid(url)).executeTakeFirst())?.facts
    },
  }
}
