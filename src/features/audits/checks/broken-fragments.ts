import { createAddressSet } from '../../../lib/site/crawling/address-set.ts'
import { servedDocument } from './page-kinds.ts'
import type { CrossPageCheck, SitePages } from './site-pages.ts'

/** Anchors held in memory, 40 bytes each. Further pages are not checked. */
const maxAnchors = 1_500_000
/** Anchor links held in memory. Further links are ignored. */
const maxLinks = 300_000

/** Finds links to anchors that the target page does not have. */
export function findBrokenFragments(pages: SitePages): CrossPageCheck {
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
          if (
            linked.length < maxLinks &&
            !(known.has(own) && url === facts.url && anchors.has(`${own}#${fragment}`))
          )
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
