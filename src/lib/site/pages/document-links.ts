import { crawlAddress } from '../crawl-address.ts'
import type { Attributes } from './html-reader.ts'
import { type DocumentFacts, factLimits, type PageLink } from './page-facts.ts'
import { isSameSite } from './site-address.ts'
import { cleanText, pushWithin } from './texts.ts'

export interface LinkReader {
  /** A link begins, and with that the one before it ends. */
  open(attributes: Attributes, baseUrl: string): void
  close(): void
  /** Something within the link that says where it leads. */
  label(text: string): void
  facts(): Pick<DocumentFacts, 'links' | 'linkCounts' | 'malformedLinks'>
}

interface Target {
  link: PageLink | undefined
  isInternal: boolean
}

/** Collects the links of a document, one entry an address. */
export function createLinkReader(pageUrl: string): LinkReader {
  const page = new URL(pageUrl)
  const targets = new Map<string, Target | null>()
  const links = new Map<string, PageLink>()
  const linkCounts = { internal: 0, external: 0 }
  const malformedLinks: string[] = []
  let current: PageLink | undefined
  let isLabelled = false

  /** Null for what leads to no page: mail addresses, scripts, and what cannot be read. */
  function targetOf(href: string, baseUrl: string): Target | null {
    const url = URL.parse(href, baseUrl)
    if (url === null) {
      pushWithin(malformedLinks, cleanText(href, factLimits.textLength), factLimits.malformedLinks)
      return null
    }
    const address = crawlAddress(url.href)
    if (address === undefined) return null
    const isInternal = isSameSite(url, page)
    let link = links.get(address)
    if (link === undefined && links.size < factLimits.links && address.length <= factLimits.urlLength) {
      link = { url: address, count: 0, ...(!isInternal && { isExternal: true }) }
      links.set(address, link)
    }
    return { link, isInternal }
  }

  function close() {
    if (current !== undefined && !isLabelled) current.withoutText = (current.withoutText ?? 0) + 1
    current = undefined
  }

  return {
    close,
    open(attributes, baseUrl) {
      close()
      const href = attributes.get('href')
      if (href === undefined) return
      let target = targets.get(href)
      if (target === undefined) {
        target = targetOf(href, baseUrl)
        targets.set(href, target)
      }
      if (target === null) return
      linkCounts[target.isInternal ? 'internal' : 'external']++
      const { link } = target
      if (link === undefined) return
      link.count++
      if (attributes.get('rel')?.toLowerCase().includes('nofollow')) link.isNofollow = true
      current = link
      // Marks within a page need no words, nor does what is kept from readers.
      isLabelled = href.startsWith('#') || attributes.get('aria-hidden') === 'true' || hasLabel(attributes)
    },
    label(text) {
      if (current !== undefined && !isLabelled) isLabelled = /\S/.test(text)
    },
    facts: () => ({ links: [...links.values()], linkCounts, malformedLinks }),
  }
}

/** An element’s name for those who do not see it, given by an attribute. */
function hasLabel(attributes: Attributes): boolean {
  return ['aria-label', 'aria-labelledby', 'title', 'alt'].some((name) =>
    /\S/.test(attributes.get(name) ?? ''),
  )
}
