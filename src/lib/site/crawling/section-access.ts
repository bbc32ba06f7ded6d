import type { Rendered } from '../../chromium/render-page.ts'
import { FetchProblem } from '../../fetching/fetch-problem.ts'
import type { FetchedPage, Fetcher } from '../../fetching/fetcher.ts'
import type { CrawledAddress } from '../crawled.ts'
import { compareReadings } from '../pages/compare-readings.ts'
import type { PageFacts } from '../pages/page-facts.ts'
import { type ProbeIdentity, probe, probeUserAgent, robotsAccess } from './ai-access.ts'
import type { RobotsOf } from './robots-file.ts'
import type { Rendering, SectionAccess, SiteSection } from './site-facts.ts'

/** The bots of the engines with most users, as each costs a request per section. */
const sectionBots = ['GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ClaudeBot', 'PerplexityBot', 'Applebot']

const maxBytes = 2 * 1024 * 1024

/** The pages to probe, and their reader. */
export interface SectionSource {
  sections(): Promise<readonly SiteSection[]>
  readPage(address: CrawledAddress): Promise<PageFacts>
  /**
   * Runs the scripts of a page. Undefined without a browser.
   * @throws Error that describes why it failed
   */
  render?: ((page: FetchedPage, fetcher: Pick<Fetcher, 'get'>) => Promise<Rendered>) | undefined
}

interface SectionProbes extends SectionSource {
  /** One that obeys robots.txt for the audit itself. */
  fetcher: Fetcher
  /** The same for what pages load, also from other hosts. */
  pageFetcher: Pick<Fetcher, 'get'>
  robotsOf: RobotsOf
  self: ProbeIdentity
  mayGoOn(): boolean
  signal: AbortSignal
}

/**
 * Reads one page of each section under the names of the main bots, between two readings under the audit’s own
 * name: only what both of those have and a bot lacks is a difference between readers.
 */
export async function probeSections(probes: SectionProbes): Promise<SectionAccess[]> {
  const found: SectionAccess[] = []
  for (const section of await probes.sections()) {
    if (!probes.mayGoOn()) break
    found.push(await probeSection(probes, section))
  }
  return found
}

async function probeSection(
  { fetcher, pageFetcher, robotsOf, readPage, render, self, mayGoOn, signal }: SectionProbes,
  section: SiteSection,
): Promise<SectionAccess> {
  const { url } = section
  const known = { url, depth: null, source: null, isAllowed: true, isInSitemap: false }
  async function read(userAgent?: string) {
    const headers = userAgent === undefined ? {} : { 'user-agent': userAgent }
    const { redirects, end, outcome } = await probe(fetcher, url, { headers, maxBytes, signal })
    if (end instanceof FetchProblem) return { outcome }
    return { facts: await readPage({ ...known, redirects, end }), end, outcome }
  }
  async function compareRendered(end: FetchedPage, own: PageFacts, { html, isComplete }: Rendered) {
    const headers = new Headers(end.headers)
    headers.set('content-type', 'text/html; charset=utf-8')
    const page = { ...end, headers, body: Buffer.from(html) }
    const rendered = await readPage({ ...known, redirects: [], end: page })
    const differs = compareReadings(own, [rendered, rendered])
    const isDecided = isComplete || differs.length > 0
    const words = { served: own.document?.words ?? 0, rendered: rendered.document?.words ?? 0 }
    return { differs, problem: isDecided ? null : 'the page loaded too much, or for too long', words }
  }
  const access = robotsAccess(await robotsOf(url), url)
  const { facts: before, end } = await read()
  if (end === undefined || before.document == null || before.response?.status !== 200)
    return { ...section, bots: access }
  const readings = new Map<string, Awaited<ReturnType<typeof read>>>()
  for (const { bot, isAllowed } of access)
    if (isAllowed && sectionBots.includes(bot) && mayGoOn()) readings.set(bot, await read(probeUserAgent(bot, self)))
  const after = (await read()).facts
  const bots = access.map((bot) => {
    const { facts, outcome = null } = readings.get(bot.bot) ?? {}
    const isServed = facts !== undefined && facts.response?.status === 200 && !facts.response.isChallenge
    const differs = isServed && after !== undefined ? compareReadings(facts, [before, after]) : []
    return { ...bot, probe: outcome, ...(differs.length > 0 && { differs }) }
  })
  if (render === undefined || !mayGoOn()) return { ...section, bots }
  const rendering = await render(end, pageFetcher)
    .then((rendered) => compareRendered(end, before, rendered))
    .catch((error: Error): Rendering => {
      signal.throwIfAborted()
      return { differs: [], problem: error.message }
    })
  return { ...section, bots, rendering }
}
