import table from './search-links.json' with { type: 'json' }
import { siteDomain, siteFamily } from './site-domain.ts'
import { addressOf, parameter } from './url-parts.ts'

interface SearchLink {
  /** Matches `addressOf` the URL. */
  at: RegExp
  /** If set, one of these parameters is required: without them the same URL is a page. */
  parameters: readonly string[] | undefined
}

/**
 * The engines' own result, shopping and chat-start pages, by domain or family of the host, from their links.
 * Their other pages (support.google.com, google.com/travel/hotels, openai.com/index/…) are ordinary pages.
 */
const SEARCH_LINKS = new Map<string, SearchLink[]>(
  Object.entries<{ at: string; parameters?: string[] }[]>(table).map(([site, links]) => [
    site,
    links.map(({ at, parameters }) => ({ at: new RegExp(at), parameters })),
  ]),
)

/** Whether the URL is a query to an engine (a search, a product search, a new chat) rather than a page. */
export function isSearchLink(url: URL): boolean {
  const links = SEARCH_LINKS.get(siteFamily(siteDomain(url.hostname)))
  if (!links) return false
  const address = addressOf(url)
  return links.some(
    ({ at, parameters }) =>
      at.test(address) && (!parameters || parameters.some((name) => parameter(url, name) !== undefined)),
  )
}
