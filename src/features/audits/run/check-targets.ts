import { isIP } from 'node:net'
import type { Fetcher } from '../../../lib/fetching/fetcher.ts'
import { uuidFromText } from '../../../lib/hashed-uuid.ts'
import { crawlAddress } from '../../../lib/site/crawl-address.ts'
import { type AddressSet, createAddressSet } from '../../../lib/site/crawling/address-set.ts'
import { type CheckedLink, checkLinks } from '../../../lib/site/crawling/check-links.ts'
import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { linksOf } from '../../../lib/site/pages/read-page.ts'
import { auditBot } from '../../../lib/site/site-fetcher.ts'
import type { Postgres } from '../../../stores/postgres.ts'
import { inList } from '../../../stores/postgres-rows.ts'
import type { AuditStore } from '../store/audit-store.ts'
import { packFacts } from '../store/pack-facts.ts'
import { allPages } from '../store/stored-pages.ts'
import type { RunningAudit } from '../store/write-progress.ts'

/** Images and external pages that one audit requests. */
const maxTargets = 50_000
/** Beyond `maxTargets`, URLs are only counted, up to this number. */
const maxCounted = 1_000_000
const chunkTargets = 1000

/** If no host name resolves and at least this many failed, DNS itself is assumed to be down. */
const minUnresolvedHosts = 3

/** Counts of link targets that an audit could not check. */
export interface UncheckedTargets {
  /** Over the limit, or on hosts that stopped responding. */
  untried: number
  /** Skipped because no external host name resolved. */
  unresolved: number
}

/**
 * Checks that images, page resources, canonical URLs and language versions exist and, with link analysis,
 * external links. Skips URLs that an earlier run of the audit checked.
 */
export async function checkTargets(
  db: Postgres,
  audit: RunningAudit,
  site: SiteFacts,
  store: AuditStore,
  fetcher: Fetcher,
  signal: AbortSignal,
): Promise<UncheckedTargets> {
  const { targets, beyond } = await targetsOf(db, audit, site, signal)
  const urls = await withoutRequested(db, audit, targets)
  const isNamed = (url: string) => isOtherName(url, site.hosts)
  const unresolved: CheckedLink[] = []
  let isAnyResolved = false
  const save = (link: CheckedLink) => store.savePage(packFacts(audit.id, factsOf(link)))
  async function onChecked(link: CheckedLink) {
    if (isNamed(link.url) && link.problem === 'dns' && link.redirects.length === 0) {
      unresolved.push(link)
      return
    }
    isAnyResolved ||= isNamed(link.url)
    await save(link)
  }
  const { left } = await checkLinks({
    ...{ fetcher, urls, ownHosts: site.hosts, token: auditBot, onChecked, signal },
  })
  const untried = beyond + left
  const hosts = new Set(unresolved.map(({ url }) => URL.parse(url)?.hostname))
  if (!isAnyResolved && hosts.size >= minUnresolvedHosts) return { untried, unresolved: unresolved.length }
  for (const link of unresolved) await save(link)
  return { untried, unresolved: 0 }
}

/** Whether a URL is on another host that has a name to resolve, not an IP address. */
function isOtherName(url: string, hosts: readonly string[]): boolean {
  const { hostname = '' } = URL.parse(url) ?? {}
  return !hosts.includes(hostname) && !hostname.startsWith('[') && isIP(hostname) === 0
}

/**
 * Collects the link targets of pages and counts those over the limit. Page resources and canonical URLs come first,
 * as they are few; srcset images come last, as they are many.
 */
async function targetsOf(db: Postgres, audit: RunningAudit, { hosts, llmsTxt }: SiteFacts, signal: AbortSignal) {
  const crawled = await crawledAddresses(db, audit)
  const kinds = { parts: new Set<string>(), regular: new Set<string>(), versions: new Set<string>() }
  const others = createAddressSet()
  const isIncluded = (url: string) => audit.include_link_analysis || hosts.includes(URL.parse(url)?.hostname ?? '')
  const add = (targets: Set<string>, url: string) => {
    if (targets.size < maxTargets) targets.add(url)
    else if (others.size < maxCounted && !targets.has(url)) others.add(url)
  }
  for (const url of llmsTxt.links) if (isIncluded(url) && !crawled.has(url)) add(kinds.parts, url)
  for await (const facts of allPages(db, audit.id)) {
    signal.throwIfAborted()
    const { images, external, parts, imageVersions, selves } = linksOf(facts)
    for (const url of parts) add(kinds.parts, url)
    for (const url of selves) if (isIncluded(url) && !crawled.has(url)) add(kinds.parts, url)
    for (const url of [...images, ...(audit.include_link_analysis ? external : [])]) add(kinds.regular, url)
    for (const url of imageVersions) add(kinds.versions, url)
  }
  const all = [...new Set([...kinds.parts, ...kinds.regular, ...kinds.versions])]
  return {
    targets: all.slice(0, maxTargets),
    beyond: others.size + Math.max(0, all.length - maxTargets),
  }
}

/** All URLs that the crawl found. It has requested them or reports them as unread. */
async function crawledAddresses(db: Postgres, { id }: RunningAudit): Promise<AddressSet> {
  const crawled = createAddressSet()
  const addresses = db.selectFrom('audit_addresses').select('url').where('audit_id', '=', id)
  for (const { url } of await addresses.execute()) crawled.add(url)
  return crawled
}

/** Omits URLs that the crawl or an earlier run requested, in this or the normalized spelling. */
async function withoutRequested(db: Postgres, { id }: RunningAudit, urls: readonly string[]): Promise<string[]> {
  const left: string[] = []
  for (let start = 0; start < urls.length; start += chunkTargets) {
    const spellings = urls.slice(start, start + chunkTargets).map((url) => {
      const ids = [url, crawlAddress(url) ?? url].map(uuidFromText)
      return { url, ids }
    })
    const pages = db.selectFrom('audit_pages').select('id').where('audit_id', '=', id)
    const ids = spellings.flatMap((spelling) => spelling.ids)
    const rows = await pages.where(inList('id', ids, 'uuid')).execute()
    const known = new Set(rows.map((row) => row.id))
    for (const { url, ids } of spellings) if (!ids.some((one) => known.has(one))) left.push(url)
  }
  return left
}

/** The facts of a URL that was only checked with a HEAD request. */
function factsOf({ url, redirects, status, problem, contentType, contentLength }: CheckedLink): PageFacts {
  const last = redirects.at(-1)?.to ?? url
  return {
    url,
    depth: null,
    source: null,
    redirects,
    isAllowed: problem !== 'disallowed',
    isInSitemap: false,
    problem: problem === null ? null : { kind: problem, message: problem },
    response: status === null ? null : { ...noBody, url: last, status, contentType, contentLength },
    document: null,
  }
}

const noBody = {
  contentEncoding: '',
  isChallenge: false,
  firstByteMs: 0,
  totalMs: 0,
  bytes: 0,
  encodedBytes: 0,
  truncated: false as const,
  etag: null,
  lastModified: null,
  robots: [],
  canonicals: [],
  alternates: [],
  refresh: null,
}
