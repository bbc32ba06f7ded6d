import { truncateText } from '../../../kernel/lenient-fields.ts'
import type { Block } from '../extracted.ts'
import { sentencesOf } from './passages.ts'
import { questionTerms } from './terms.ts'

const maxCharacters = 700
const maxSentences = 5
/** Minimum share of the best sentence’s score. */
const minScoreShare = 0.4
/** Characters to read, because the main content comes early. */
const readCharacters = 200_000

interface Candidate {
  sentence: string
  position: number
  score: number
}

/**
 * Extracts the most informative sentences in document order: those with many frequent terms, weighted by position
 * (H. P. Luhn, "The Automatic Creation of Literature Abstracts", 1958).
 */
export function summarize(blocks: readonly Block[]): string {
  const sentences = withoutBoilerplate(candidates(blocks))
  const counts = new Map<string, number>()
  for (const terms of sentences.map(({ terms }) => terms))
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const scored = sentences.map(({ sentence, terms }, position): Candidate => {
    const weight = terms.reduce((sum, term) => sum + Math.log(counts.get(term) ?? 1), 0)
    const positionWeight = 1 + 2 / (1 + position / 10)
    return { sentence, position, score: (weight / Math.sqrt(terms.length + 1)) * positionWeight }
  })
  const chosen: Candidate[] = []
  let length = 0
  let minScore = 0
  for (const candidate of scored.sort((a, b) => b.score - a.score || a.position - b.position)) {
    if (candidate.score < minScore) break
    if (length + candidate.sentence.length > maxCharacters) {
      // A sentence that fits only because it is short may be uninformative.
      minScore = (scored[0]?.score ?? 0) * minScoreShare
      continue
    }
    chosen.push(candidate)
    length += candidate.sentence.length + 1
    if (chosen.length === maxSentences) break
  }
  if (chosen.length === 0) return beginning(blocks)
  return chosen
    .sort((a, b) => a.position - b.position)
    .map(({ sentence }) => sentence)
    .join(' ')
}

interface Sentence {
  sentence: string
  terms: string[]
}

/** Removes boilerplate, unless it is most of the document. */
function withoutBoilerplate(sentences: Sentence[]): Sentence[] {
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
    if (level !== undefined || isNotProse(text)) continue
    for (const sentence of sentencesOf(text.replace(/\s+/g, ' '))) {
      if (hasLastEntry && entry.test(sentence)) continue
      if (sentence.length < 40 || sentence.length > 350 || seen.has(sentence) || isNotProse(sentence)) continue
      if (!/\p{Ll}.*[.!?。！？]["”’)]?$/u.test(sentence) || !/^["“‘(]?[\p{Lu}\p{Lo}]/u.test(sentence)) continue
      seen.add(sentence)
      found.push({ sentence, terms: questionTerms(sentence) })
    }
  }
  return found
}

/** Dot leaders before a page number. */
const dotted = /\.{4,}|( \.){3,}/
/** An entry of a table of contents without dots, and the start of the next text. */
const entry = /^.{1,80}? \d+ \p{Lu}/u

/** Detects tables, listings, formulas and tables of contents by their share of signs, digits and single letters. */
const isNotProse = (text: string) => {
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

/** Legal notices in common languages: copyrights, licenses, warranties and trademarks. */
const boilerplate = [
  /©|\(c\) ?(?:19|20)\d\d|copyright (?:\(c\)|by\b|(?:19|20)\d\d|notice|holder|owner)|copyrights|\bIS[BS]N\b/iu,
  /permission is (?:hereby )?granted|hereby granted|permission notice|written permission|no part of this .{1,40} may be/iu,
  /without (?:any )?warrant|merchantability|["“]as[ -]is["”]|trademarks? of\b|trademark or service mark/iu,
  /(?:licensed|released|distributed) under|under (?:the )?terms .{1,60}licen[cs]e|copy of (?:the|this) licen[cs]e/iu,
  /creative commons|(?:general public|free documentation|apache|mit|bsd) licen[cs]e/iu,
  /all rights reserved|alle rechte vorbehalten|alle rechten voorbehouden|tous (?:les )?droits (?:sont )?réservés/iu,
  /todos los derechos reservados|todos os direitos reservados|tutti i diritti (?:sono )?riservati/iu,
  /wszelkie prawa zastrzeżone|все права защищены|tüm hakları saklıdır|版权所有|版權所有|保留所有权利|無断(?:転載|複製)|무단 ?(?:전재|복제)/iu,
  /urheberrechtlich|ohne (?:jede |jegliche )?gewähr|kein teil dieses|eingetragene[ns]? (?:marke|warenzeichen)/iu,
  /unter (?:der|einer|den bedingungen der) .{0,40}lizenz|sous (?:la )?licence|bajo (?:la |una )?licencia|sob (?:a )?licença/iu,
  /droits? d[’']auteur|sans (?:aucune )?garantie|marques? déposées?|derechos de autor|sin (?:ninguna )?garantía/iu,
  /marcas? registradas?|diritt[oi] d[’']autore|senza (?:alcuna )?garanzia|marchi(?:o)? registrat[oi]|direitos autorais/iu,
]

/** Whether a sentence is a legal notice, unrelated to the document's subject. */
const isBoilerplate = (sentence: string) => boilerplate.some((words) => words.test(sentence))
