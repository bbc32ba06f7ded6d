import type { Hit } from '../../lib/text/mentions/mention-finder.ts'
import type { ReadEntity } from '../answers/index.ts'
import { pageFinder } from './named-on-page.ts'

/** What a quote is at most, in UTF-16 units, and what of it stands before the first name where its line is longer. */
const maxLength = 300
const lengthBefore = 100
/** A shorter line is a heading, or an item that tells no more than the name. */
const tellingLength = 40

/** A line of a text, and whom it names. */
interface NamingLine {
  text: string
  first: Hit
  entities: Set<number>
}

/**
 * Prepares to quote where entities are named; made once for many pages.
 * @returns the quote for some of them: of the lines that name them the one that names most, cut to 300 characters around
 * the first of them; null where no line does
 */
export function createQuoter(
  entities: readonly ReadEntity[],
): (text: string, numbers: readonly number[]) => string | null {
  const find = pageFinder(entities)
  return (text, numbers) => {
    const hits = find(text).filter(({ entity }) => numbers.includes(entity))
    const [best] = linesOf(text, hits).sort((a, b) => worth(b) - worth(a))
    return best === undefined ? null : cut(best)
  }
}

const worth = ({ text, entities }: NamingLine) => 2 * entities.size + Number(text.length >= tellingLength)

/** @param hits in their order */
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

/** A part of a line, from word to word, with what is left out marked. */
function cut({ text, first }: NamingLine): string {
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
