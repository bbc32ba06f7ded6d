import type { DomDocument } from './dom.ts'
import { type LinkedData, listOf } from './json-ld.ts'

const metas = [
  'meta[property="article:published_time"]',
  'meta[property="article:modified_time"]',
  'meta[property="og:updated_time"]',
  'meta[name="date" i]',
  'meta[name="pubdate" i]',
  'meta[name="last-modified" i]',
  'meta[name="dc.date" i]',
  'meta[name="dcterms.modified" i]',
  'meta[name="citation_publication_date" i]',
  'meta[itemprop="datePublished"]',
  'meta[itemprop="dateModified"]',
].join(',')
const times =
  '[itemprop="datePublished"], [itemprop="dateModified"], article time[datetime], main time[datetime]'

/** Before it there were no pages on the web. */
const earliest = Date.parse('1990-01-01')

/**
 * When a page was last published or changed, as it says itself: in JSON-LD, else in `meta` elements, else in a `time`
 * that the article shows.
 * @returns the latest of the first kind that says anything, or undefined
 */
export function readDates(document: DomDocument, data: LinkedData): string | undefined {
  const inData = data.articles.flatMap(({ datePublished, dateModified }) => [
    ...listOf(datePublished),
    ...listOf(dateModified),
  ])
  const inMetas = [...document.querySelectorAll(metas)].map((meta) => meta.getAttribute('content'))
  const shown = [...document.querySelectorAll(times)].map(
    (time) => time.getAttribute('datetime') ?? time.getAttribute('content'),
  )
  for (const found of [inData, inMetas, shown]) {
    const moments = found.flatMap(momentOf)
    if (moments.length > 0) return new Date(Math.max(...moments)).toISOString()
  }
  return undefined
}

/** Dates begin with the year: the order of others is anybody's guess. Without an offset they are taken to be UTC. */
function momentOf(value: unknown): number[] {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!/^\d{4}-\d{2}(-\d{2}|$)/.test(text)) return []
  const hasOffset = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10))
  const ms = Date.parse(text.length > 10 && !hasOffset ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(ms) || ms < earliest || ms > Date.now() + 86_400_000 ? [] : [ms]
}
