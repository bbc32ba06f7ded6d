import { type Citation, type GivenCitation, readCitations } from '../../lib/text/citations/citations.ts'
import { readVisibleText, type VisibleText } from '../../lib/text/markdown/visible-text.ts'
import { compileMentionFinder, type Hit } from '../../lib/text/mentions/mention-finder.ts'
import { judgeSentiment } from '../../lib/text/sentiment/sentiment.ts'
import type { ReadEntity } from './tables.ts'

/**
 * The version of all that makes a reading of an answer. Raise it with every change after which the same answer is read
 * otherwise: stored answers are then read again, and no figure mixes readings of two versions.
 */
export const readerVersion = 2

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
      mentions: summarise(answer, visible, hits),
      citations: readCitations(given, visible.links),
    }
  }
}

/**
 * Finds every place where an answer names these entities, by their numbers: code points into the answer, in the order in
 * which a person reads it. The first of an entity is the `offset` of its `Mention`.
 */
export function findMentionPlaces(entities: readonly ReadEntity[], answer: string): Map<number, number[]> {
  const visible = readVisibleText(answer)
  const codePoints = codePointCounter(answer)
  const hits = finderOf(entities)(visible.text)
  const places = hits.map(
    ({ entity, start }) => [entity, codePoints(visible.offsets[start] as number)] as const,
  )
  const byEntity = Map.groupBy(places, ([entity]) => entity)
  return new Map([...byEntity].map(([entity, found]) => [entity, found.map(([, place]) => place)]))
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

function summarise(answer: string, visible: VisibleText, hits: readonly Hit[]): Mention[] {
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
