import { crawlAddress } from '../crawl-address.ts'
import genericTexts from './generic-link-texts.json' with { type: 'json' }
import type { Attributes } from './html-reader.ts'
import { type DocumentFacts, factLimits, type PageLink } from './page-facts.ts'
import { cleanText, pushWithin } from './texts.ts'
import { scriptTarget } from './unrendered-pages.ts'

/** Scripts without a target: the link is a control. */
const isControl = /^\s*(?:;|void\b|return\b|false|undefined|print\(|window\.print|history\.|window\.history)|^\s*$/i
const leadsAway = /\blocation\b|\bwindow\.open\s*\(|\bnavigateTo?\s*\(/i
const maxLinkText = 100

type LinkFacts = Pick<DocumentFacts, 'links' | 'linkCounts' | 'malformedLinks' | 'scriptedLinks'>

interface Target {
  link: PageLink | undefined
  isInternal: boolean
}

/** Collects the links of a document, one entry per URL. */
export function createLinkReader(pageUrl: string) {
  const page = new URL(pageUrl)
  const targets = new Map<string, Target | null>()
  const links = new Map<string, PageLink>()
  const linkCounts = { internal: 0, external: 0 }
  const malformedLinks: string[] = []
  const scriptedLinks = new Set<string>()
  let current: PageLink | undefined
  let isLabeled = false
  /** The beginning of its text. */
  let linkText = ''

  /** Null if the link leads to no page: mail addresses, scripts and invalid URLs. */
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
    const fragment = isInternal ? fragmentOf(url) : ''
    if (link !== undefined && fragment !== '' && link.fragments?.includes(fragment) !== true) {
      link.fragments ??= []
      pushWithin(link.fragments, fragment, factLimits.fragments)
    }
    return { link, isInternal }
  }

  function close() {
    if (current !== undefined && !isLabeled) current.withoutText = (current.withoutText ?? 0) + 1
    else if (current !== undefined && isGeneric(linkText)) current.withGenericText = (current.withGenericText ?? 0) + 1
    current = undefined
    linkText = ''
  }

  /** Handles an element that is not a link but may navigate by a script. */
  function scripted(attributes: Attributes, baseUrl: string) {
    const href = attributes.get('href') ?? ''
    const [, called = ''] = /^\s*javascript:(.*)$/is.exec(href) ?? []
    const isPlain = href !== '' && !href.startsWith('#') && !/^\s*javascript:/i.test(href)
    const code = isPlain || isControl.test(called) ? '' : called
    const clicked = isPlain ? '' : (attributes.get('onclick') ?? '')
    const script = code !== '' ? code : leadsAway.test(clicked) ? clicked : ''
    if (script === '' || scriptedLinks.size >= factLimits.scriptedLinks) return
    const target = scriptTarget(script)
    const url = target === undefined ? undefined : crawlAddress(target, baseUrl)
    scriptedLinks.add(url ?? cleanText(script, factLimits.textLength))
  }

  return {
    close,
    scripted,
    /** Starts a link, which also ends the previous one. */
    open(attributes: Attributes, baseUrl: string) {
      close()
      scripted(attributes, baseUrl)
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
      // Links within a page need no text, nor do links hidden from readers.
      linkText = attributes.get('aria-label') ?? ''
      isLabeled = href.startsWith('#') || attributes.get('aria-hidden') === 'true' || hasLabel(attributes)
    },
    /** Adds text within the link that describes its target. */
    label(text: string) {
      if (current !== undefined && linkText.length < maxLinkText) linkText += text.slice(0, maxLinkText)
      if (current !== undefined && !isLabeled) isLabeled = /\S/.test(text)
    },
    facts: (): LinkFacts => ({
      links: [...links.values()],
      linkCounts,
      malformedLinks,
      ...(scriptedLinks.size > 0 && { scriptedLinks: [...scriptedLinks] }),
    }),
  }
}

/** The decoded fragment of a URL; empty if there is none, or if scripts or browsers interpret it. */
function fragmentOf({ hash }: URL): string {
  const fragment = hash.slice(1)
  const isPlace = /^[^/!:]/.test(fragment) && !/^top$/i.test(fragment) && !fragment.includes('=')
  if (!isPlace || fragment.length > factLimits.fragmentLength) return ''
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

/** Whether an attribute gives the element an accessible name. */
function hasLabel(attributes: Attributes): boolean {
  return ['aria-label', 'aria-labelledby', 'title', 'alt'].some((name) => /\S/.test(attributes.get(name) ?? ''))
}

/** The host without `www.`. */
function siteHost({ host }: URL): string {
  return host.startsWith('www.') ? host.slice(4) : host
}

/** Whether two URLs have the same host, regardless of `www.` and of http or https. */
function isSameSite(a: URL, b: URL): boolean {
  return a.host === b.host || siteHost(a) === siteHost(b)
}

/** Link texts that fit any link, in the most common languages of sites. */
const generic = new Set(genericTexts)
const maxLength = 40

/** Whether a link text fits any link. Ignores punctuation, arrows and case. */
function isGeneric(text: string): boolean {
  if (text.length > maxLength * 2) return false
  const words = text
    .toLowerCase()
    .replaceAll("'", '’')
    .replace(/[^\p{L}\p{N}’]+/gu, ' ')
    .trim()
  return words.length <= maxLength && generic.has(words)
}
