import { addressFlag } from './across-pages/address-book.ts'
import { findBrokenFragments } from './broken-fragments.ts'
import { defineChecks } from './define-check.ts'
import { contentOf, servedDocument } from './page-kinds.ts'
import { findPagesLinkingTo } from './site-pages.ts'

const brokenExternal = addressFlag.broken | addressFlag.external
const maxClicks = 4

export const linkChecks = defineChecks('links', [
  {
    id: 'broken-internal-links',
    acrossPages: (pages) =>
      findPagesLinkingTo(
        pages,
        'links',
        (flags) => (flags & (addressFlag.broken | addressFlag.external)) === addressFlag.broken,
      ),
  },
  {
    id: 'broken-external-links',
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'links', (flags) => (flags & brokenExternal) === brokenExternal),
  },
  {
    id: 'links-to-redirects',
    acrossPages: (pages) =>
      findPagesLinkingTo(
        pages,
        'links',
        (flags) => (flags & (addressFlag.redirects | addressFlag.external)) === addressFlag.redirects,
      ),
  },
  {
    id: 'links-without-text',
    ofPage(facts) {
      const links = contentOf(facts)?.links ?? []
      return links.filter(({ withoutText }) => withoutText !== undefined).map(({ url }) => url)
    },
  },
  {
    id: 'links-with-generic-text',
    ofPage(facts) {
      const links = contentOf(facts)?.links ?? []
      return links.filter(({ withGenericText }) => withGenericText !== undefined).map(({ url }) => url)
    },
  },
  {
    id: 'scripted-links',
    ofPage: (facts) => contentOf(facts)?.scriptedLinks,
  },
  {
    id: 'broken-fragments',
    acrossPages: findBrokenFragments,
  },
  {
    id: 'malformed-links',
    ofPage: (facts) => servedDocument(facts)?.malformedLinks,
  },
  {
    id: 'orphan-page',
    acrossPages(pages) {
      const found: number[] = []
      return {
        add(facts, page) {
          if (contentOf(facts) !== undefined) found.push(page)
        },
        *finish() {
          for (const page of found) {
            const isCandidate = pages.isListed(page) && !pages.leadsTo(pages.site.home.url, page)
            if (isCandidate && !pages.isLinked(page)) yield { page, evidence: [] }
          }
        },
      }
    },
  },
  {
    id: 'deep-page',
    ofPage: (facts) => contentOf(facts) !== undefined && (facts.depth ?? 0) > maxClicks,
  },
  {
    id: 'nofollow-internal-links',
    ofPage(facts) {
      const links = contentOf(facts)?.links ?? []
      return links.filter(({ isExternal, isNofollow }) => !isExternal && isNofollow).map(({ url }) => url)
    },
  },
  {
    id: 'no-internal-links',
    ofPage(facts) {
      const document = contentOf(facts)
      return (
        document !== undefined &&
        !document.links.some(({ url, isExternal }) => !isExternal && url !== facts.url)
      )
    },
  },
])
