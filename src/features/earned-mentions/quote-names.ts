import type { Hit } from '../../lib/text/mentions/mention-finder.ts'
import type { ReadEntity } from '../answers/index.ts'
import { pageFinder } from './named-on-page.ts'

/** Maximum length of a quote, and length before the first name in a longer line, in UTF-16 units. */
const maxLength = 300
const lengthBefore = 100
/** Shorter lines are headings or list items without information. */
const minInformativeLength = 40

/** A line of a text with the entities it mentions. */
interface NamingLine {
  text: string
  first: Hit
  entities: Set<number>
}

/**
 * Creates a function that quotes mentions of entities. Reuse it for many pages.
 * @returns the line that mentions most of the given entities, truncated to 300 characters around the first mention;
 * null if no line mentions any
 */
export function createQuoter(
  entities: readonly ReadEntity[],
): (text: string, numbers: readonly number[]) => string | null {
  const find = pageFinder(entities)
  return (text, numbers) => {
    const hits = find(text).filter(({ entity }) => numbers.includes(entity))
    const [best] = linesOf(text, hits).sort((a, b) => rankLine(b) - rankLine(a))
    return best === undefined ? null : truncateLine(best)
  }
}

const rankLine = ({ text, entities }: NamingLine) =>
  2 * entities.size + Number(text.length >= minInformativeLength)

/** @param hits in text order */
function linesOf(text: string, hits: readonly Hit[]): NamingLine[] {
  const lines = new Map<number, NamingLine>()
  for (const hit of hits) {
    const start = text.lastIndexOf('\n', hit.start) + 1
    const end = text.indexOf('\n', hit.end)
    const line = lines.getOrInsertComputed(start, () => ({
      text: text.slice(start, end === -1 ? undefined : end),
      first: { ...hit, start: hit.start - start, end: hit.end - start },
      entities: new Set<number>(),
    }))
    line.entities.add(hit.entity)
  }
  return [...lines.values()]
}

/** Truncates a line at word boundaries, marked by ellipses. */
function truncateLine({ text, first }: NamingLine): string {
  if (text.length <= maxLength) return text.trim()
  const wanted = Math.max(0, Math.min(first.start - lengthBefore, text.length - maxLength))
  const start = wanted === 0 ? 0 : text.slice(0, first.start).indexOf(' ', wanted) + 1 || first.start
  const end =
    start + maxLength >= text.length
      ? text.length
      : Math.max(text.lastIndexOf(' ', start + maxLength), first.end)
  const shown = text.slice(start, end).toWellFormed().trim()
  return `${start > 0 ? '…' : ''}${shown}${end < text.length ? '…' : ''}`
}
