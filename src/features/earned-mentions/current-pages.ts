import type { Brand } from '../../core/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/** One state of a brand's scans. */
export interface PageSnapshot {
  brandId: string
  /** The version of the reading config that pages are searched with. */
  version: number
  /** The last committed batch: scans that came later are not seen. */
  seq: number
  /** What batches up to this one have replaced is no longer stored. */
  tidiedSeq: number
}

export const pagesOf = (brand: Brand): PageSnapshot => ({
  brandId: brand.id,
  version: brand.pages_version,
  seq: brand.pages_seq,
  tidiedSeq: brand.pages_tidied_seq,
})

/** The latest scan of each page, in a state: what follows WHERE over `page_scans`. */
export const currentScans = (pages: PageSnapshot): Sql =>
  current(sql`page_scans`, sql`brand_id = ${pages.brandId}`, pages)

/** The same over `page_readings`. */
export const currentReadings = (pages: PageSnapshot): Sql =>
  current(sql`page_readings`, sql`brand_id = ${pages.brandId} AND version = ${pages.version}`, pages)

/** Without what a later scan of the state has replaced; rarely any, as those are soon removed. */
function current(table: Sql, own: Sql, { seq, tidiedSeq }: PageSnapshot): Sql {
  const shown = sql`${own} AND seq <= ${seq}`
  if (tidiedSeq >= seq) return shown
  return sql`${shown} AND (page_id, seq) NOT IN
    (SELECT page_id, replaces FROM ${table} WHERE ${shown} AND seq > ${tidiedSeq} AND replaces > 0)`
}
