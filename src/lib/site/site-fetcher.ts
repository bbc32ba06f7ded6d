import type { Services } from '../../kernel/context.ts'
import { createFetcher, type Fetcher } from '../fetching/fetcher.ts'
import { version } from '../version.ts'
import { crawlLimits } from './crawling/crawl-site.ts'

/** The name under which robots.txt may address audits. */
export const auditBot = 'Sightline-audit'

/** Where owners of sites can read about audits; undefined where nobody has said how this server is reached. */
export const aboutAudits = ({ config: { PUBLIC_URL: url } }: Pick<Services, 'config'>): string | undefined =>
  url === undefined ? undefined : `${url}/docs/checks`

export function openSiteFetcher(services: Pick<Services, 'config' | 'resolveHost'>): Fetcher {
  const aboutUrl = aboutAudits(services)
  const about = aboutUrl === undefined ? '' : `; +${aboutUrl}`
  return createFetcher({
    userAgent: `Mozilla/5.0 (compatible; ${auditBot}/${version}${about})`,
    connectionsPerOrigin: crawlLimits.connections,
    allowedAddresses: services.config.FETCH_ALLOWED_ADDRESSES,
    resolve: services.resolveHost,
  })
}
