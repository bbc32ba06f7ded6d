import type { EntitySpan, Sentence, Stretch } from '../sentiment/sentence.ts'
import { isHeading, namesAnother } from '../sentiment/structure.ts'
import { clausesByLanguage, name, type Stance, stances } from './clauses.ts'

export interface StanceReading {
  stance: Stance
  /** The clause that shows it; of a listed entity, the first one that names it. */
  place: Stretch
}

/** Longer sentences are rows of data, which would take long to search. */
const longestSentence = 2000
/** Longer lists are not sentences, and clauses about lists would take long. */
const mostNames = 50

/** Reads the stance towards each entity, sentence by sentence. */
export interface StanceReader {
  /** @param language ISO 639-1; undefined if unknown */
  read(sentence: Sentence, language: string | undefined): void
  /** By entity. Excludes entities that only sentences of other languages name. */
  found: ReadonlyMap<number, StanceReading>
}

/** @param mentions ordered by start, as indexes into the text */
export function createStanceReader(text: string, mentions: readonly EntitySpan[]): StanceReader {
  const found = new Map<number, StanceReading>()
  let next = 0
  /** The stance of a heading towards the items below it. */
  let section: Stance | undefined
  /** The names that "it" refers to. */
  let topic: readonly EntitySpan[] = []

  /** The sentence with one character for each name, and the names with their positions in it. */
  function mask({ start, end }: Stretch) {
    while ((mentions[next]?.start ?? start) < start) next++
    const names: (EntitySpan & { at: number })[] = []
    let masked = ''
    let at = start
    for (let index = next; (mentions[index]?.start ?? end) < end; index++) {
      const mention = mentions[index] as EntitySpan
      const isSame = mention.start === names.at(-1)?.start
      if (mention.start < at && !isSame) continue
      if (!isSame) masked += `${text.slice(at, mention.start)}${name}`
      names.push({ ...mention, at: masked.length - 1 })
      at = Math.max(at, mention.end)
    }
    return { masked: (masked + text.slice(at, end)).replaceAll('’', "'").replaceAll('\u2011', '-'), names }
  }

  function read(sentence: Sentence, language: string | undefined): void {
    const clauses = clausesByLanguage.get(language)
    const { place } = sentence
    const { masked, names } = mask(place)
    const isHead = names.length === 0 && (sentence.isBlock || sentence.end === ':')
    if (clauses === undefined || (!isHead && names.length + topic.length === 0)) return
    const first = names.filter(({ at }) => at === names[0]?.at)

    const note = (one: EntitySpan, stance: Stance) => {
      const before = found.get(one.entity)
      if (before !== undefined && stances.indexOf(stance) <= stances.indexOf(before.stance)) return
      // "It" stands in another sentence than the name.
      const { start, end } = one.start < place.start ? place : one
      const [from, to] = [text.lastIndexOf(';', start - 1) + 1, text.indexOf(';', end)]
      const part = text.slice(Math.max(place.start, from), to < 0 ? place.end : Math.min(place.end, to))
      const begin = Math.max(place.start, from) + part.length - part.trimStart().length
      found.set(one.entity, { stance, place: { start: begin, end: begin + part.trim().length } })
    }

    for (const one of names) note(one, 'listed')
    if (sentence.isListing || masked.length > longestSentence || names.length > mostNames) return
    if (isHead) {
      const head = clauses.headOf(masked.trim().replace(/^[^\p{L}#]+|:$/gu, ''))
      if (head !== undefined) section = head.stance === 'listed' ? undefined : head.stance
      if (head !== undefined || isHeading(sentence, 'item')) {
        if ((sentence.cell?.column ?? 0) === 0) topic = []
        return
      }
    }
    if (names.length === 0 && namesAnother(sentence, false)) topic = []
    // "Best value: @", and "Top picks: @" of an answer without lines, which applies to the next items too.
    for (const match of masked.matchAll(label)) {
      const head = clauses.headOf(match[1] as string)
      if (head === undefined) continue
      section = head.isGroup && head.stance !== 'listed' ? head.stance : undefined
      const end = match.index + match[0].length
      const [lead = ''] = /^[^\p{L}\p{N}\uFFFC]*(?:the )?/iu.exec(masked.slice(end)) ?? []
      for (const one of names) if (one.at === end + lead.length) note(one, head.stance)
    }
    if (section !== undefined && isItem(sentence, masked)) for (const one of first) note(one, section)
    if (sentence.end !== '?') {
      const subject = topic.length > 0 ? clauses.subject.exec(masked) : null
      const at = subject === null ? -1 : subject[0].length - (subject[1] as string).length
      const all = at < 0 ? names : [...topic.map((one) => ({ ...one, at })), ...names]
      const searched = at < 0 ? masked : `${masked.slice(0, at)}${name}${masked.slice(at + 1)}`
      if (all.length > 0)
        for (const { stance, from, to } of clauses.matches(searched))
          for (const one of all) if (one.at >= from && one.at < to) note(one, stance)
    }
    if (names.length > 0) topic = first
  }

  return { read, found }
}

/** A label before a colon or arrow, after the beginning or the end of another part. */
const label =
  /(?:^|[.;:)!\d\n–—-]|[^\p{L}\p{N}\s,'’"(&/+$%\uFFFC])\s*([\p{L}#][^.;:\n–—→]{2,70}?) ?(?::|→|->|–|—| - )/gu

/** Whether it begins with the name of an item, as in "@ Pro: ...", rather than mentions one in a sentence. */
const isItem = ({ startsBlock, cell }: Sentence, masked: string): boolean =>
  (cell?.column ?? 0) === 0 &&
  (startsBlock ? /^[^\p{L}\uFFFC]*(?:the )?\uFFFC/iu : /^[^\p{L}\uFFFC]*\uFFFC[^.:\uFFFC]{0,60}(?::|$)/u).test(masked)
