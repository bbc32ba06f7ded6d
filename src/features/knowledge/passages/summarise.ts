import type { Block } from '../extraction/extracted.ts'
import { sentencesOf } from './passages.ts'
import { questionTerms } from './terms.ts'

const mostCharacters = 700
const mostSentences = 5
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
export function summarise(blocks: readonly Block[]): string {
  const sentences = candidates(blocks)
  const counts = new Map<string, number>()
  for (const terms of sentences.map(({ terms }) => terms))
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const scored = sentences.map(({ sentence, terms }, place): Candidate => {
    const weight = terms.reduce((sum, term) => sum + Math.log(counts.get(term) ?? 1), 0)
    const position = 1 + 1 / (1 + place / 10)
    return { sentence, place, score: (weight / Math.sqrt(terms.length + 1)) * position }
  })
  const chosen: Candidate[] = []
  let length = 0
  for (const candidate of scored.sort((a, b) => b.score - a.score || a.place - b.place)) {
    if (length + candidate.sentence.length > mostCharacters) continue
    chosen.push(candidate)
    length += candidate.sentence.length + 1
    if (chosen.length === mostSentences) break
  }
  if (chosen.length === 0) return beginning(blocks)
  return chosen
    .sort((a, b) => a.place - b.place)
    .map(({ sentence }) => sentence)
    .join(' ')
}

function candidates(blocks: readonly Block[]): { sentence: string; terms: string[] }[] {
  let read = 0
  const seen = new Set<string>()
  const found: { sentence: string; terms: string[] }[] = []
  for (const { text, level } of blocks) {
    if (read > readCharacters) break
    read += text.length
    if (level !== undefined || isNoProse(text)) continue
    for (const sentence of sentencesOf(text.replace(/\s+/g, ' '))) {
      if (sentence.length < 40 || sentence.length > 350 || seen.has(sentence) || isNoProse(sentence)) continue
      if (!/\p{Ll}.*[.!?。！？]["”’)]?$/u.test(sentence) || !/^["“‘(]?[\p{Lu}\p{Lo}]/u.test(sentence))
        continue
      seen.add(sentence)
      found.push({ sentence, terms: questionTerms(sentence) })
    }
  }
  return found
}

/** Tables, listings and lists of contents: more signs and digits than words have. */
const isNoProse = (text: string) => {
  const letters = text.match(/[\p{L}\p{M}\s]/gu)?.length ?? 0
  return letters < text.length * 0.85 || /\.{4,}|( \.){3,}/.test(text)
}

const beginning = (blocks: readonly Block[]) => {
  const text = blocks
    .map((block) => block.text)
    .join(' ')
    .replace(/\s+/g, ' ')
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).toWellFormed()}…`
}
