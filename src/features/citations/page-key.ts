import { uuidFromText } from '../../lib/hashed-uuid.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/**
 * The id of a cited page: the same for the same brand and page at any time and in any list.
 * @param page what the spellings of its address have in common: `citations.page` of the readings
 */
export const citationId = (brandId: string, page: string) =>
  uuidFromText(JSON.stringify([brandId, 'page', page]))

/**
 * Whether a page has a citation's id, as ClickHouse can tell: it knows 120 of its 122 bits, and quotes as JSON does what
 * addresses hold. Of what is found, ask `citationId`.
 */
export function isCitationOf(brandId: string, id: string, page: Sql): Sql {
  const hex = id.replaceAll('-', '')
  // In place of the version and the variant stand other bits of the hash.
  const pattern = `${hex.slice(0, 12)}_${hex.slice(13, 16)}_${hex.slice(17)}%`
  return sql`${hashOf(brandId, page)} LIKE ${pattern}`
}

/** What the id of a cited page is made of. */
function hashOf(brandId: string, page: Sql): Sql {
  const quoted = sql`concat('"', replaceAll(replaceAll(${page}, '\\\\', '\\\\\\\\'), '"', '\\\\"'), '"')`
  return sql`lower(hex(SHA256(concat(${`["${brandId}","page",`}, ${quoted}, ']'))))`
}

/** `citationId` in the words of ClickHouse. */
export function citationIdOf(brandId: string, page: Sql): Sql {
  const hash = hashOf(brandId, page)
  const part = (from: number, length: number) => sql`substring(${hash}, ${from}, ${length})`
  // The variant: two bits of the hash behind 10.
  const variant = sql`substring('89ab89ab89ab89ab', position('0123456789abcdef', ${part(17, 1)}), 1)`
  return sql`concat(${part(1, 8)}, '-', ${part(9, 4)}, '-8', ${part(14, 3)}, '-', ${variant}, ${part(18, 3)}, '-', ${part(21, 12)})`
}
