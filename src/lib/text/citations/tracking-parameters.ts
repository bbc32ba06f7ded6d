import { siteFamily } from './site-domain.ts'
import table from './tracking-parameters.json' with { type: 'json' }
import { partName, queryParts } from './url-parts.ts'

/** Campaign tags of Google Analytics, Matomo, HubSpot's advertisements and Google Ads (`gad_source`). */
const PREFIXES = ['utm_', 'mtm_', 'hsa_', 'gad_']

/**
 * Names that on every site only track how a reader arrived: click identifiers, campaign and mailing tags.
 * From the lists of Firefox (query stripping), Brave (query filter), AdGuard (general URL tracking) and
 * ClearURLs (global rules), without names that some sites use for content (`ref`, `source`, `campaign_id`,
 * `mc`, `__s` …), and from other advertising networks. `_gsid` is on shop links in ChatGPT's answers.
 */
const EVERYWHERE = new Set(Object.values(table.everywhere).flatMap((names) => names.split(' ')))

/** Names that are tracking only on one site; from the same lists, by domain or family. */
const ON_SITE = new Map(
  Object.entries(table.onSite).map(([site, names]) => [site, new Set(names.split(' '))]),
)

/**
 * Removes tracking parameters from a query; the others keep their order and spelling.
 * @param search as in `URL.search`, as is the result
 * @param domain the site's, from `siteDomain`
 */
export function withoutTracking(search: string, domain: string): string {
  const onSite = ON_SITE.get(siteFamily(domain))
  const kept = queryParts(search).filter((part) => {
    const name = partName(part)
    const tracks = EVERYWHERE.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix))
    return part !== '' && !tracks && !onSite?.has(name)
  })
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}
