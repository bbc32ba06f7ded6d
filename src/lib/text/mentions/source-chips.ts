/** The characters from `start` up to `end`. */
export interface Stretch {
  start: number
  end: number
}

/** Characters of a chip's label; no site's name is longer, and it bounds the way back. */
const maxLabelLength = 60

/** Words of a label that follows a sentence without a mark between them. */
const maxOpenWords = 3

// What ends a sentence or clause before a label: with a space, or with the label glued to it.
const sentenceEnd = /[.!?:;…。！？)\]”"]+(?:\s+|(?=\p{Lu}))/gu
const wordsOfTitles =
  /^(?:[\p{Lu}\p{Lt}\p{N}]|(?:and|at|by|de|der|for|in|la|of|on|the|to|und|van|von)$|[&|–-]$)/u
const gluedSentence = /^[^.!?:;…。)\]”"]*[.!?:;…。)\]”"]+(?=\p{L})/u

/**
 * The chips that engines' pages show behind a sentence and that a copy of the page as text keeps: the name of a source with
 * the number of further ones (`lightweight.rei+2 Great`, `Tom's Guide+1`, `GitHub+2Reddit+2`, or the number in a line of its
 * own). They are sources and name nobody. Other sums are not meant: `Nike+3%`, `S24+256GB`, `Apple +2.3`.
 *
 * A label reaches back to the chip, the line's beginning or the sentence before it, if it is written as a title; otherwise it
 * is what such a title could be at most.
 */
export function sourceChips(text: string): Stretch[] {
  const chips: Stretch[] = []
  for (const { index, 0: count } of text.matchAll(/\+[1-9]\d{0,2}(?!\d)/g)) {
    const end = index + count.length
    if (!endsChip(text, end)) continue
    const start = labelStart(text, index, end, chips.at(-1)?.end ?? 0)
    if (start < index && /\p{L}/u.test(text.slice(start, index))) chips.push({ start, end })
  }
  return chips
}

/** Whether a number that ends before `end` is that of a chip and not of an amount. */
function endsChip(text: string, end: number): boolean {
  const after = text.slice(end, end + maxLabelLength)
  if (/^(?:$|\s(?!%)|[.,;:!?)\]}。，、！？…"”'’—–](?!\d))/u.test(after)) return true
  // The next chip, or the bare label of a source without further ones (`youtube+2youtube`).
  return /^\p{L}[^\n+]*\+[1-9]\d{0,2}(?!\d)/u.test(after) || /^\p{Ll}{4,}(?:$|[\s.,;:])/u.test(after)
}

/** Where the label before the plus sign at `plus` begins; `plus` where there is none. */
function labelStart(text: string, plus: number, end: number, previous: number): number {
  const lineEnd = text.charAt(plus - 1) === '\n'
  const isApart = text.charAt(plus - 1) === ' '
  const labelEnd = lineEnd || isApart ? plus - 1 : plus
  const reach = Math.max(previous, labelEnd - maxLabelLength, 0)
  const from = reach + text.slice(reach, labelEnd).search(/[^\n+]*$/)
  const isWhole = from === previous || text.charAt(from - 1) === '\n'
  const label = text.slice(from, labelEnd)
  if (lineEnd) return isWhole && isLineEnd(text, end) ? from : plus
  const sentence = [...label.matchAll(sentenceEnd)].at(-1)
  const opening = sentence ? sentence.index + sentence[0].length : 0
  const isBehindChip = from === previous && from > 0 && opening === 0
  if ((sentence || isWhole) && isTitle(label.slice(opening), isBehindChip))
    return isApart && !/^[^:]/.test(sentence?.[0] ?? '') ? plus : from + opening
  return isApart ? plus : from + openLabelStart(label)
}

const isLineEnd = (text: string, index: number) => index === text.length || text.charAt(index) === '\n'

function isTitle(label: string, isBehindChip: boolean): boolean {
  const words = label.trim().split(/\s+/)
  if (words.length === 1) return isBehindChip || !gluedSentence.test(label) || /^\p{Lu}/u.test(label)
  return words.length <= 6 && words.every((word) => wordsOfTitles.test(word))
}

/** Where a label begins that nothing parts from the sentence before it. */
function openLabelStart(stretch: string): number {
  const words = [...stretch.matchAll(/\S+/g)]
  const last = words.pop()
  if (last === undefined) return stretch.length
  const glued = gluedSentence.exec(last[0])
  if (glued) return last.index + glued[0].length
  let start = last.index
  if (!/^\p{Lu}/u.test(last[0])) return start
  for (const word of words.slice(1 - maxOpenWords).reverse()) {
    if (!/^\p{Lu}[\p{L}’'-]*$/u.test(word[0])) break
    start = word.index
  }
  return start
}
