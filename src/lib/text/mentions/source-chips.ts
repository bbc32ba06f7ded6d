/** A range of characters; `end` is exclusive. */
export interface Stretch {
  start: number
  end: number
}

/** Maximum characters of a chip's label; no site's name is longer. Limits the search back. */
const maxLabelLength = 60

/** Maximum words of a label that follows a sentence without punctuation. */
const maxOpenWords = 3

// The end of a sentence or clause before a label, with a space or joined to it.
const sentenceEnd = /[.!?:;…。！？)\]”"]+(?:\s+|(?=\p{Lu}))/gu
const wordsOfTitles = /^(?:[\p{Lu}\p{Lt}\p{N}]|(?:and|at|by|de|der|for|in|la|of|on|the|to|und|van|von)$|[&|–-]$)/u
const gluedSentence = /^[^.!?:;…。)\]”"]*[.!?:;…。)\]”"]+(?=\p{L})/u

/**
 * Finds source chips, which engines' pages show after a sentence and text copies keep: a source's name with
 * the number of further ones (`lightweight.rei+2 Great`, `Tom's Guide+1`, `GitHub+2Reddit+2`, or the number
 * on its own line). They are not mentions. Excludes other sums: `Nike+3%`, `S24+256GB`, `Apple +2.3`.
 *
 * A label extends back to the previous chip, the start of the line or the previous sentence, if it is written
 * as a title; otherwise to the longest possible title.
 */
export function sourceChips(visible: string): Stretch[] {
  // A space without width separates chips from the text as others do.
  const text = visible.replaceAll(/[\u200b\u2060]/g, ' ')
  const chips: Stretch[] = []
  for (const { index, 0: count } of text.matchAll(/\+[1-9]\d{0,2}(?!\d)/g)) {
    const end = index + count.length
    if (!endsChip(text, end)) continue
    const start = labelStart(text, index, end, chips.at(-1)?.end ?? 0)
    if (start < index && /\p{L}/u.test(text.slice(start, index))) chips.push({ start, end })
  }
  return chips
}

/** Whether a number that ends before `end` belongs to a chip rather than an amount. */
function endsChip(text: string, end: number): boolean {
  const after = text.slice(end, end + maxLabelLength)
  if (/^(?:$|\s(?!%)|[.,;:!?)\]}。，、！？…"”'’—–](?!\d))/u.test(after)) return true
  // The next chip, or the label of a source without further ones (`youtube+2youtube`).
  return /^\p{L}[^\n+]*\+[1-9]\d{0,2}(?!\d)/u.test(after) || /^\p{Ll}{4,}(?:$|[\s.,;:])/u.test(after)
}

/** The start of the label before the plus sign at `plus`; `plus` if there is none. */
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
  if (/ [-–|] /.test(label)) return true
  if (words.length === 1) return isBehindChip || !gluedSentence.test(label) || /^\p{Lu}/u.test(label)
  return words.length <= 6 && words.every((word) => wordsOfTitles.test(word))
}

/** The start of a label that no punctuation separates from the sentence before it. */
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
