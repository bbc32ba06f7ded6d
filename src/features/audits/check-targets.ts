import type { Fetcher } from '../../lib/fetching/fetcher.ts'
import { hashedUuid } from '../../lib/hashed-uuid.ts'
import { crawlAddress } from '../../lib/site/crawl-address.ts'
import { createAddressSet } from '../../lib/site/crawling/address-set.ts'
import { type CheckedLink, checkLinks } from '../../lib/site/crawling/check-links.ts'
import type { SiteFacts } from '../../lib/site/crawling/site-facts.ts'
import type { PageFacts } from '../../lib/site/pages/page-facts.ts'
import { linksOf } from '../../lib/site/pages/read-page.ts'
import { auditBot } from '../../lib/site/site-fetcher.ts'
import type { Postgres } from '../../stores/postgres.ts'
import { isOneOf } from '../../stores/postgres-rows.ts'
import type { AuditStore } from './audit-store.ts'
import { packFacts } from './pack-facts.ts'
import { allPages } from './stored-pages.ts'
import type { RunningAudit } from './write-progress.ts'

/** Images and other sites' pages that one audit asks for. */
const maxTargets = 50_000
/** Of more than that, so many are counted. */
const maxCounted = 1_000_000
const chunkTargets = 1000

/**
 * Looks whether there is anything where images are and, with link analysis, where links to other sites lead. What an
 * earlier run has looked at is passed over.
 * @returns how many are not known: more than an audit asks for, or of hosts that did not answer any more
 */
export async function checkTargets(
  db: Postgres,
  audit: RunningAudit,
  site: SiteFacts,
  store: AuditStore,
  fetcher: Fetcher,
  signal: AbortSignal,
): Promise<number> {
  const { targets, beyond } = await targetsOf(db, audit, signal)
  const urls = await notAskedFor(db, audit, targets)
  const onChecked = (link: CheckedLink) => store.savePage(packFacts(audit.id, factsOf(link)))
  const { left } = await checkLinks({
    ...{ fetcher, urls, ownHosts: site.hosts, token: auditBot, onChecked, signal },
  })
  return beyond + left
}

/** What images and links lead to, and how many of them there are beyond those. */
async function targetsOf(db: Postgres, audit: RunningAudit, signal: AbortSignal) {
  const targets = new Set<string>()
  const others = createAddressSet()
  for await (const facts of allPages(db, audit.id)) {
    signal.throwIfAborted()
    const { images, external } = linksOf(facts)
    for (const url of [...images, ...(audit.include_link_analysis ? external : [])]) {
      if (targets.size < maxTargets) targets.add(url)
      else if (others.size < maxCounted && !targets.has(url)) others.add(url)
    }
  }
  return { targets: [...targets], beyond: others.size }
}

/** Those that the crawl, or an earlier run, has not asked for under this or another spelling. */
async function notAskedFor(db: Postgres, { id }: RunningAudit, urls: readonly string[]): Promise<string[]> {
  const left: string[] = []
  for (let start = 0; start < urls.length; start += chunkTargets) {
    const spellings = urls.slice(start, start + chunkTargets).map((url) => {
      const ids = [url, crawlAddress(url) ?? url].map(hashedUuid)
      return { url, ids }
    })
    const pages = db.selectFrom('audit_pages').select('id').where('audit_id', '=', id)
    const ids = spellings.flatMap((spelling) => spelling.ids)
    const rows = await pages.where(isOneOf('id', ids, 'uuid')).execute()
    const known = new Set(rows.map((row) => row.id))
    for (const { url, ids } of spellings) if (!ids.some((one) => known.has(one))) left.push(url)
  }
  return left
}

/** What is known of an address of which only the head was asked for. */
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
