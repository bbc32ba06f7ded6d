import { hashedUuid } from '../../core/hashed-uuid.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'

/** Without scheme and `www.`. */
const bare = sql`substring(url, if(startsWith(url, 'https://'), 9, 8)
  + if(startsWith(url, 'https://www.') OR startsWith(url, 'http://www.'), 4, 0))`

const trimmed = sql`replaceRegexpOne(${bare}, '^([^?#]*?)/*([?#].*)?$', ${'\\1\\2'})`

const escapes = sql`splitByChar('%', ${trimmed})`

/** Percent-encoding that RFC 3986 (6.2.2) calls needless is undone, and the rest spelt in upper case. */
const unescaped = sql`arrayStringConcat(arrayMap((part, place) -> multiIf(
  place = 1, part,
  NOT match(part, '^[0-9A-Fa-f]{2}'), concat('%', part),
  match(unhex(substring(part, 1, 2)), '^[A-Za-z0-9_.~-]$'), concat(unhex(substring(part, 1, 2)), substring(part, 3)),
  concat('%', upper(substring(part, 1, 2)), substring(part, 3))), ${escapes}, arrayEnumerate(${escapes})))`

/**
 * What the spellings of one page's address have in common, for a column `url` of cited pages: two answers cite the same
 * page where two links of one answer would be one citation (`pageKey` in features/answers, as an expression).
 */
export const keyOfPage: Sql = sql`multiIf(
  position(url, '%') > 0, ${unescaped},
  position(url, '?') > 0 OR position(url, '#') > 0, ${trimmed},
  trimRight(${bare}, '/'))`

/** The id of a cited page: the same for the same brand and page at any time and in any list. */
export const citationId = (brandId: string, pageKey: string) =>
  hashedUuid(JSON.stringify([brandId, 'page', pageKey]))
