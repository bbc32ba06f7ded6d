import { pageKey, pageUrl } from '../text/citations/page-url.ts'
import { readVisibleText } from '../text/markdown/visible-text.ts'
import type { CitationKind, ProviderCitation, TextRange } from './provider-answer.ts'

const maxCitations = 1000
/** Limits of stored citations, in UTF-16 units. */
const maxUrlLength = 8192
const maxTitleLength = 10_000

/** A page as named in one place of a body. */
export interface PageMention {
  url?: string | null | undefined
  title?: string | undefined
  /** The checked range of the answer's text that refers to it. */
  range?: TextRange | undefined
}

/**
 * The pages of an answer without duplicates: first cited pages in text order, or in the given order if some
 * have no place; then consulted pages. Keeps the first URL and the first place of a page. Omits invalid URLs.
 */
export function mergeCitations(
  cited: readonly PageMention[],
  consulted: readonly PageMention[] = [],
): ProviderCitation[] {
  const pages = new Map<string, Omit<ProviderCitation, 'position'>>()
  const add = (mention: PageMention, kind: CitationKind) => {
    const url = webAddress(mention.url)
    if (url === undefined) return
    const key = citationKey(url)
    const page = pages.get(key) ?? { url, title: '', start: null, end: null, kind }
    pages.set(key, page)
    page.title ||= (mention.title ?? '').slice(0, maxTitleLength).toWellFormed()
    if (page.start !== null || mention.range === undefined) return
    page.start = mention.range.start
    page.end = mention.range.end
  }
  for (const mention of inTextOrder(cited)) add(mention, 'cited')
  for (const { url, title } of consulted) add({ url, title }, 'consulted')
  return [...pages.values()]
    .slice(0, maxCitations)
    .map(({ url, title, ...rest }, index) => ({ url, title, position: index + 1, ...rest }))
}

function inTextOrder(mentions: readonly PageMention[]): readonly PageMention[] {
  if (mentions.some(({ range }) => range === undefined)) return mentions
  return [...mentions].sort((a, b) => (a.range?.start ?? 0) - (b.range?.start ?? 0))
}

/** A key that is equal for all URLs of one page. */
export function citationKey(url: string): string {
  const page = pageUrl(url)
  return page === undefined ? url : pageKey(page.url)
}

function webAddress(url: string | null | undefined): string | undefined {
  const address = url?.trim()
  if (!address || address.length > maxUrlLength || !address.isWellFormed()) return undefined
  return /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address) ? address : undefined
}

/** The first link to each page in an answer's text, by citation key. */
export function linkPlaces(text: string): Map<string, TextRange> {
  const places = new Map<string, TextRange>()
  for (const { target, offset } of readVisibleText(text).links) {
    const key = citationKey(target)
    const start = text.indexOf(target, offset)
    if (start < 0 || start - offset > maxTitleLength || places.has(key)) continue
    places.set(key, { start, end: start + target.length })
  }
  return places
}
