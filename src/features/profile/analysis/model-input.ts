import { truncateText } from '../../../kernel/lenient-fields.ts'
import type { Sources } from './declared-facts.ts'
import type { Derived } from './derived.ts'
import { pageText } from './page-text.ts'

const pageCharacters = 4000
const documentCharacters = 4000
const declaredCharacters = 10_000
const maxCharacters = 60_000

/**
 * Builds the model input from the beginnings of pages and documents, sharing the space fairly between them.
 */
export function buildModelInput({ names, pages, documents }: Sources, declared: Derived): string {
  const opening = [
    `The company is called ${names[0]}.`,
    `Its pages declare of themselves: ${truncateText(JSON.stringify(declared), declaredCharacters)}`,
  ].join(between)
  const pageParts = pages.map(({ url, html, document }) => {
    const { titles, descriptions } = document
    return [`Page ${url}`, ...titles.slice(0, 1), ...descriptions.slice(0, 1), pageText(html, pageCharacters)]
      .filter((text) => text !== '')
      .join('\n')
  })
  const documentParts = documents.map(({ title, summary, text }) =>
    [`Document ${title}`, summary ?? '', text.slice(0, documentCharacters)].join('\n'),
  )
  const kinds = [pageParts, documentParts]
  const wanted = kinds.map((parts) => sum(parts.map(spaceOf)))
  const shares = fairShares(wanted, maxCharacters - opening.length)
  const shown = kinds.flatMap((parts, kind) => beginnings(parts, shares[kind] ?? 0))
  return [opening, ...shown].join(between).toWellFormed()
}

const between = '\n\n'
const spaceOf = (part: string) => part.length + between.length
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function beginnings(parts: readonly string[], room: number): string[] {
  const shares = fairShares(parts.map(spaceOf), room)
  return parts.map((part, index) => truncateText(part, (shares[index] ?? 0) - between.length))
}

/** Divides the space equally, but gives no part more than it wants. */
function fairShares(wanted: readonly number[], room: number): number[] {
  const shares: number[] = []
  let left = room
  const rising = [...wanted.entries()].sort(([, a], [, b]) => a - b)
  for (const [served, [index, want]] of rising.entries()) {
    const share = Math.min(want, Math.floor(left / (rising.length - served)))
    shares[index] = share
    left -= share
  }
  return shares
}
