import { type Citation, type GivenCitation, readCitations } from '../../lib/text/citations/citations.ts'
import { readVisibleText, type VisibleText } from '../../lib/text/markdown/visible-text.ts'
import { compileMentionFinder, type Hit } from '../../lib/text/mentions/mention-finder.ts'
import { type Judgment, judgeSentiment } from '../../lib/text/sentiment/sentiment.ts'
import type { ReadEntity } from './tables.ts'

/**
 * The version of all that makes a reading of an answer. Raise it with every change after which the same answer is read
 * otherwise: stored answers are then read again, and no figure mixes readings of two versions.
 */
export const readerVersion = 3

/** One entity in one answer. */
export interface Mention {
  entity: number
  /** How often it is named. */
  count: number
  /** Where it is named first: code points into the answer. */
  offset: number
  /** 0 to 10000, hundredths of a point; 5000 is neutral. */
  sentiment: number
}

export interface Reading {
  /** The answer as a person sees it, without its Markdown. */
  text: string
  /** By offset, then entity. */
  mentions: Mention[]
  citations: Citation[]
}

export type AnswerReader = (answer: string, given: readonly GivenCitation[]) => Reading

/** Prepares to read answers for these entities; made once for many answers. */
export function createAnswerReader(entities: readonly ReadEntity[]): AnswerReader {
  const findMentions = finderOf(entities)
  return (answer, given) => {
    const visible = readVisibleText(answer)
    const hits = findMentions(visible.text)
    return {
      text: visible.text,
      mentions: summarize(answer, visible, hits),
      citations: readCitations(given, visible.links),
    }
  }
}

/** Where an answer speaks of one entity: code points into the answer. */
export interface MentionPlaces {
  /** Each place where it is named, in the order in which a person reads it; the first is the `offset` of its `Mention`. */
  named: CodePoints[]
  /** The sentences that judge it, with their scores from -1 to 1, which `sentiment` is the mean of. */
  judged: (CodePoints & { score: number })[]
  /** As that of its `Mention`, where no model judged. */
  sentiment: number
}

interface CodePoints {
  start: number
  length: number
}

/** Finds every place where an answer names these entities, and every sentence that judges them, by their numbers. */
export function findMentionPlaces(
  entities: readonly ReadEntity[],
  answer: string,
): Map<number, MentionPlaces> {
  const visible = readVisibleText(answer)
  const placeOf = placeReader(answer, visible)
  const hits = finderOf(entities)(visible.text)
  const judgements: Judgment[] = []
  const sentiments = judgeSentiment(visible.text, hits, visible.addresses, visible.cells, judgements)
  const places = new Map<number, MentionPlaces>()
  for (const { entity, start, end } of hits) {
    const found = places.get(entity) ?? { named: [], judged: [], sentiment: sentiments.get(entity) ?? 5000 }
    found.named.push(placeOf(start, end))
    places.set(entity, found)
  }
  for (const { entity, score, start, end } of judgements) {
    const sentence = visible.text.slice(start, end)
    const from = end - sentence.trimStart().length
    places.get(entity)?.judged.push({ ...placeOf(from, start + sentence.trimEnd().length), score })
  }
  return places
}

/** A reference to a character, at the end of what is looked at. */
const entityAt = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{2,32});/y

/** Tells where in the answer a part of the visible text stands. */
function placeReader(answer: string, { offsets }: VisibleText): (start: number, end: number) => CodePoints {
  const codePoints = new Uint32Array(answer.length + 1)
  const count = codePointCounter(answer)
  for (let at = 0; at <= answer.length; at++) codePoints[at] = count(at)
  return (start, end) => {
    const from = offsets[start] as number
    const last = offsets[end - 1] as number
    entityAt.lastIndex = offsets[end] === last + 1 ? answer.length : last
    const written = entityAt.exec(answer)?.[0].length
    // What follows a link's label in the text may stand before it in the source.
    const to = Math.max(from + 1, last + (written ?? 1))
    const first = codePoints[from] as number
    return { start: first, length: (codePoints[to] as number) - first }
  }
}

/** Prepares to tell which of these entities a short plain text names, such as a question: by their numbers, in their order. */
export function createNameFinder(entities: readonly ReadEntity[]): (text: string) => number[] {
  const find = finderOf(entities)
  return (text) => [...new Set(find(text).map(({ entity }) => entity))].sort((a, b) => a - b)
}

const finderOf = (entities: readonly ReadEntity[]) =>
  compileMentionFinder(
    entities.map(({ number, names, domain, case_sensitive, in_context = false }) => ({
      entity: number,
      names,
      domain,
      caseSensitive: case_sensitive,
      inContext: in_context,
    })),
  )

function summarize(answer: string, visible: VisibleText, hits: readonly Hit[]): Mention[] {
  if (hits.length === 0) return []
  const sentiments = judgeSentiment(visible.text, hits, visible.addresses, visible.cells)
  const mentions = new Map<number, Mention>()
  const codePoints = codePointCounter(answer)
  for (const { entity, start } of hits) {
    const mention = mentions.get(entity)
    if (mention !== undefined) {
      mention.count += 1
      continue
    }
    const offset = codePoints(visible.offsets[start] as number)
    mentions.set(entity, { entity, count: 1, offset, sentiment: sentiments.get(entity) ?? 5000 })
  }
  // A link's label may stand in the source after what is seen later, so offsets are sorted here and not by the hits.
  return [...mentions.values()].sort((a, b) => a.offset - b.offset || a.entity - b.entity)
}

/** Turns rising indexes of UTF-16 units into counts of code points in one walk over the text. */
function codePointCounter(text: string): (index: number) => number {
  let at = 0
  let count = 0
  return (index) => {
    if (index < at) {
      at = 0
      count = 0
    }
    while (at < index) {
      at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1
      count += 1
    }
    return count
  }
}
