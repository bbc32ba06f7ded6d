import { pageKey, pageUrl } from '../text/citations/page-url.ts'
import { readVisibleText } from '../text/markdown/visible-text.ts'
import type { CitationKind, ProviderCitation, TextRange } from './provider-answer.ts'

const maxCitations = 1000
/** UTF-16 units, as the stored citations have them at most. */
const maxUrlLength = 8192
const maxTitleLength = 10_000

/** A page as a provider names it in one place. */
export interface PageMention {
  url?: string | null | undefined
  title?: string | undefined
  /** Where the answer's text refers to it, already found to hold what it should. */
  range?: TextRange | undefined
}

/**
 * The pages of an answer, each once: those that it cites, in the order of their places in the text or, where not all have
 * one, as given; then those that were only consulted. Of a page with several addresses the first one is kept, of several
 * places too. What is no web address is left out.
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

/** What two addresses of one page have in common. */
export function citationKey(url: string): string {
  const page = pageUrl(url)
  return page === undefined ? url : pageKey(page.url)
}

function webAddress(url: string | null | undefined): string | undefined {
  const address = url?.trim()
  if (!address || address.length > maxUrlLength || !address.isWellFormed()) return undefined
  return /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address) ? address : undefined
}

/** Where the text of an answer links to pages, by their keys: the first place of each address. */
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
