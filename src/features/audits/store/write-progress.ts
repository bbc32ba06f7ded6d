import { type RawBuilder, sql, type Transaction } from 'kysely'
import { uuidFromText } from '../../../lib/hashed-uuid.ts'
import type { Discovery } from '../../../lib/site/crawled.ts'
import type { Postgres, PostgresLike } from '../../../stores/postgres.ts'
import { inList } from '../../../stores/postgres-rows.ts'
import type { Tables } from '../../../stores/postgres-schema.ts'
import type { Audit } from '../audit.ts'
import type { StoredPage } from './pack-facts.ts'

/** An audit that this process runs. */
export interface RunningAudit extends Audit {
  runner: string
}

/** Thrown if the audit ended, its brand was deleted, or another worker took over. Callers stop. */
export class AuditSupersededError extends Error {}

/** A step of an audit. */
export interface Progress {
  pagesFound: number
  pagesDone: number
  /** New URLs, and known ones with a shorter path. */
  found: readonly Discovery[]
  pages: readonly StoredPage[]
  /** Ids of read URLs. */
  settled: readonly string[]
}

/** Writes a step of an audit atomically. @throws AuditSupersededError */
export async function writeProgress(db: Postgres, audit: RunningAudit, progress: Progress): Promise<void> {
  const { pagesFound: pages_found, pagesDone: pages_done, found, pages, settled } = progress
  await db.transaction().execute(async (transaction) => {
    await lockAudit(transaction, audit, { pages_found, pages_done })
    await writeRows(transaction, 'audit_addresses', ['depth', 'source'], found.map(addressRow(audit.id)))
    await writeRows(
      transaction,
      'audit_pages',
      ['status', 'etag', 'last_modified', 'skeleton', 'facts'],
      pages.map(pageRow),
    )
    await transaction
      .updateTable('audit_addresses')
      .set({ is_settled: true })
      .where('audit_id', '=', audit.id)
      .where(inList('id', settled, 'uuid'))
      .execute()
  })
}

/** Locks the audit for this worker until the end of the transaction. @throws AuditSupersededError */
export async function lockAudit(
  transaction: PostgresLike,
  { id, runner }: RunningAudit,
  changes: { pages_found?: number; pages_done?: number; site?: Buffer; section_access?: string } = {},
): Promise<void> {
  const own = transaction
    .updateTable('audits')
    .set({ runner, ...changes })
    .where('id', '=', id)
  const locked = await own.where('state', '=', 'running').where('runner', '=', runner).executeTakeFirst()
  if (locked.numUpdatedRows === 0n) throw new AuditSupersededError()
}

const addressRow =
  (audit_id: string) =>
  ({ url, depth, source }: Discovery) => ({
    audit_id,
    id: uuidFromText(url),
    url,
    depth,
    source,
    is_settled: false,
  })

const pageRow = ({ facts, ...page }: StoredPage) => ({ ...page, facts: `\\x${facts.toString('hex')}` })

/** Inserts rows, or updates these columns of existing rows. */
async function writeRows(
  transaction: Transaction<Tables>,
  table: 'audit_addresses' | 'audit_pages',
  columns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return
  const name = sql.table(table)
  const changes: RawBuilder<unknown> = sql.join(
    columns.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
  )
  await sql`insert into ${name} select * from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)
    on conflict (audit_id, id) do update set ${changes}`.execute(transaction)
}
