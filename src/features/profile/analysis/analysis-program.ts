import { type SubprocessServices, withServices } from '../../../kernel/subprocess-services.ts'
import { openSiteFetcher } from '../../../lib/site/site-fetcher.ts'
import { type SiteVisit, visitSite } from '../../../lib/site/visit-site.ts'
import { declaredFacts, type ReadDocument } from './declared-facts.ts'
import type { Derived } from './derived.ts'
import { buildModelInput } from './model-input.ts'

const maxPages = 15
const maxMs = 120_000

export interface ReadingTask {
  website: string | null
  /** Known names of the brand, its own first. */
  names: string[]
  documents: ReadDocument[]
}

export interface ReadSources {
  /** URLs of the pages, the home page first. */
  pages: string[]
  /** Why pages are missing; null if complete. */
  problem: string | null
  declared: Derived
  /** Input for the model. */
  material: string
}

/** Reads pages of a brand's site and derives the declared facts and the model input. */
export const readSources = withServices(
  async (services, { website, names, documents }: ReadingTask): Promise<ReadSources> => {
    const { pages, problem } =
      website === null ? { pages: [], problem: 'the brand has no domain' } : await visit(services, website)
    const sources = { names, pages, documents }
    const declared = declaredFacts(sources)
    return {
      pages: pages.map(({ url }) => url),
      problem,
      declared,
      material: buildModelInput(sources, declared),
    }
  },
)

async function visit(
  { config, resolveHost, signal }: SubprocessServices,
  website: string,
): Promise<SiteVisit> {
  const fetcher = openSiteFetcher({
    publicUrl: config.PUBLIC_URL,
    website,
    allowedAddresses: config.FETCH_ALLOWED_ADDRESSES,
    standIns: config.SITE_STAND_INS,
    resolve: resolveHost,
  })
  try {
    return await visitSite(fetcher, website, { maxPages, maxMs, rank }, signal)
  } finally {
    fetcher.close()
  }
}

/** Matches whole words in a path: not "press" in "espresso". */
const word = (words: string) => new RegExp(`(?:^|[/_-])(?:${words})(?:$|[/_.-])`, 'i')
const about = word(
  'about|about-us|company|who-we-are|our-story|mission|ueber-uns|unternehmen|a-propos|quienes-somos|chi-siamo',
)
const offers = word(
  'products?|services?|solutions?|features?|pricing|platform|shop|catalog|collections?|range|produkte?|leistungen',
)
const others = word(
  'login|sign-?in|sign-?up|register|account|cart|checkout|basket|search|privacy|terms|legal|imprint|impressum|datenschutz|' +
    'cookies?|careers?|jobs|press|news|blog|tags?|\\d{4}',
)
const files = /\.(?!html?$|php$|aspx?$)\w{1,5}$/i

/** Ranks about pages first, then product pages, then pages near the root. Undefined to skip a page. */
function rank({ pathname, search }: URL): number | undefined {
  if (search !== '' || others.test(pathname) || files.test(pathname)) return undefined
  const depth = pathname.split('/').filter((part) => part !== '').length
  if (depth > 4) return undefined
  return (about.test(pathname) ? 0 : offers.test(pathname) ? 10 : 20) + depth
}
