import { committedUntil } from '../../kernel/batches.ts'
import type { Brand } from '../../kernel/tables.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'

export interface PageSnapshot {
  brandId: string
  /** Version of the reading config. */
  version: number
  /** The last committed batch; later scans are invisible. */
  seq: number
  /** Scans replaced by batches up to this one are no longer stored. */
  prunedSeq: number
}

export const pagesOf = (brand: Brand): PageSnapshot => ({
  brandId: brand.id,
  version: brand.pages_version,
  seq: brand.pages_seq,
  prunedSeq: brand.pages_tidied_seq,
})

/** WHERE condition on `page_scans` for all scans of a snapshot, including replaced ones. */
export const scansUntil = ({ brandId, seq }: PageSnapshot): Sql => sql`brand_id = ${brandId} AND ${committedUntil(seq)}`

/** WHERE condition on `page_scans` for the latest scan of each page in a snapshot. */
export const currentScans = (pages: PageSnapshot): Sql => current(sql`page_scans`, scansUntil(pages), pages)

/** The same for `page_readings` of the current version. */
export const currentReadings = (pages: PageSnapshot): Sql =>
  current(sql`page_readings`, sql`${scansUntil(pages)} AND version = ${pages.version}`, pages)

/** Excludes scans replaced within the snapshot; these are few, because they are pruned soon. */
function current(table: Sql, visible: Sql, { seq, prunedSeq }: PageSnapshot): Sql {
  if (prunedSeq >= seq) return visible
  return sql`${visible} AND (page_id, seq) NOT IN
    (SELECT page_id, replaces FROM ${table} WHERE ${visible} AND seq > ${prunedSeq} AND replaces > 0)`
}

/** A time of a scan; null if the page does not declare it, which is stored as 1970. */
export const timeOrNull = (stored: string) => (stored.startsWith('1970-01-01') ? null : toTimestamp(stored))
