import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { pagesNamingBrand } from '../earned-mentions/index.ts'
import { answersOf, compare } from '../visibility/index.ts'
import { type OpportunityCandidate, type Search, topicOfPrompts } from './cause.ts'
import table from './platforms.json' with { type: 'json' }

type PlatformKind = 'community' | 'review_site'

/**
 * Registrable domains of user-generated content that AI engines cite most (citation studies by Profound, Semrush and
 * Ahrefs, 2024 and 2025).
 */
const platforms: Record<PlatformKind, readonly string[]> = table

/** Host name patterns of forums and review pages on any site. */
const hostNames: Record<PlatformKind, string> = {
  community: '^(forums?|community|communities|discuss|boards?)[.-]',
  review_site: '^reviews?[.-]',
}

interface Platform {
  site: string
  kind: PlatformKind
}

/**
 * Returns the platform of a page; undefined if it is on none.
 * @param page page key, which begins with the host
 * @param domain registrable domain of the page
 */
function platformOf(page: string, domain: string): Platform | undefined {
  for (const kind of ['community', 'review_site'] as const) {
    if (platforms[kind].includes(domain)) return { site: domain, kind }
    if (new RegExp(hostNames[kind]).test(page)) return { site: page.split(/[/?#]/)[0] as string, kind }
  }
  return undefined
}

/** Condition on `page` and `domain` for pages that may be on a platform. */
function onPlatforms(): Sql {
  const domains = Object.values(platforms).flat()
  return sql`(domain IN ${domains} OR match(page, ${Object.values(hostNames).join('|')}))`
}

/** Sites with fewer citations are not worth the effort. */
const minCitations = 3
const shownPages = 5

interface CitedPage {
  page: string
  address: string
  domain: string
  prompt: number
  answers: string
}

interface Presence extends Platform {
  topicId: string
  topicName: string
  citations: number
  /** Citations and URL by page: of several spellings the last one, which prefers https. */
  pages: Map<string, { address: string; citations: number }>
}

/**
 * Finds communities and review sites that answers on a root topic cite, where at least one cited page was read and none
 * of those mentions the brand.
 */
export async function platformsWithoutBrand({ ctx, view, topics, period }: Search): Promise<OpportunityCandidate[]> {
  const { services, brand } = ctx
  const [cited, known] = await Promise.all([
    services.clickhouse.query<CitedPage>(
      sql`SELECT page, max(url) AS address, domain, prompt, count() AS answers
        FROM (SELECT citations.page AS page, citations.url AS url, citations.domain AS domain, prompt
          FROM readings ARRAY JOIN citations.page, citations.url, citations.domain WHERE ${answersOf(view)})
        WHERE ${onPlatforms()} GROUP BY page, domain, prompt ORDER BY address`,
    ),
    pagesNamingBrand(services, brand, onPlatforms()),
  ])
  return presences(cited, topics).flatMap(({ site, kind, topicId, topicName, citations, pages }) => {
    const read = [...pages.keys()].filter((page) => known.has(page))
    if (citations < minCitations || read.length === 0 || read.some((page) => known.get(page) === true)) return []
    const shown = [...pages.values()].sort((a, b) => b.citations - a.citations || compare(a.address, b.address))
    const cause: OpportunityCandidate = {
      category: 'platform',
      kind: kind === 'community' ? 'absent_from_community' : 'absent_from_review_site',
      subject: `${topicId} ${site}`,
      topicId,
      title: `Get mentioned on ${site}, which answers on ${topicName} cite`,
      evidence: {
        ...period,
        domain: site,
        citation_count: citations,
        pages_cited: pages.size,
        pages_read: read.length,
        urls: shown.slice(0, shownPages).map(({ address }) => address),
      },
      reach: citations,
    }
    return [cause]
  })
}

/** Groups citations by platform and root topic. */
function presences(cited: readonly CitedPage[], topics: Search['topics']): Presence[] {
  const topicOf = topicOfPrompts(topics)
  const rootOf = new Map(topics.map((topic) => [topic.id, topic.parentId ?? topic.id]))
  const nameOf = new Map(topics.map(({ id, name }) => [id, name]))
  const found = new Map<string, Presence>()
  for (const { page, address, domain, prompt, answers } of cited) {
    const platform = platformOf(page, domain)
    const topic = topicOf.get(prompt)
    if (platform === undefined || topic === undefined) continue
    const topicId = rootOf.get(topic.id) as string
    const presence = found.getOrInsertComputed(`${topicId} ${platform.site}`, () => ({
      ...platform,
      topicId,
      topicName: nameOf.get(topicId) as string,
      citations: 0,
      pages: new Map(),
    }))
    presence.citations += Number(answers)
    const before = presence.pages.get(page)?.citations ?? 0
    presence.pages.set(page, { address, citations: before + Number(answers) })
  }
  return [...found.values()]
}
