import type { DocumentFacts, PageFacts } from './page-facts.ts'
import { isNoindex } from './robots-directives.ts'

export const readerDifferences = ['text', 'title', 'links', 'structured_data', 'canonical', 'noindex'] as const

/** A part of a page that one reader gets and another does not. */
export type ReaderDifference = (typeof readerDifferences)[number]

/** SimHashes of two readings of one page differ in few bits, those of unrelated texts in about 32. */
const maxBitsOfSameText = 6
const minBitsOfOtherText = 16
/** Counts of small pages vary too much to compare. */
const minWords = 100
const minLinks = 10

/**
 * What one reader gets that differs from two readings by another, which agree in it. Parts that change from
 * request to request are thus ignored.
 * @param others the readings to compare with
 */
export function compareReadings(own: PageFacts, [first, second]: readonly [PageFacts, PageFacts]): ReaderDifference[] {
  const [mine, one, two] = [own.document, first.document, second.document]
  if (one === null || two === null) return []
  if (mine === null) return ['text']
  const lacks = (count: (document: DocumentFacts) => number, min: number) => {
    const least = Math.min(count(one), count(two))
    return least >= min && count(mine) < least / 2
  }
  const differsIn = (value: (document: DocumentFacts) => string | undefined) =>
    value(one) === value(two) && value(mine) !== value(one)
  const bits = (a: DocumentFacts, b: DocumentFacts) => differingBits(a.fingerprint, b.fingerprint)
  const isOtherText =
    bits(one, two) <= maxBitsOfSameText && Math.min(bits(mine, one), bits(mine, two)) >= minBitsOfOtherText
  const found: Record<ReaderDifference, boolean> = {
    text: lacks(({ words }) => words, minWords) || isOtherText,
    title: differsIn(({ titles }) => titles[0]),
    links: lacks(({ linkCounts: { internal, external } }) => internal + external, minLinks),
    structured_data: one.structuredData.types.some(
      (type) => two.structuredData.types.includes(type) && !mine.structuredData.types.includes(type),
    ),
    canonical: differsIn(({ canonicals }) => canonicals[0]),
    noindex: isNoindex(own) && !isNoindex(first) && !isNoindex(second),
  }
  return readerDifferences.filter((part) => found[part])
}

/** Differing bits of two SimHashes; 0 if a text is too short to have one. */
function differingBits(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  let rest = BigInt(`0x${a}`) ^ BigInt(`0x${b}`)
  let bits = 0
  for (; rest > 0n; rest &= rest - 1n) bits += 1
  return bits
}
