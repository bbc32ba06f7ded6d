import { createAddressSet } from '../../../lib/site/crawling/address-set.ts'
import type { PageFacts, PageLink } from '../../../lib/site/pages/page-facts.ts'
import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { contentOf, servedDocument, wholeContentOf } from './page-kinds.ts'
import { afterLastPage, type CrossPageCheck, linkingTo, type SitePages } from './site-pages.ts'

/** Anchors held in memory, 40 bytes each. Further pages are not checked. */
const maxAnchors = 1_500_000
/** Anchor links held in memory. Further links are ignored. */
const maxLinks = 300_000

/** Finds links to anchors that the target page does not have. */
function findBrokenFragments(pages: SitePages): CrossPageCheck {
  const anchors = createAddressSet()
  /** Addresses of pages whose anchors are known. */
  const known = new Set<number>()
  const linked: { page: number; url: string; fragment: string }[] = []
  return {
    add(facts, page) {
      const document = servedDocument(facts)
      if (document === undefined) return
      const own = pages.addresses.find(facts.url)
      const isWhole = document.anchors !== undefined && !document.isCut && !document.needsJavaScript
      if (isWhole && anchors.size < maxAnchors) {
        known.add(own)
        for (const anchor of document.anchors ?? []) anchors.add(`${own}#${anchor}`)
      }
      for (const { url, fragments = [] } of document.links)
        for (const fragment of fragments)
          if (linked.length < maxLinks && !(known.has(own) && url === facts.url && anchors.has(`${own}#${fragment}`)))
            linked.push({ page, url, fragment })
    },
    *finish() {
      const isBroken = ({ url, fragment }: { url: string; fragment: string }) => {
        const target = pages.endOf(url)
        return known.has(target) && !anchors.has(`${target}#${fragment}`)
      }
      for (const [page, broken] of Map.groupBy(linked.filter(isBroken), (link) => link.page))
        yield { page, evidence: broken.map(({ url, fragment }) => `${url}#${encodeURIComponent(fragment)}`) }
    },
  }
}

const brokenExternal = addressFlag.broken | addressFlag.external
/** Matches internal addresses with a flag. */
const isInternal = (flag: number) => (flags: number) => (flags & (flag | addressFlag.external)) === flag
const maxClicks = 4

/** Finds links of indexable pages. */
const linksThat =
  (matches: (link: PageLink) => boolean | undefined) =>
  (facts: PageFacts): string[] =>
    (contentOf(facts)?.links ?? []).filter(matches).map(({ url }) => url)

export const linkChecks = defineChecks('links', {
  'broken-internal-links': linkingTo('links', isInternal(addressFlag.broken)),
  'broken-external-links': linkingTo('links', (flags) => (flags & brokenExternal) === brokenExternal),
  'links-to-redirects': linkingTo('links', isInternal(addressFlag.redirects)),
  'links-without-text': linksThat(({ withoutText }) => withoutText !== undefined),
  'links-with-generic-text': linksThat(({ withGenericText }) => withGenericText !== undefined),
  'scripted-links': (facts) => contentOf(facts)?.scriptedLinks,
  'broken-fragments': { acrossPages: findBrokenFragments },
  'malformed-links': (facts) => servedDocument(facts)?.malformedLinks,
  'orphan-page': {
    acrossPages(pages) {
      const isHome = (page: number) => pages.leadsTo(pages.site.home.url, page)
      const needingScripts: number[] = []
      let isKnown: boolean | undefined
      return afterLastPage(
        (facts, page) => {
          if (facts.document?.needsJavaScript) needingScripts.push(page)
          return contentOf(facts) === undefined ? undefined : []
        },
        (none, page) => {
          // If scripts fill the home page, they also write the links of the site.
          isKnown ??= !needingScripts.some(isHome)
          return isKnown && pages.isListed(page) && !isHome(page) && !pages.isLinked(page) ? none : undefined
        },
      )
    },
  },
  'deep-page': (facts) => contentOf(facts) !== undefined && (facts.depth ?? 0) > maxClicks,
  'nofollow-internal-links': linksThat(({ isExternal, isNofollow }) => !isExternal && isNofollow),
  'no-internal-links'(facts) {
    const document = wholeContentOf(facts)
    return document !== undefined && !document.links.some(({ url, isExternal }) => !isExternal && url !== facts.url)
  },
})
