import { defineChecks } from './define-check.ts'
import { servedDocument } from './page-kinds.ts'
import { findSelfCanonicalPages } from './site-pages.ts'

const maxUrlLength = 200
const maxParameters = 3

export const urlChecks = defineChecks('url', [
  {
    id: 'url-too-long',
    name: 'Address is very long',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The address of the page has more than 200 characters.',
    docs: {
      what: 'Long paths or many parameters make up the address.',
      why: 'Long addresses are cut when they are cited or copied, and say little to anyone.',
      how: 'Use short paths of words.',
      example: `/shop/category/123/sub/456?session=…&sort=…
/bags/leather`,
    },
    acrossPages: (pages) => findSelfCanonicalPages(pages, ({ url }) => url.length > maxUrlLength),
  },
  {
    id: 'url-many-parameters',
    name: 'Address has many parameters',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The address of the page has more than three parameters.',
    docs: {
      what: 'Filters, sorting and the like are part of the address.',
      why: 'The same content is reached by countless addresses. Crawlers read copies in place of new pages.',
      how: 'Name the address without needless parameters as canonical, and link to that.',
      example: '/bags?color=red&sort=price&view=grid&page=1',
    },
    acrossPages: (pages) =>
      findSelfCanonicalPages(pages, ({ url }) => (URL.parse(url)?.searchParams.size ?? 0) > maxParameters),
  },
  {
    id: 'url-repeats-itself',
    name: 'Address repeats parts of itself',
    issue_type: 'warning',
    severity: 'low',
    description: 'A part of the path occurs three times or more.',
    docs: {
      what: 'Relative links without a leading slash pile up, so that each page makes new addresses.',
      why: 'Crawlers get lost in endless copies of the same pages.',
      how: 'Link with a leading slash, and answer with 404 for such paths.',
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
    name: 'Links lead to addresses without end',
    issue_type: 'warning',
    severity: 'medium',
    description:
      'The site links to ever more addresses of one kind, such as a calendar or combinations of filters. The evidence shows some.',
    docs: {
      what: 'Links were not followed because their addresses are too long, too deep, repeat parts of themselves, or differ in numbers and parameters only.',
      why: 'Crawlers that step into such a trap spend their visits there, and do not get to the pages that matter.',
      how: 'Block such addresses in robots.txt, or build them without links.',
      example: '/calendar?day=2031-01-01, /calendar?day=2031-01-02 and so on',
    },
    ofSite({ home, crawl }) {
      const traps = crawl.passedOver.filter(({ kind }) => kind !== 'page_limit')
      const evidence = traps.flatMap(({ examples }) => examples)
      return traps.length > 0 ? [{ url: home.url, evidence }] : []
    },
  },
])
