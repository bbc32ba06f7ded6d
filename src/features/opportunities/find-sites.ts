import { sql } from '../../stores/clickhouse-sql.ts'
import { entitiesOfReading } from '../answers/index.ts'
import { scannedPages } from '../earned-mentions/index.ts'
import { answersOf, compare } from '../visibility/index.ts'
import { type OpportunityCandidate, type Search, topicOfPrompts } from './cause.ts'
import table from './platforms.json' with { type: 'json' }

type PlatformKind = 'community' | 'review_site'
type SiteKind = PlatformKind | 'site'

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

interface Site {
  site: string
  kind: SiteKind
}

/**
 * Returns the platform or site of a page.
 * @param page page key, which begins with the host
 * @param domain registrable domain of the page
 */
function siteOf(page: string, domain: string): Site {
  for (const kind of ['community', 'review_site'] as const) {
    if (platforms[kind].includes(domain)) return { site: domain, kind }
    if (new RegExp(hostNames[kind]).test(page)) return { site: page.split(/[/?#]/)[0] as string, kind }
  }
  return { site: domain, kind: 'site' }
}

/** Sites with fewer citations are not worth the effort. Anyone can write on platforms, but editors decide on sites. */
const minCitations: Record<SiteKind, number> = { community: 3, review_site: 3, site: 10 }
const shownPages = 5

interface CitedPage {
  page: string
  address: string
  domain: string
  prompt: number
  answers: string
}

interface Presence extends Site {
  /** Citations by root topic: one for platforms, where each topic has its own threads. */
  topics: Map<string, number>
  citations: number
  /** Citations and URL by page: of several spellings the last one, which prefers https. */
  pages: Map<string, { address: string; citations: number }>
}

/**
 * Finds communities and review sites that answers on a root topic cite, where at least one cited page was read and none
 * of those mentions the brand. Finds other third-party sites across topics, if one of these pages mentions a competitor.
 */
export async function sitesWithoutBrand({ ctx, view, topics, period }: Search): Promise<OpportunityCandidate[]> {
  const { services, brand } = ctx
  const known = await scannedPages(services, brand)
  const entities = await entitiesOfReading(services, brand.id, view.snapshot.version)
  const tracked = new Set(entities.map(({ domain }) => domain))
  const domains = [...new Set([...known.values()].map(({ domain }) => domain))].filter((domain) => !tracked.has(domain))
  if (domains.length === 0) return []
  const cited = await services.clickhouse.query<CitedPage>(
    sql`SELECT page, max(url) AS address, domain, prompt, count() AS answers
      FROM (SELECT citations.page AS page, citations.url AS url, citations.domain AS domain, prompt
        FROM readings ARRAY JOIN citations.page, citations.url, citations.domain WHERE ${answersOf(view)})
      WHERE domain IN ${domains} GROUP BY page, domain, prompt ORDER BY address`,
  )
  return presences(cited, topics).flatMap(({ site, kind, topics: cites, citations, pages }) => {
    const read = [...pages.keys()].flatMap((page) => known.get(page) ?? [])
    if (citations < minCitations[kind] || read.length === 0 || read.some(({ named }) => named)) return []
    if (kind === 'site' && !read.some(({ others }) => others)) return []
    const shown = [...pages.values()].sort((a, b) => b.citations - a.citations || compare(a.address, b.address))
    const [[topicId]] = [...cites].sort((a, b) => b[1] - a[1] || compare(a[0], b[0])) as [[string, number]]
    const on = kind === 'site' ? '' : ` on ${topics.find(({ id }) => id === topicId)?.name}`
    const cause: OpportunityCandidate = {
      category: 'platform',
      kind: `absent_from_${kind}`,
      subject: kind === 'site' ? site : `${topicId} ${site}`,
      topicId,
      title: `Get mentioned on ${site}, which answers${on} cite`,
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

/** Groups citations by site, those of platforms also by root topic. */
function presences(cited: readonly CitedPage[], topics: Search['topics']): Presence[] {
  const topicOf = topicOfPrompts(topics)
  const rootOf = new Map(topics.map((topic) => [topic.id, topic.parentId ?? topic.id]))
  const found = new Map<string, Presence>()
  for (const { page, address, domain, prompt, answers } of cited) {
    const topicId = rootOf.get(topicOf.get(prompt)?.id ?? '')
    if (topicId === undefined) continue
    const place = siteOf(page, domain)
    const presence = found.getOrInsertComputed(place.kind === 'site' ? domain : `${topicId} ${place.site}`, () => ({
      ...place,
      topics: new Map(),
      citations: 0,
      pages: new Map(),
    }))
    presence.citations += Number(answers)
    presence.topics.set(topicId, (presence.topics.get(topicId) ?? 0) + Number(answers))
    const before = presence.pages.get(page)?.citations ?? 0
    presence.pages.set(page, { address, citations: before + Number(answers) })
  }
  return [...found.values()]
}
