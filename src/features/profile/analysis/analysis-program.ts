import { truncateText } from '../../../kernel/lenient-fields.ts'
import { type SubprocessServices, withServices } from '../../../kernel/subprocess-services.ts'
import { openSiteFetcher } from '../../../lib/site/site-fetcher.ts'
import { type SiteVisit, visitSite } from '../../../lib/site/visit-site.ts'
import { declaredFacts, type ReadDocument, type Sources } from './declared-facts.ts'
import type { Derived } from './derived.ts'
import { pageText } from './page-text.ts'

const pageCharacters = 4000
const documentCharacters = 4000
const declaredCharacters = 10_000
const maxCharacters = 60_000

/**
 * Builds the model input from the beginnings of pages and documents, sharing the space fairly between them.
 */
export function buildModelInput({ names, pages, documents }: Sources, declared: Derived): string {
  const opening = [
    `The company is called ${names[0]}.`,
    `Its pages declare of themselves: ${truncateText(JSON.stringify(declared), declaredCharacters)}`,
  ].join(between)
  const pageParts = pages.map(({ url, html, document }) => {
    const { titles, descriptions } = document
    return [`Page ${url}`, ...titles.slice(0, 1), ...descriptions.slice(0, 1), pageText(html, pageCharacters)]
      .filter((text) => text !== '')
      .join('\n')
  })
  const documentParts = documents.map(({ title, summary, text }) =>
    [`Document ${title}`, summary ?? '', text.slice(0, documentCharacters)].join('\n'),
  )
  const kinds = [pageParts, documentParts]
  const wanted = kinds.map((parts) => sum(parts.map(spaceOf)))
  const shares = fairShares(wanted, maxCharacters - opening.length)
  const shown = kinds.flatMap((parts, kind) => beginnings(parts, shares[kind] ?? 0))
  return [opening, ...shown].join(between).toWellFormed()
}

const between = '\n\n'
const spaceOf = (part: string) => part.length + between.length
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function beginnings(parts: readonly string[], room: number): string[] {
  const shares = fairShares(parts.map(spaceOf), room)
  return parts.map((part, index) => truncateText(part, (shares[index] ?? 0) - between.length))
}

/** Divides the space equally, but gives no part more than it wants. */
function fairShares(wanted: readonly number[], room: number): number[] {
  const shares: number[] = []
  let left = room
  const rising = [...wanted.entries()].sort(([, a], [, b]) => a - b)
  for (const [served, [index, want]] of rising.entries()) {
    const share = Math.min(want, Math.floor(left / (rising.length - served)))
    shares[index] = share
    left -= share
  }
  return shares
}

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

async function visit({ config, resolveHost, signal }: SubprocessServices, website: string): Promise<SiteVisit> {
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
