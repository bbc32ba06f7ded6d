import { cacheByDataVersion } from '../../../kernel/brand-facts.ts'
import type { BrandContext } from '../../../kernel/context.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { entitiesOfReading } from '../../answers/index.ts'
import { isJudged } from '../sentiment-sql.ts'
import { answersOf } from '../view/answers-of-view.ts'
import type { View } from '../view/view.ts'

/** Weighted sums over answers that mention an entity. */
interface Weighed {
  weight: number
  /** The weight of answers with a sentiment towards it. */
  judged: number
  /** Hundredths of points. */
  sentiments: number
  places: number
}

/** Counts for figures that other tools define differently. */
export interface DefinitionCounts {
  entities: Map<
    number,
    {
      /** Each answer weighted by its mentions of the entity. */
      byMentions: Weighed
      /** Answers that mention it among the first three active entities. */
      firstThree: Weighed
      /** Answers that also cite its domain. */
      citing: Weighed
    }
  >
  /** Answers that cite an entity's domain, with or without a mention. Only for entities with a domain. */
  cited: Map<number, number>
}

type EntityRow = { entity: number } & Record<string, string>

/** Counts all definitions in two scans. */
export async function countDefinitions(ctx: BrandContext, view: View): Promise<DefinitionCounts> {
  const { clickhouse } = ctx.services
  const domains = await domainsOf(ctx, view)
  const [rows, cited] = await Promise.all([
    clickhouse.query<EntityRow>(weighedQuery(view, domains)),
    clickhouse.query<{ domain: string; answers: string }>(
      sql`SELECT domain, count() AS answers FROM (
          SELECT arrayJoin(arrayDistinct(arrayFilter(d -> has(${[...domains.values()]}::Array(String), d), citations.domain))) AS domain
          FROM readings PREWHERE ${answersOf(view)}
        ) GROUP BY domain`,
    ),
  ])
  const answersOfDomain = new Map(cited.map(({ domain, answers }) => [domain, Number(answers)]))
  return {
    entities: new Map(rows.map((row) => [row.entity, weighedOf(row)])),
    cited: new Map([...domains].map(([entity, domain]) => [entity, answersOfDomain.get(domain) ?? 0])),
  }
}

/** Domains by entity number, as used by the current readings. */
async function domainsOf({ services, brand }: BrandContext, view: View): Promise<Map<number, string>> {
  const read = await cacheByDataVersion(services, brand, 'entities', () =>
    entitiesOfReading(services, brand.id, brand.reading_version),
  )
  return new Map(
    read.flatMap(({ number, domain }) =>
      domain === null || !view.entities.some((entity) => entity.number === number) ? [] : [[number, domain]],
    ),
  )
}

function weighedQuery(view: View, domains: ReadonlyMap<number, string>): Sql {
  const active = view.entities.filter((entity) => entity.isRead).map((entity) => entity.number)
  const place = view.onlyActive
    ? sql`arrayEnumerate(mentions.entity)`
    : sql`arrayCumSum(arrayMap(e -> has(${active}, e), mentions.entity))`
  const domain = sql`transform(entity, ${[...domains.keys()]}::Array(UInt16), ${[...domains.values()]}::Array(String), '')`
  const citing = domains.size === 0 ? sql`false` : sql`has(citations.domain, ${domain})`
  const sumsOf = ([name, weight]: [string, string]) =>
    `sum(${weight}) AS ${name}, sumIf(${weight}, judged) AS ${name}_j, sumIf(${weight} * sentiment, judged) AS ${name}_s,
      sum(${weight} * place) AS ${name}_p`
  const sums = Object.entries({ m: 'named', f: '(place <= 3)', c: 'cites' }).map(sumsOf)
  return sql`SELECT entity, ${sql.raw(sums.join(', '))} FROM (
      SELECT entity, named, sentiment, place, ${sql.raw(isJudged('sentiment'))} AS judged, ${citing} AS cites
      FROM readings
      ARRAY JOIN mentions.entity AS entity, mentions.count AS named, mentions.sentiment AS sentiment, ${place} AS place
      PREWHERE ${answersOf(view)}
    ) GROUP BY entity`
}

function weighedOf(row: EntityRow) {
  const of = (name: string): Weighed => ({
    weight: Number(row[name]),
    judged: Number(row[`${name}_j`]),
    sentiments: Number(row[`${name}_s`]),
    places: Number(row[`${name}_p`]),
  })
  return { byMentions: of('m'), firstThree: of('f'), citing: of('c') }
}
