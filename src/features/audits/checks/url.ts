import { defineChecks } from './define-check.ts'
import { servedDocument } from './page-kinds.ts'
import { findSelfCanonicalPages } from './site-pages.ts'

const maxUrlLength = 200
const maxParameters = 3

export const urlChecks = defineChecks('url', [
  {
    id: 'url-too-long',
    name: 'URL is too long',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The URL of the page has more than 200 characters.',
    docs: {
      what: 'The URL has long paths or many parameters.',
      why: 'Engines and people truncate long URLs, and their words say little.',
      how: 'Use short paths made of words.',
      example: `/shop/category/123/sub/456?session=…&sort=…
/bags/leather`,
    },
    acrossPages: (pages) => findSelfCanonicalPages(pages, ({ url }) => url.length > maxUrlLength),
  },
  {
    id: 'url-many-parameters',
    name: 'URL has many parameters',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The URL of the page has more than three parameters.',
    docs: {
      what: 'Filters, sorting or similar options are part of the URL.',
      why: 'Many URLs lead to the same content. Crawlers read copies instead of new pages.',
      how: 'Set the URL without unnecessary parameters as canonical, and link to it.',
      example: '/bags?color=red&sort=price&view=grid&page=1',
    },
    acrossPages: (pages) =>
      findSelfCanonicalPages(pages, ({ url }) => (URL.parse(url)?.searchParams.size ?? 0) > maxParameters),
  },
  {
    id: 'url-repeats-itself',
    name: 'URL has repeating path segments',
    issue_type: 'warning',
    severity: 'low',
    description: 'A path segment occurs three or more times.',
    docs: {
      what: 'Relative links without a leading slash accumulate, so each page creates new URLs.',
      why: 'Crawlers get lost in endless copies of the same pages.',
      how: 'Start links with a slash, and return 404 for such paths.',
      example: '/guide/guide/guide/start',
    },
    ofPage(facts) {
      const parts = (URL.parse(facts.url)?.pathname ?? '').split('/').filter((part) => part !== '')
      const maxRepeats = Math.max(
        0,
        ...[...Map.groupBy(parts, (part) => part).values()].map(({ length }) => length),
      )
      return servedDocument(facts) !== undefined && maxRepeats >= 3
    },
  },
  {
    id: 'endless-addresses',
    name: 'Links to endless URLs',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'The site links to endless URLs of one kind, such as a calendar or filter combinations. The evidence lists some.',
    docs: {
      what: 'The audit skipped links whose URLs are too long, too deep, repetitive, or differ only in numbers and parameters.',
      why: 'Crawlers waste requests on such URLs and do not reach the important pages.',
      how: 'Block such URLs in robots.txt, or build them without links.',
      example: '/calendar?day=2031-01-01, /calendar?day=2031-01-02 and so on',
    },
    ofSite({ home, crawl }) {
      const traps = crawl.passedOver.filter(({ kind }) => kind !== 'page_limit')
      const evidence = traps.flatMap(({ examples }) => examples)
      return traps.length > 0 ? [{ url: home.url, evidence }] : []
    },
  },
])
