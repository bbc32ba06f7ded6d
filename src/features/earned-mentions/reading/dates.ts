import type { DomDocument } from '../../../lib/text/dom.ts'
import { type LinkedData, listOf } from './json-ld.ts'

/** Where pages say when they were published, and when they were changed. */
const published = {
  metas: [
    'meta[property="article:published_time"]',
    'meta[name="date" i]',
    'meta[name="pubdate" i]',
    'meta[name="dc.date" i]',
    'meta[name="citation_publication_date" i]',
    'meta[itemprop="datePublished"]',
  ].join(','),
  shown: '[itemprop="datePublished"]',
}
const changed = {
  metas: [
    'meta[property="article:modified_time"]',
    'meta[property="og:updated_time"]',
    'meta[name="last-modified" i]',
    'meta[name="dcterms.modified" i]',
    'meta[itemprop="dateModified"]',
  ].join(','),
  shown: '[itemprop="dateModified"]',
}
const times = 'article time[datetime], main time[datetime]'

/** Before it there were no pages on the web. */
const earliest = Date.parse('1990-01-01')

/** When a page was published, and the later of that and when it was changed; undefined where it does not say. */
export interface PageDates {
  publishedAt: string | undefined
  datedAt: string | undefined
}

/**
 * Reads when a page was published and changed, as it says itself: in JSON-LD, else in `meta` elements, else in what the
 * article shows. Of several days the first is that of publication.
 */
export function readDates(document: DomDocument, data: LinkedData): PageDates {
  const publication = [
    data.articles.flatMap(({ datePublished }) => listOf(datePublished)),
    contentsOf(document, published.metas),
    contentsOf(document, published.shown),
  ]
  const change = [
    data.articles.flatMap(({ dateModified }) => listOf(dateModified)),
    contentsOf(document, changed.metas),
    contentsOf(document, `${changed.shown}, ${times}`),
  ]
  const all = publication.map((values, index) => [...values, ...(change[index] ?? [])])
  return { publishedAt: told(publication, Math.min), datedAt: told(all, Math.max) }
}

const contentsOf = (document: DomDocument, selector: string) =>
  [...document.querySelectorAll(selector)].map(
    (element) => element.getAttribute('datetime') ?? element.getAttribute('content'),
  )

/** One of the moments of the first kind that names any. */
function told(kinds: readonly unknown[][], choose: (...moments: number[]) => number): string | undefined {
  const moments = kinds.map((values) => values.flatMap(momentOf)).find((found) => found.length > 0)
  return moments === undefined ? undefined : new Date(choose(...moments)).toISOString()
}

/** Dates begin with the year: the order of others is anybody's guess. Without an offset they are taken to be UTC. */
function momentOf(value: unknown): number[] {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!/^\d{4}-\d{2}(-\d{2}|$)/.test(text)) return []
  const hasOffset = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10))
  const ms = Date.parse(text.length > 10 && !hasOffset ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(ms) || ms < earliest || ms > Date.now() + 86_400_000 ? [] : [ms]
}
