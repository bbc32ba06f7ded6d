import { defineChecks } from './define-check.ts'
import { servedDocument } from './page-kinds.ts'
import { findSelfCanonicalPages } from './site-pages.ts'

const maxUrlLength = 200
const maxParameters = 3

export const urlChecks = defineChecks('url', {
  'url-too-long': {
    acrossPages: (pages) => findSelfCanonicalPages(pages, ({ url }) => url.length > maxUrlLength),
  },
  'url-many-parameters': {
    acrossPages: (pages) =>
      findSelfCanonicalPages(pages, ({ url }) => (URL.parse(url)?.searchParams.size ?? 0) > maxParameters),
  },
  'url-repeats-itself'(facts) {
    const parts = (URL.parse(facts.url)?.pathname ?? '').split('/').filter((part) => part !== '')
    const maxRepeats = Math.max(
      0,
      ...[...Map.groupBy(parts, (part) => part).values()].map(({ length }) => length),
    )
    return servedDocument(facts) !== undefined && maxRepeats >= 3
  },
  'endless-addresses': {
    ofSite({ home, crawl }) {
      const traps = crawl.passedOver.filter(({ kind }) => kind !== 'page_limit')
      const evidence = traps.flatMap(({ examples }) => examples)
      return traps.length > 0 ? [{ url: home.url, evidence }] : []
    },
  },
})
