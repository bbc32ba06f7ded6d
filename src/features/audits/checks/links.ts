import { addressFlag } from './across-pages/address-book.ts'
import { findBrokenFragments } from './broken-fragments.ts'
import { defineChecks } from './define-check.ts'
import { contentOf, servedDocument } from './page-kinds.ts'
import { linkingTo } from './site-pages.ts'

const brokenExternal = addressFlag.broken | addressFlag.external
/** Matches internal addresses with a flag. */
const isInternal = (flag: number) => (flags: number) => (flags & (flag | addressFlag.external)) === flag
const maxClicks = 4

export const linkChecks = defineChecks('links', {
  'broken-internal-links': linkingTo('links', isInternal(addressFlag.broken)),
  'broken-external-links': linkingTo('links', (flags) => (flags & brokenExternal) === brokenExternal),
  'links-to-redirects': linkingTo('links', isInternal(addressFlag.redirects)),
  'links-without-text'(facts) {
    const links = contentOf(facts)?.links ?? []
    return links.filter(({ withoutText }) => withoutText !== undefined).map(({ url }) => url)
  },
  'links-with-generic-text'(facts) {
    const links = contentOf(facts)?.links ?? []
    return links.filter(({ withGenericText }) => withGenericText !== undefined).map(({ url }) => url)
  },
  'scripted-links': (facts) => contentOf(facts)?.scriptedLinks,
  'broken-fragments': { acrossPages: findBrokenFragments },
  'malformed-links': (facts) => servedDocument(facts)?.malformedLinks,
  'orphan-page': {
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
  'deep-page': (facts) => contentOf(facts) !== undefined && (facts.depth ?? 0) > maxClicks,
  'nofollow-internal-links'(facts) {
    const links = contentOf(facts)?.links ?? []
    return links.filter(({ isExternal, isNofollow }) => !isExternal && isNofollow).map(({ url }) => url)
  },
  'no-internal-links'(facts) {
    const document = contentOf(facts)
    return (
      document !== undefined &&
      !document.links.some(({ url, isExternal }) => !isExternal && url !== facts.url)
    )
  },
})
