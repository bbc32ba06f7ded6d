import { sumBy } from '../../lib/statistics/sum-by.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { brandEntity, entitiesOfReading } from '../answers/index.ts'
import { citationId } from '../citations/index.ts'
import { datedPages } from '../earned-mentions/index.ts'
import { answersOf, compare, countAnswersOf, previousPeriod, readDomainChanges, rounded } from '../visibility/index.ts'
import { type OpportunityCandidate, type Search, topicOfPrompts } from './cause.ts'

/** Age of an outdated page. */
const outdatedDays = 365
const dayMs = 86_400_000
/** Fewer answers that cite a page without mentioning the brand can be chance. */
const minUnnamed = 3

interface OwnPage {
  page: string
  address: string
  answers: string
  without_brand: string
  /** Most of the answers are to it; of several, the oldest. */
  main_prompt: number
}

/** The prompt with most answers to it; of several, the oldest. */
const mainPrompt = sql`sumMap([prompt], [1]) AS by_prompt,
  arraySort((p, n) -> (-n, p), by_prompt.1, by_prompt.2)[1] AS main_prompt`

/**
 * Finds pages of the brand that answers cite clearly less often than in the 30 days before, cited ones whose declared
 * date is old, and those in whose answers the brand is mostly missing.
 */
export async function ownPages({ ctx, view, topics, period }: Search): Promise<OpportunityCandidate[]> {
  const { services, brand } = ctx
  if (brand.primary_domain === null) return []
  const cited = await services.clickhouse.query<OwnPage>(
    sql`SELECT page, max(url) AS address, count() AS answers,
        countIf(NOT has(mentions.entity, ${brandEntity})) AS without_brand, ${mainPrompt}
      FROM readings ARRAY JOIN citations.page AS page, citations.url AS url, citations.domain AS domain
      WHERE ${answersOf(view)} AND domain = ${brand.primary_domain} GROUP BY page`,
  )
  const [dates, lost] = await Promise.all([
    datedPages(services, brand, brand.primary_domain),
    pagesWithLoss({ ctx, view, topics, period }, brand.primary_domain),
  ])
  const brand_executions = await countAnswersOf(ctx, view)
  const before = new Date(services.now().getTime() - outdatedDays * dayMs).toISOString()
  const topicOf = topicOfPrompts(topics)
  const others = cited.flatMap(({ page, address, answers, without_brand, main_prompt }): OpportunityCandidate[] => {
    const cause = { category: 'content' as const, subject: page, topicId: topicOf.get(main_prompt)?.id ?? null }
    const cites = { ...period, citation_id: citationId(brand.id, page), url: address, citation_count: Number(answers) }
    const datedAt = dates.get(page)
    if (datedAt !== undefined && datedAt < before) {
      const title = `Update a cited page that has not changed since ${datedAt.slice(0, 10)}`
      const evidence = { ...cites, dated_at: datedAt }
      return [{ ...cause, kind: 'outdated_page', title, evidence, reach: Number(answers) }]
    }
    const unnamed = Number(without_brand)
    if (unnamed < minUnnamed || 2 * unnamed <= Number(answers)) return []
    const title = `Put the brand’s name next to the facts on ${withoutScheme(address)}`
    const evidence = { ...cites, brand_executions, without_brand: unnamed }
    return [{ ...cause, kind: 'cited_without_mention', title, evidence, reach: unnamed }]
  })
  return [...lost, ...others]
}

/** Pages that fewer answers cite, for the same prompts on the same engines: all are tested together, as sites are. */
async function pagesWithLoss({ ctx, view, topics, period }: Search, own: string): Promise<OpportunityCandidate[]> {
  const { services, brand } = ctx
  const before = previousPeriod(period)
  const pages = sql`arrayDistinct(arrayFilter((p, d) -> d = ${own}, citations.page, citations.domain))`
  const { changes } = await readDomainChanges(ctx, {}, view, before, pages)
  const fallen = new Map([...changes].filter(([, { verdict }]) => verdict === 'down'))
  if (fallen.size === 0) return []
  const both = { ...view, period: { start_date: before.start_date, end_date: period.end_date } }
  const rows = await services.clickhouse.query<Omit<OwnPage, 'without_brand'> & { now: string }>(
    sql`SELECT page, max(url) AS address, count() AS answers, countIf(toDate(executed_at) >= ${period.start_date}) AS now,
        ${mainPrompt}
      FROM readings ARRAY JOIN citations.page AS page, citations.url AS url
      WHERE ${answersOf(both)} AND page IN ${[...fallen.keys()]} GROUP BY page`,
  )
  const executions = await countAnswersOf(ctx, view)
  const topicOf = topicOfPrompts(topics)
  return rows.flatMap(({ page, address, answers, now, main_prompt }): OpportunityCandidate[] => {
    const { value, interval } = fallen.get(page)?.matched ?? {}
    if (value === undefined || !interval) return []
    const evidence = {
      ...{ ...period, previous_start_date: before.start_date, previous_end_date: before.end_date },
      ...{ citation_id: citationId(brand.id, page), url: address, citation_count: Number(now) },
      previous_citation_count: Number(answers) - Number(now),
      citation_change: { value: rounded(value), low: rounded(interval.low), high: rounded(interval.high) },
    }
    const cause = { category: 'content' as const, kind: 'page_lost_citations', subject: page }
    const title = `Update ${withoutScheme(address)}, which lost citations`
    const reach = Math.max(1, Math.round((-value / 100) * executions))
    return [{ ...cause, topicId: topicOf.get(main_prompt)?.id ?? null, title, evidence, reach }]
  })
}

/** Short enough for a title. */
const withoutScheme = (url: string) => [...url.replace(/^https?:\/\//, '')].slice(0, 150).join('')

interface CitedSite {
  prompt: number
  /** Empty for all sites together. */
  domain: string
  answers: string
  /** Answers that also cite the brand’s site. */
  together: string
}

/**
 * Finds root topics where answers that mention the brand cite a competitor’s site clearly more often than the brand’s:
 * at least six cite only one of the two, and their difference is not chance (z > 1.96, McNemar 1947).
 */
export async function topicsWithoutCitation({ ctx, view, topics, period }: Search): Promise<OpportunityCandidate[]> {
  const { services, brand } = ctx
  const own = brand.primary_domain
  if (own === null) return []
  const entities = await entitiesOfReading(services, brand.id, view.snapshot.version)
  const names = new Map(entities.flatMap(({ domain, names: [name = ''] }) => (domain === null ? [] : [[domain, name]])))
  const rows = await services.clickhouse.query<CitedSite>(
    sql`SELECT prompt, domain, count() AS answers, countIf(has(domains, ${own})) AS together
      FROM (SELECT prompt, arrayDistinct(citations.domain) AS domains FROM readings
        WHERE ${answersOf(view)} AND has(mentions.entity, ${brandEntity}) AND notEmpty(citations.domain))
      ARRAY JOIN arrayConcat([''], domains) AS domain WHERE domain IN ${['', ...names.keys()]}
      GROUP BY prompt, domain ORDER BY prompt, domain`,
  )
  const rootOf = new Map(topics.map(({ id, parentId }) => [id, parentId ?? id]))
  const topicOf = topicOfPrompts(topics)
  const byRoot = Map.groupBy(rows, ({ prompt }) => rootOf.get(topicOf.get(prompt)?.id ?? ''))
  return topics.flatMap((topic): OpportunityCandidate[] => {
    const found = byRoot.get(topic.id) ?? []
    const sum = (wanted: string, count: 'answers' | 'together') =>
      sumBy(found, (site) => (site.domain === wanted ? Number(site[count]) : 0))
    const ours = sum(own, 'answers')
    const leads = [...names].flatMap(([domain, name]) => {
      const theirs = sum(domain, 'answers')
      const together = sum(domain, 'together')
      const single = theirs + ours - 2 * together
      const isClear = single >= 6 && theirs - ours > 1.96 * Math.sqrt(single)
      return domain !== own && isClear ? [{ domain, name, theirs }] : []
    })
    const [leader] = leads.sort((a, b) => b.theirs - a.theirs || compare(a.domain, b.domain))
    if (leader === undefined) return []
    const answers = sum('', 'answers')
    const evidence = {
      ...{ ...period, mentioning_answers: answers, own_site_answers: ours, competitor_site_answers: leader.theirs },
      ...{ competitor_name: leader.name, domain: leader.domain },
    }
    const title = `Get cited on ${topic.name}, not only mentioned`
    const cause = { category: 'content' as const, kind: 'mentioned_without_citation', subject: topic.id }
    return [{ ...cause, topicId: topic.id, title, evidence, reach: answers - ours }]
  })
}
