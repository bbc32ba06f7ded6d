import type { BrandContext } from '../../../kernel/context.ts'
import { type Companion, type Driver, type DriverKind, findDrivers } from '../../../lib/statistics/drivers.ts'
import { pairOf } from '../../../lib/statistics/panel.ts'
import { type Sql, sql } from '../../../stores/clickhouse-sql.ts'
import { knownEngines } from '../../engines/index.ts'
import { readTopics, rootTopics, type StoredTopic } from '../view/topic-tree.ts'
import type { View } from '../view/view.ts'
import { type ChangeGroup, namedIn, type WeightedCell } from './change-sums.ts'

/** A driver of an entity's visibility, with a display name. */
export interface NamedDriver {
  kind: DriverKind
  /** Id of a topic, prompt or competitor; slug of an engine, country code, or domain. */
  id: string
  name: string
  /** Percentage points of the matched change. */
  points: number
  pValue: number
  /** For a site or competitor: whether it appears in more answers than before. */
  isMore?: boolean | undefined
}

/** Minimum answers and prompts that cite a site, over both periods, and the maximum number of sites. */
const [minCiting, minCitingPrompts, maxSites] = [10, 5, 50]

interface CompanionRow {
  prompt: number
  engine: string
  country: string
  later: number
  /** Index of a site from 1, or the negative number of an entity. */
  companion: string
  times: number
  both: number[]
}

/**
 * Finds the drivers of visibility for entities with a verdict.
 * @param condition selects the answers of both periods
 */
export async function readDrivers(
  ctx: BrandContext,
  view: View,
  condition: Sql,
  group: ChangeGroup,
  entities: readonly number[],
  leastRho: number,
): Promise<Map<number, NamedDriver[]>> {
  if (entities.length === 0) return new Map()
  const topics = rootTopics(await readTopics(ctx.services, ctx.brand, ctx.brand.last_prompt))
  const topicOf = new Map(topics.flatMap(({ prompts }, index) => prompts.map((prompt) => [prompt, index + 1])))
  const matched = group.cells.filter(({ weight }) => weight > 0)
  const companions = await readCompanions(ctx, view, condition, matched, entities)
  const found = entities.map((entity, index): [number, Driver[]] => {
    const cells = matched.map(({ prompt, engine, market, weight, n, halves }) => {
      const y = pairOf((period) => namedIn(halves[period], entity))
      return { prompt, engine, market, topic: topicOf.get(prompt) ?? 0, weight, n, y }
    })
    const others = companions(index).filter(({ kind, id }) => kind === 'source' || Number(id) !== entity)
    const input = { cells, days: group.daysOf(entity), companions: others, gap: group.gap, leastRho }
    return [entity, findDrivers(input)]
  })
  const nameOf = await readNames(
    ctx,
    view,
    topics,
    found.flatMap(([, drivers]) => drivers),
  )
  return new Map(found.map(([entity, drivers]) => [entity, drivers.flatMap((driver) => nameOf(driver) ?? [])]))
}

/** Counts answers per cell that cite top sites or mention competitors, in total and with each entity. */
async function readCompanions(
  { services: { clickhouse } }: BrandContext,
  view: View,
  condition: Sql,
  cells: readonly WeightedCell[],
  entities: readonly number[],
): Promise<(index: number) => Companion[]> {
  const sites = await clickhouse.query<{ domain: string }>(
    sql`SELECT toString(domain) AS domain FROM (
        SELECT prompt, arrayDistinct(citations.domain) AS domains FROM readings PREWHERE ${condition})
      ARRAY JOIN domains AS domain GROUP BY domain
      HAVING count() >= ${minCiting} AND uniqExact(prompt) >= ${minCitingPrompts}
      ORDER BY count() DESC, domain LIMIT ${maxSites}`,
  )
  const domains = sites.map(({ domain }) => domain)
  const competitors = view.entities.filter(({ isRead, isOurBrand }) => isRead && !isOurBrand)
  const numbers = competitors.map(({ number }) => number)
  const placeOfSite =
    domains.length === 0
      ? sql`emptyArrayInt64()`
      : sql`arrayDistinct(arrayMap(d -> toInt64(indexOf(${domains}, d)), citations.domain))`
  const rows = await clickhouse.query<CompanionRow>(
    sql`SELECT prompt, toString(engine) AS engine, toString(country) AS country, later, companion,
        toFloat64(count()) AS times, sumForEach(named) AS both FROM (
        SELECT prompt, engine, country, executed_at >= ${new Date(view.period.start_date)} AS later,
          arrayMap(e -> toFloat64(has(mentions.entity, e)), ${entities}) AS named,
          arrayConcat(${placeOfSite}, arrayMap(e -> -toInt64(e), arrayFilter(e -> has(${numbers}, e), mentions.entity))) AS companions
        FROM readings PREWHERE ${condition})
      ARRAY JOIN companions AS companion WHERE companion != 0
      GROUP BY prompt, engine, country, later, companion ORDER BY companion, prompt, engine, country, later`,
  )
  const places = new Map(cells.map(({ prompt, engine, market }, place) => [`${prompt} ${engine} ${market}`, place]))
  const byCompanion = [...Map.groupBy(rows, ({ companion }) => Number(companion))]
  return (index) =>
    byCompanion.map(([companion, own]) => {
      const counts = new Map<number, { with: [number, number]; both: [number, number] }>()
      for (const { prompt, engine, country, later, times, both } of own) {
        const place = places.get(`${prompt} ${engine} ${country}`)
        if (place === undefined) continue
        const into = counts.getOrInsertComputed(place, () => ({ with: [0, 0], both: [0, 0] }))
        into.with[later === 1 ? 1 : 0] = times
        into.both[later === 1 ? 1 : 0] = both[index] as number
      }
      return companion > 0
        ? { kind: 'source', id: domains[companion - 1] ?? '', counts }
        : { kind: 'competitor', id: String(-companion), counts }
    })
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Names drivers. Omits deleted prompts, which have no name. */
async function readNames(
  { services, brand }: BrandContext,
  view: View,
  topics: readonly StoredTopic[],
  drivers: readonly Driver[],
): Promise<(driver: Driver) => NamedDriver | undefined> {
  const numbers = drivers.flatMap(({ kind, key }) => (kind === 'prompt' ? [key] : []))
  const prompts = new Map(
    numbers.length === 0
      ? []
      : (
          await services.db
            .selectFrom('prompts')
            .select(['id', 'number', 'text'])
            .where('brand_id', '=', brand.id)
            .where('number', 'in', numbers.map(Number))
            .execute()
        ).map(({ id, number, text }) => [String(number), { id, name: text }]),
  )
  const engines = new Map(knownEngines(services.config).map(({ slug, name }) => [slug, name]))
  return ({ kind, key, moved, pValue, isMore }) => {
    const known = {
      engine: () => ({ id: key, name: engines.get(key) ?? key }),
      market: () => ({ id: key, name: key === '' ? 'Unknown market' : (regions.of(key) ?? key) }),
      topic: () => topics[Number(key) - 1],
      prompt: () => prompts.get(key),
      source: () => ({ id: key, name: key }),
      competitor: () => view.entities.find(({ number }) => String(number) === key),
    }[kind]()
    return known === undefined
      ? undefined
      : { kind, id: known.id, name: known.name, points: 100 * moved, pValue, isMore }
  }
}
