import { committedUntil } from '../../kernel/batches.ts'
import type { Brand } from '../../kernel/context.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'

/** One state of a brand's scans. */
export interface PageSnapshot {
  brandId: string
  /** The version of the reading config that pages are searched with. */
  version: number
  /** The last committed batch: scans that came later are not seen. */
  seq: number
  /** What batches up to this one have replaced is no longer stored. */
  prunedSeq: number
}

export const pagesOf = (brand: Brand): PageSnapshot => ({
  brandId: brand.id,
  version: brand.pages_version,
  seq: brand.pages_seq,
  prunedSeq: brand.pages_tidied_seq,
})

/** All scans of a state, those that later ones have replaced as well: what follows WHERE over `page_scans`. */
export const scansUntil = ({ brandId, seq }: PageSnapshot): Sql =>
  sql`brand_id = ${brandId} AND ${committedUntil(seq)}`

/** The latest scan of each page, in a state: what follows WHERE over `page_scans`. */
export const currentScans = (pages: PageSnapshot): Sql => current(sql`page_scans`, scansUntil(pages), pages)

/** The same over `page_readings`, of the version in use. */
export const currentReadings = (pages: PageSnapshot): Sql =>
  current(sql`page_readings`, sql`${scansUntil(pages)} AND version = ${pages.version}`, pages)

/** Without what a later scan of the state has replaced; rarely any, as those are soon removed. */
function current(table: Sql, visible: Sql, { seq, prunedSeq }: PageSnapshot): Sql {
  if (prunedSeq >= seq) return visible
  return sql`${visible} AND (page_id, seq) NOT IN
    (SELECT page_id, replaces FROM ${table} WHERE ${visible} AND seq > ${prunedSeq} AND replaces > 0)`
}

/** A time of a scan; null where the page does not say, which is stored as 1970. */
export const timeOrNull = (stored: string) => (stored.startsWith('1970-01-01') ? null : toTimestamp(stored))
