import { type Citation, type GivenCitation, readCitations } from '../../lib/text/citations/citations.ts'
import { readVisibleText, type VisibleText } from '../../lib/text/markdown/visible-text.ts'
import { compileMentionFinder, type Hit } from '../../lib/text/mentions/mention-finder.ts'
import { type Judgment, judgeSentiment } from '../../lib/text/sentiment/sentiment.ts'
import type { Stance } from '../../lib/text/stance/clauses.ts'
import { createStanceReader } from '../../lib/text/stance/stance.ts'
import type { ReadEntity } from './tables.ts'

/**
 * The version of the reader. Raise it with every change that affects readings: stored answers are then
 * reread, so that no figure mixes two versions.
 */
export const readerVersion = 10

/** Stored as the sentiment of an entity that no sentence judges. */
export const unjudged = 65_535

export interface Mention {
  entity: number
  /** Number of mentions. */
  count: number
  /** Position of its first mention in code points. */
  offset: number
  /** Hundredths of points, from 0 to 10000; 5000 is neutral. Or `unjudged`. */
  sentiment: number
  /** `unknown` if no sentence that names it is in a language with clauses. */
  stance: Stance | 'unknown'
}

export interface Reading {
  /** The visible text of the answer, without Markdown. */
  text: string
  /** Sorted by offset, then entity. */
  mentions: Mention[]
  citations: Citation[]
}

export type AnswerReader = (answer: string, given: readonly GivenCitation[]) => Reading

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

/** Positions at which an answer mentions and judges an entity, in code points. */
export interface MentionPlaces {
  /** All mentions in reading order. The first is the `offset` of its `Mention`. */
  named: CodePoints[]
  /** Sentences with a sentiment and their scores, from -1 to 1; `sentiment` is their mean. */
  judged: (CodePoints & { score: number })[]
  /** Equals that of its `Mention`, unless a model judged it. */
  sentiment: number
  /** The clause that shows the stance, which equals that of its `Mention`. */
  stance: (CodePoints & { stance: Stance }) | undefined
}

interface CodePoints {
  start: number
  length: number
}

/** Finds all mentions of these entities and all sentences that judge them, by entity number. */
export function findMentionPlaces(entities: readonly ReadEntity[], answer: string): Map<number, MentionPlaces> {
  const visible = readVisibleText(answer)
  const placeOf = placeReader(answer, visible)
  const hits = finderOf(entities)(visible.text)
  const judgements: Judgment[] = []
  const { sentiments, stances } = judge(visible, hits, judgements)
  const places = new Map<number, MentionPlaces>()
  for (const { entity, start, end } of hits) {
    const shown = stances.get(entity)
    const found = places.get(entity) ?? {
      named: [],
      judged: [],
      sentiment: sentiments.get(entity) ?? unjudged,
      stance: shown && { stance: shown.stance, ...placeOf(shown.place.start, shown.place.end) },
    }
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

function judge({ text, addresses, cells }: VisibleText, hits: readonly Hit[], judgements?: Judgment[]) {
  const { read, found } = createStanceReader(text, hits)
  return { sentiments: judgeSentiment(text, hits, addresses, cells, judgements, read), stances: found }
}

/** Matches an HTML character reference at the current position. */
const entityAt = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|\w{2,32});/y

/** Maps ranges of the visible text to ranges of the answer. */
function placeReader(answer: string, { offsets }: VisibleText): (start: number, end: number) => CodePoints {
  const codePoints = new Uint32Array(answer.length + 1)
  const count = codePointCounter(answer)
  for (let at = 0; at <= answer.length; at++) codePoints[at] = count(at)
  return (start, end) => {
    const from = offsets[start] as number
    const last = offsets[end - 1] as number
    entityAt.lastIndex = offsets[end] === last + 1 ? answer.length : last
    const written = entityAt.exec(answer)?.[0].length
    // The character after a link's label can come earlier in the source.
    const to = Math.max(from + 1, last + (written ?? 1))
    const first = codePoints[from] as number
    return { start: first, length: (codePoints[to] as number) - first }
  }
}

/** Compiles a finder for the entities in a short plain text. Returns their numbers, sorted. */
export function createNameFinder(entities: readonly ReadEntity[]): (text: string) => number[] {
  const find = finderOf(entities)
  return (text) => [...new Set(find(text).map(({ entity }) => entity))].sort((a, b) => a - b)
}

const finderOf = (entities: readonly ReadEntity[]) =>
  compileMentionFinder(
    entities.map(({ number, names, domain, case_sensitive, in_context = false, excluded = [] }) => ({
      entity: number,
      names,
      domain,
      caseSensitive: case_sensitive,
      inContext: in_context,
      excluded,
    })),
  )

function summarize(answer: string, visible: VisibleText, hits: readonly Hit[]): Mention[] {
  if (hits.length === 0) return []
  const { sentiments, stances } = judge(visible, hits)
  const mentions = new Map<number, Mention>()
  const codePoints = codePointCounter(answer)
  for (const { entity, start } of hits) {
    const mention = mentions.get(entity)
    if (mention !== undefined) {
      mention.count += 1
      continue
    }
    const offset = codePoints(visible.offsets[start] as number)
    const sentiment = sentiments.get(entity) ?? unjudged
    const stance = stances.get(entity)?.stance ?? 'unknown'
    mentions.set(entity, { entity, count: 1, offset, sentiment, stance })
  }
  // Sorts by offset, as a link's label can come later in the source than in the visible text.
  return [...mentions.values()].sort((a, b) => a.offset - b.offset || a.entity - b.entity)
}

/** Converts ascending UTF-16 indexes to code point counts in a single pass. */
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
