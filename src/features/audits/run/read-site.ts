import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SubprocessServices } from '../../../kernel/subprocess-services.ts'
import { findChromium } from '../../../lib/chromium/find-chromium.ts'
import { renderPage } from '../../../lib/chromium/render-page.ts'
import { FetchProblem } from '../../../lib/fetching/fetch-problem.ts'
import type { Fetcher } from '../../../lib/fetching/fetcher.ts'
import type { CrawledAddress } from '../../../lib/site/crawled.ts'
import { crawlSite } from '../../../lib/site/crawling/crawl-site.ts'
import type { SiteFacts } from '../../../lib/site/crawling/site-facts.ts'
import { auditBot, crawlerInfoUrl, openSiteFetcher } from '../../../lib/site/site-fetcher.ts'
import type { Postgres } from '../../../stores/postgres.ts'
import type { AuditStore } from '../store/audit-store.ts'
import { unpackFacts } from '../store/pack-facts.ts'
import { readSections } from '../store/stored-pages.ts'
import { lockAudit, type RunningAudit } from '../store/write-progress.ts'
import { checkTargets, type UncheckedTargets } from './check-targets.ts'
import { readInThread } from './read-in-thread.ts'

export interface AuditServices extends Pick<SubprocessServices, 'config' | 'resolveHost' | 'now'> {
  db: Postgres
}

/** Opens a fetcher for a brand's site. The caller closes it. */
export const openAuditFetcher = (
  { config, resolveHost }: Pick<AuditServices, 'config' | 'resolveHost'>,
  website: string,
) =>
  openSiteFetcher({
    publicUrl: config.PUBLIC_URL,
    website,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    standIns: config.SITE_STAND_INS,
    resolve: resolveHost,
  })

/**
 * Crawls the site and checks its links and images. Resumes an interrupted run.
 * @returns the facts of the site, and the counts of unchecked link targets
 * @throws AuditSupersededError
 */
export async function readSite(
  services: AuditServices,
  audit: RunningAudit,
  store: AuditStore,
  signal: AbortSignal,
): Promise<{ site: SiteFacts; unknown: UncheckedTargets }> {
  const fetcher = openAuditFetcher(services, audit.website)
  try {
    const site = audit.site === null ? await crawl(services, audit, store, fetcher, signal) : unpack(audit.site)
    const unknown = await checkTargets(services.db, audit, site, store, fetcher, signal)
    await store.flush()
    return { site, unknown }
  } finally {
    fetcher.close()
  }
}

async function crawl(
  services: AuditServices,
  audit: RunningAudit,
  store: AuditStore,
  fetcher: Fetcher,
  signal: AbortSignal,
): Promise<SiteFacts> {
  const aboutUrl = crawlerInfoUrl(services.config.PUBLIC_URL)
  const executable = findChromium(services.config.CHROMIUM_PATH)
  const site = await crawlSite({
    fetcher,
    home: new URL(audit.website),
    self: { token: auditBot, ...(aboutUrl === undefined ? {} : { aboutUrl }) },
    frontier: store.frontier,
    validators: store.validators,
    hasProbes: services.config.AUDIT_BOT_REQUESTS === 'send',
    probed: {
      async sections() {
        await store.flush()
        return readSections(services.db, audit.id)
      },
      async readPage(address) {
        const { page } = await readInThread(audit.id, address, undefined, signal)
        return unpackFacts(page.facts)
      },
      ...(executable !== undefined && {
        render: (page, fetcher) => renderPage(page, { executable, fetcher, signal }),
      }),
    },
    signal,
    async visit(address) {
      const previous = isUnchanged(address) ? await store.previousFacts(address.url) : undefined
      const { page, links } = await readInThread(audit.id, address, previous, signal)
      await store.savePage(page)
      return links
    },
  })
  await store.flush()
  const section_access = JSON.stringify(site.sections)
  await lockAudit(services.db, audit, { site: zstdCompressSync(JSON.stringify(site)), section_access })
  return site
}

/** An audit that an earlier release began has no sections. */
const unpack = (site: Buffer): SiteFacts => ({
  sections: [],
  ...JSON.parse(zstdDecompressSync(site).toString()),
})

const isUnchanged = ({ end }: CrawledAddress) => !(end instanceof FetchProblem) && end.status === 304
