import { uuidFromText } from '../../lib/hashed-uuid.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/**
 * The stable id of a brand's cited page.
 * @param page page key, shared by all spellings of the URL: `citations.page` of the readings
 */
export const citationId = (brandId: string, page: string) => uuidFromText(JSON.stringify([brandId, 'page', page]))

/**
 * ClickHouse condition for pages with a citation's id. Compares only 120 of its 122 bits, so check the results with
 * `citationId`.
 */
export function isCitationOf(brandId: string, id: string, page: Sql): Sql {
  const hex = id.replaceAll('-', '')
  // The version and variant replace some bits of the hash.
  const pattern = `${hex.slice(0, 12)}_${hex.slice(13, 16)}_${hex.slice(17)}%`
  return sql`${hashOf(brandId, page)} LIKE ${pattern}`
}

/** The hash behind the id of a cited page. Quotes the page key like JSON. */
function hashOf(brandId: string, page: Sql): Sql {
  const quoted = sql`concat('"', replaceAll(replaceAll(${page}, '\\\\', '\\\\\\\\'), '"', '\\\\"'), '"')`
  return sql`lower(hex(SHA256(concat(${`["${brandId}","page",`}, ${quoted}, ']'))))`
}

/** `citationId` as a ClickHouse expression. */
export function citationIdOf(brandId: string, page: Sql): Sql {
  const hash = hashOf(brandId, page)
  const part = (from: number, length: number) => sql`substring(${hash}, ${from}, ${length})`
  // The variant digit: binary 10 and two bits of the hash.
  const variant = sql`substring('89ab89ab89ab89ab', position('0123456789abcdef', ${part(17, 1)}), 1)`
  return sql`concat(${part(1, 8)}, '-', ${part(9, 4)}, '-8', ${part(14, 3)}, '-', ${variant}, ${part(18, 3)}, '-', ${part(21, 12)})`
}
