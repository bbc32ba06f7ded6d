import type { DomDocument } from '../../../lib/text/dom.ts'
import facts from './declared-facts.json' with { type: 'json' }
import { type LinkedData, listOf } from './json-ld.ts'

const times = 'article time[datetime], main time[datetime]'

/** No web pages existed earlier. */
const earliest = Date.parse('1990-01-01')

/** Publication time, and the later of publication and modification time; undefined if not declared. */
export interface PageDates {
  publishedAt: string | undefined
  datedAt: string | undefined
}

/**
 * Reads the declared publication and modification times of a page from JSON-LD, or else `meta` elements, or else the
 * article. The earliest of several dates is the publication.
 */
export function readDates(document: DomDocument, data: LinkedData): PageDates {
  const publication = [
    data.articles.flatMap(({ datePublished }) => listOf(datePublished)),
    contentsOf(document, facts.published.metas.join()),
    contentsOf(document, facts.published.shown),
  ]
  const change = [
    data.articles.flatMap(({ dateModified }) => listOf(dateModified)),
    contentsOf(document, facts.changed.metas.join()),
    contentsOf(document, `${facts.changed.shown}, ${times}`),
  ]
  const all = publication.map((values, index) => [...values, ...(change[index] ?? [])])
  return { publishedAt: chooseMoment(publication, Math.min), datedAt: chooseMoment(all, Math.max) }
}

const contentsOf = (document: DomDocument, selector: string) =>
  [...document.querySelectorAll(selector)].map(
    (element) => element.getAttribute('datetime') ?? element.getAttribute('content'),
  )

/** Chooses among the moments of the first source that has any. */
function chooseMoment(
  kinds: readonly unknown[][],
  choose: (...moments: number[]) => number,
): string | undefined {
  const moments = kinds.map((values) => values.flatMap(momentOf)).find((found) => found.length > 0)
  return moments === undefined ? undefined : new Date(choose(...moments)).toISOString()
}

/** Accepts only dates that start with the year; others are ambiguous. Assumes UTC without an offset. */
function momentOf(value: unknown): number[] {
  const text = typeof value === 'string' ? value.trim() : ''
  if (!/^\d{4}-\d{2}(-\d{2}|$)/.test(text)) return []
  const hasOffset = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text.slice(10))
  const ms = Date.parse(text.length > 10 && !hasOffset ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(ms) || ms < earliest || ms > Date.now() + 86_400_000 ? [] : [ms]
}
