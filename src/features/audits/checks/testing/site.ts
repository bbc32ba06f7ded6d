import type { CrawledAddress } from '../../../../lib/site/crawled.ts'
import type { BotAccess, SiteFacts, SitemapFacts } from '../../../../lib/site/crawling/site-facts.ts'
import { readPage } from '../../../../lib/site/pages/read-page.ts'
import { type CrawledOptions, crawled, home } from '../../../../testing/site/crawled.ts'
import type { Finding } from '../../finding.ts'
import { createFindings } from '../findings.ts'

const fine = { redirects: [], status: 200, problem: null }

export const sitemap: SitemapFacts = {
  ...fine,
  url: `${home}sitemap.xml`,
  foundIn: 'robots',
  parent: null,
  kind: 'pages',
  entries: 2,
  bytes: 400,
  oldestLastmod: '2025-01-01T00:00:00.000Z',
  newestLastmod: '2025-03-01T00:00:00.000Z',
  entriesWithoutLastmod: 0,
  faults: [],
}

export function bot(purpose: string, access: Partial<BotAccess> = {}): BotAccess {
  return {
    bot: 'Example Bot',
    operator: 'Example',
    purpose,
    robotsToken: 'ExampleBot',
    isAllowed: true,
    rule: null,
    probe: { ...fine, isChallenge: false },
    ...access,
  }
}

/** A site without faults. */
export const wellMadeSite: SiteFacts = {
  home: { ...fine, url: home, httpsProblem: null },
  hosts: ['shop.example', 'www.shop.example'],
  robots: {
    ...fine,
    url: `${home}robots.txt`,
    state: 'read',
    text: 'User-agent: *\nDisallow:\n',
    isCutOff: false,
    crawlDelaySeconds: null,
    sitemaps: [sitemap.url],
    unknownLines: [],
    unknownLineCount: 0,
    isHomeAllowed: true,
  },
  bots: [bot('search'), bot('fetch'), bot('training')],
  sections: [],
  sitemaps: [sitemap],
  sitemapPages: 2,
  unreadSitemaps: 0,
  llmsTxt: { ...fine, url: `${home}llms.txt`, exists: true, title: 'Shop Example', links: [], bytes: 100 },
  crawl: { end: 'complete', read: 2, unread: 0, passedOver: [] },
}

const syllables = ['ka', 'lo', 'mi', 'ru', 'sen', 'ta', 'vo', 'ne', 'pi', 'dra']

/** Pseudo-random words for a seed. */
export function words(seed: number, count: number): string {
  let state = seed * 7919 + 17
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return syllables[(state >>> 16) % syllables.length] ?? ''
  }
  return Array.from({ length: count }, () => next() + next() + next()).join(' ')
}

export interface PageOptions extends CrawledOptions {
  /** Additional elements for the head. `without` omits a default one. */
  head?: string
  text?: string
  without?: 'canonical' | 'data' | 'description' | 'h1' | 'lang' | 'social' | 'title' | 'viewport'
  title?: string
  /** The home page, to which the URL is relative. */
  base?: string
}

/** A page without faults, except for the options. */
export function page(options: PageOptions = {}): CrawledAddress {
  const headers = {
    'strict-transport-security': 'max-age=31536000',
    'content-security-policy': "default-src 'self'",
    ...options.headers,
  }
  return crawled({ ...options, headers, body: options.body ?? html(options) })
}

/** The HTML of a page without faults, except for the options. */
export function html({ url = '/', head = '', text, without, title, base = home }: PageOptions): string {
  const address = new URL(url, base).href
  const subject = `${words(address.length, 2)} in ${new URL(address).pathname.slice(1, 30)}`
  const parts = {
    title: `<title>${title ?? `All about ${subject}`}</title>`,
    description: `<meta name="description" content="What ${subject} costs, how it is made, and which of them to choose in the end.">`,
    canonical: `<link rel="canonical" href="${address.replaceAll('&', '&amp;')}">`,
    viewport: '<meta name="viewport" content="width=device-width, initial-scale=1">',
    social: `<meta property="og:title" content="${subject}"><meta property="og:description" content="All of it">
      <meta property="og:image" content="/card.png">`,
    data: `<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","name":"x"}</script>`,
  }
  const included = Object.entries(parts).filter(([name]) => name !== without)
  return `<!doctype html><html${without === 'lang' ? '' : ' lang="en"'}><head><meta charset="utf-8">
    ${included.map(([, element]) => element).join('\n')}${head}</head>
    <body><nav><a href="/">Home</a> <a href="/guide">Guide</a></nav>
    <main>${without === 'h1' ? '' : `<h1>${subject}</h1>`}${text ?? ''}
    <p>${words(
      [...address].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 7),
      150,
    )}</p></main></body></html>`
}

/** All findings on a site. */
export function findingsOf(pages: readonly CrawledAddress[], site: Partial<SiteFacts> = {}): Finding[] {
  const findings = createFindings({ ...wellMadeSite, ...site }, new Date('2025-06-01T12:00:00Z'))
  // Facts are stored as JSON between reading and checking a page.
  for (const address of pages) findings.add(JSON.parse(JSON.stringify(readPage(address))))
  return [...findings.finish()]
}
