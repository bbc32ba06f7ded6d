import { truncateText } from '../../../kernel/lenient-fields.ts'
import type { Block } from '../extracted.ts'
import { isBoilerplate } from './boilerplate.ts'
import { sentencesOf } from './passages.ts'
import { questionTerms } from './terms.ts'

const maxCharacters = 700
const maxSentences = 5
/** Of the best sentence’s score. */
const leastPart = 0.4
/** A document's own words come early: what stands behind so many characters is not looked at. */
const readCharacters = 200_000

interface Candidate {
  sentence: string
  place: number
  score: number
}

/**
 * The sentences that say most of what a document is about, in their order: those with many of its frequent terms, the
 * earlier ones first (H. P. Luhn, "The Automatic Creation of Literature Abstracts", 1958, with a weight for the place).
 */
export function summarize(blocks: readonly Block[]): string {
  const sentences = telling(candidates(blocks))
  const counts = new Map<string, number>()
  for (const terms of sentences.map(({ terms }) => terms))
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const scored = sentences.map(({ sentence, terms }, place): Candidate => {
    const weight = terms.reduce((sum, term) => sum + Math.log(counts.get(term) ?? 1), 0)
    const position = 1 + 2 / (1 + place / 10)
    return { sentence, place, score: (weight / Math.sqrt(terms.length + 1)) * position }
  })
  const chosen: Candidate[] = []
  let length = 0
  let least = 0
  for (const candidate of scored.sort((a, b) => b.score - a.score || a.place - b.place)) {
    if (candidate.score < least) break
    if (length + candidate.sentence.length > maxCharacters) {
      // What comes after better ones for its shortness may say too little.
      least = (scored[0]?.score ?? 0) * leastPart
      continue
    }
    chosen.push(candidate)
    length += candidate.sentence.length + 1
    if (chosen.length === maxSentences) break
  }
  if (chosen.length === 0) return beginning(blocks)
  return chosen
    .sort((a, b) => a.place - b.place)
    .map(({ sentence }) => sentence)
    .join(' ')
}

interface Sentence {
  sentence: string
  terms: string[]
}

/** Without what stands in documents about anything; a document that is mostly of that is about it. */
function telling(sentences: Sentence[]): Sentence[] {
  const own = sentences.filter(({ sentence }) => !isBoilerplate(sentence))
  return own.length < sentences.length / 2 ? sentences : own
}

function candidates(blocks: readonly Block[]): Sentence[] {
  let read = 0
  const seen = new Set<string>()
  const found: Sentence[] = []
  let isAfterContents = false
  for (const { text, level } of blocks) {
    if (read > readCharacters) break
    read += text.length
    const hasLastEntry = isAfterContents
    isAfterContents = dotted.test(text)
    if (level !== undefined || isNoProse(text)) continue
    for (const sentence of sentencesOf(text.replace(/\s+/g, ' '))) {
      if (hasLastEntry && entry.test(sentence)) continue
      if (sentence.length < 40 || sentence.length > 350 || seen.has(sentence) || isNoProse(sentence)) continue
      if (!/\p{Ll}.*[.!?。！？]["”’)]?$/u.test(sentence) || !/^["“‘(]?[\p{Lu}\p{Lo}]/u.test(sentence))
        continue
      seen.add(sentence)
      found.push({ sentence, terms: questionTerms(sentence) })
    }
  }
  return found
}

/** Dots that lead to the number of a page. */
const dotted = /\.{4,}|( \.){3,}/
/** An entry of a list of contents without dots, and what follows it. */
const entry = /^.{1,80}? \d+ \p{Lu}/u

/** Tables, listings, formulas and lists of contents: more signs and digits, or letters that stand alone, than words have. */
const isNoProse = (text: string) => {
  const count = (what: RegExp) => text.match(what)?.length ?? 0
  return (
    count(/[\p{L}\p{M}\s]/gu) < text.length * 0.85 ||
    count(/(?<![\p{L}\p{M}'’])\p{L}(?![\p{L}\p{M}'’])/gu) > count(/[\p{L}\p{M}]+/gu) / 5 ||
    dotted.test(text)
  )
}

const beginning = (blocks: readonly Block[]) =>
  truncateText(
    blocks
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' '),
    maxCharacters,
  )
