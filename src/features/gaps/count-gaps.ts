import type { BrandContext } from '../../kernel/context.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { brandEntity } from '../answers/index.ts'
import { answersOf, type View } from '../visibility/index.ts'

/** Answers by mentions: of the brand, competitors, or both. */
export interface MentionSplit {
  executions: number
  both: number
  brand_only: number
  competitors_only: number
}

const namesBrand = sql`has(mentions.entity, ${brandEntity})`
/** Adds 0, which no entity has, so that the list is never empty. */
const namesOneOf = (rivals: readonly number[]): Sql => sql`hasAny(mentions.entity, ${[0, ...rivals]}::Array(UInt32))`
const isGap = (rivals: readonly number[]): Sql => sql`${namesOneOf(rivals)} AND NOT ${namesBrand}`

interface SidesRow {
  part: string
  answers: string
  both: string
  brand: string
  gap: string
}

/** Counts answers by mentions per engine, or per prompt with a gap, largest gap first. */
export async function countBySides(
  { services }: BrandContext,
  view: View,
  rivals: readonly number[],
  column: 'engine' | 'prompt',
): Promise<(MentionSplit & { part: string })[]> {
  const groups = column === 'engine' ? sql`engine` : sql`prompt HAVING gap > 0`
  const named = namesOneOf(rivals)
  const found = await services.clickhouse.query<SidesRow>(
    sql`SELECT toString(${sql.raw(column)}) AS part, count() AS answers, countIf(${namesBrand} AND ${named}) AS both,
        countIf(${namesBrand} AND NOT ${named}) AS brand, countIf(${isGap(rivals)}) AS gap
      FROM readings WHERE ${answersOf(view)} GROUP BY ${groups} ORDER BY gap DESC, answers DESC, part`,
  )
  return found.map((row) => ({
    part: row.part,
    executions: Number(row.answers),
    both: Number(row.both),
    brand_only: Number(row.brand),
    competitors_only: Number(row.gap),
  }))
}

/** Counts the gap's answers that cite each site, most first. */
export async function countDomains(
  { services }: BrandContext,
  view: View,
  rivals: readonly number[],
  limit: number,
): Promise<{ rows: { domain: string; gap_answers: number; brand_answers: number }[]; total: number }> {
  const found = await services.clickhouse.query<{
    domain: string
    gap: string
    own: string
    domains: string
  }>(
    sql`SELECT *, count() OVER () AS domains FROM (
        SELECT domain, countIf(${isGap(rivals)}) AS gap, countIf(${namesBrand}) AS own
        FROM readings ARRAY JOIN arrayDistinct(citations.domain) AS domain
        WHERE ${answersOf(view)} GROUP BY domain HAVING gap > 0)
      ORDER BY gap DESC, own, domain LIMIT ${limit}`,
  )
  return {
    rows: found.map(({ domain, gap, own }) => ({
      domain,
      gap_answers: Number(gap),
      brand_answers: Number(own),
    })),
    total: Number(found[0]?.domains ?? 0),
  }
}

/** Counts mentions of each competitor in the gap's answers that cite a site. */
export async function namesOnDomains(
  { services }: BrandContext,
  view: View,
  rivals: readonly number[],
  domains: readonly string[],
): Promise<Map<string, { domain: string; entity: number; answers: number }[]>> {
  if (domains.length === 0) return new Map()
  const rows = await services.clickhouse.query<{ domain: string; entity: number; answers: string }>(
    sql`SELECT domain, arrayJoin(mentions.entity) AS entity, count() AS answers
      FROM readings ARRAY JOIN arrayDistinct(citations.domain) AS domain
      WHERE ${answersOf(view)} AND ${isGap(rivals)} AND domain IN ${domains}
      GROUP BY domain, entity ORDER BY answers DESC, entity`,
  )
  const named = rows.filter(({ entity }) => rivals.includes(entity))
  return Map.groupBy(
    named.map((row) => ({ ...row, answers: Number(row.answers) })),
    ({ domain }) => domain,
  )
}
