import type { PageFacts, PageLink } from '../../../lib/site/pages/page-facts.ts'
import { addressFlag } from './across-pages/address-book.ts'
import { findBrokenFragments } from './broken-fragments.ts'
import { defineChecks } from './define-check.ts'
import { contentOf, servedDocument } from './page-kinds.ts'
import { afterLastPage, linkingTo } from './site-pages.ts'

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
    acrossPages: (pages) =>
      afterLastPage(
        (facts) => (contentOf(facts) === undefined ? undefined : []),
        (none, page) => {
          const isCandidate = pages.isListed(page) && !pages.leadsTo(pages.site.home.url, page)
          return isCandidate && !pages.isLinked(page) ? none : undefined
        },
      ),
  },
  'deep-page': (facts) => contentOf(facts) !== undefined && (facts.depth ?? 0) > maxClicks,
  'nofollow-internal-links': linksThat(({ isExternal, isNofollow }) => !isExternal && isNofollow),
  'no-internal-links'(facts) {
    const document = contentOf(facts)
    return (
      document !== undefined &&
      !document.links.some(({ url, isExternal }) => !isExternal && url !== facts.url)
    )
  },
})
