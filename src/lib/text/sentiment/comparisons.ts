import { mark, type Sentence } from './sentence.ts'
import { type Phrase, role, sense, type Word } from './vocabulary.ts'

/** Maximum words between "than" and the name that is compared with. */
const comparisonReach = 4
/** Maximum words between a choice and "over", and after "switched". */
const choiceReach = 9
/** Maximum tokens of a source's name. */
const sourceLength = 8

export const subject = 1
/** Named without a judgment. */
export const referred = 2
/** Compared with. The position of the comparing word is added to this. */
export const compared = 3

/** State of reading the roles of a sentence's mentions. */
interface Reader {
  sentence: Sentence
  parts: number[]
  part: number
  /** Tokens for which the role still applies. */
  left: number
  /** The index of "switched" or "replaced", whose object is given up; -1 if there is none. */
  leaving: number
  /** Whether the clause has named its subject. */
  hasSubject: boolean
  /** The last token of the last relation. */
  relationEnd: number
}

/**
 * The role of each token's mention in its clause; 0 if there is no mention. Words that judge only by their
 * position are marked as praise: "chose" in "chose @ over @".
 */
export function partsOfMentions(sentence: Sentence, from: number): number[] {
  const reader: Reader = {
    sentence,
    parts: [],
    part: subject,
    left: 0,
    leaving: -1,
    hasSubject: false,
    relationEnd: -1,
  }
  for (let at = 0; at < sentence.length; at++) {
    const seen = sentence.marks[at] as number
    const moves = ((sentence.words[at] as Word).senses & sense.moves) !== 0
    if (reader.left === 0 || moves || seen & (mark.comma | mark.dash)) reader.part = subject
    if (seen & mark.dash) reader.leaving = -1
    if (seen & (mark.comma | mark.dash) || (sentence.words[at] as Word).roles & (role.clause | role.but)) {
      reader.hasSubject = false
    }
    if (at <= reader.relationEnd) reader.left--
    else if (!readRelation(reader, at, from) && reader.left > 0) reader.left--
    const isMention = (sentence.entities[at] as number) >= 0
    reader.parts.push(isMention ? reader.part : 0)
    // "better than A and B": the whole list is compared with.
    if (isMention && reader.part !== subject) reader.left = Math.max(reader.left, 2)
    if (isMention && reader.part === subject) reader.hasSubject = true
  }
  referToJudges(sentence, reader.parts)
  if (isSource(sentence, reader.parts)) reader.parts.fill(referred, sentence.lastColon)
  return reader.parts
}

/** Analysts and authorities are not judged by their verdicts, nor is `@` in "after a @ downgrade". */
function referToJudges(sentence: Sentence, parts: number[]): void {
  let hasSubject = false
  for (let at = 1; at < sentence.length; at++) {
    const isNamedBefore = parts[at - 1] === subject
    if (isNamedBefore && (sentence.words[at] as Word).senses & sense.judges) {
      if (hasSubject || judgesAnother(sentence, at, parts)) parts[at - 1] = referred
    }
    if (isNamedBefore) hasSubject = true
  }
}

/** "Buy @: @ Securities": the source is named at the end. */
function isSource(sentence: Sentence, parts: readonly number[]): boolean {
  const start = sentence.lastColon
  if (start === 0 || !sentence.isBlock || sentence.length - start > sourceLength) return false
  for (let at = start; at < sentence.length; at++) {
    const isName = (sentence.entities[at] as number) >= 0 || ((sentence.marks[at] as number) & mark.capitalised) !== 0
    if (!isName) return false
  }
  return parts.indexOf(subject) >= 0 && parts.indexOf(subject) < start
}

function judgesAnother(sentence: Sentence, at: number, parts: readonly number[]): boolean {
  for (let i = at + 1; i < Math.min(at + choiceReach, sentence.length); i++) {
    if (((sentence.marks[i] as number) & (mark.comma | mark.dash)) !== 0) return false
    if (parts[i] === subject && sentence.entities[i] !== sentence.entities[at - 1]) return true
  }
  return false
}

function readRelation(reader: Reader, at: number, from: number): boolean {
  const { sentence } = reader
  const { roles, senses, relations } = sentence.words[at] as Word
  const relation = relations && matchRelation(sentence, relations, at)
  if (relation) {
    const last = at + relation.rest.length
    begin(reader, partAfter(sentence, relation, at), relation.rest.length)
    reader.relationEnd = last
    return true
  }
  if (roles & role.compares) {
    praiseMore(sentence, at)
    begin(reader, compared + at, 0)
  } else if (roles & role.refers) begin(reader, isFallAgainst(sentence, at) ? compared + at : referred, 0)
  else if (roles & role.as && at > from) begin(reader, comparisonWithAs(sentence, at, from) ?? reader.part, 0)
  else if (senses & placing) return readPlacing(reader, at, senses)
  else return false
  return true
}

/** The role of the next name after a relation: "beats @", "instead of @", "similar to @", "can't beat @". */
function partAfter(sentence: Sentence, { roles, rest, valence }: Phrase, at: number): number {
  if (roles === 0) return subject
  if (roles & role.refers) return referred
  const choice = valence === 0 ? choiceBefore(sentence, at, sense.choice) : -1
  return compared + (choice < 0 ? at + rest.length : choice)
}

function begin(reader: Reader, part: number, further: number): void {
  reader.part = part
  reader.left = comparisonReach + further
}

/** "More storage than": more of a neutral thing is better. */
function praiseMore(sentence: Sentence, at: number): void {
  if (!namesSoon(sentence, at)) return
  for (let i = at - 1; i >= Math.max(at - comparisonReach, 0); i--) {
    const { senses, valence, phrases } = sentence.words[i] as Word
    if (senses & sense.more && i < at - 1) sentence.marks[i] = (sentence.marks[i] as number) | mark.praises
    if (senses & sense.more || valence !== 0 || phrases) return
  }
}

const placing =
  sense.against |
  sense.partner |
  sense.over |
  sense.to |
  sense.from |
  sense.replacement |
  sense.switches |
  sense.replaces

/** "Prefer A over B", "prefer A to B", "switch from B to A", "replace B with A". */
function readPlacing(reader: Reader, at: number, senses: number): boolean {
  const { sentence } = reader
  if (reader.leaving >= 0 && senses & (sense.to | sense.replacement) && namesSoon(sentence, at)) {
    reader.part = subject
    reader.left = 0
    reader.leaving = -1
    return true
  }
  if (senses & (sense.switches | sense.replaces)) return readLeaving(reader, at, senses)
  if (senses & sense.against) {
    if (!isFallAgainst(sentence, at)) return false
    begin(reader, compared + at, 0)
    return true
  }
  if (senses & sense.partner) {
    const isMoved = at > 0 && ((sentence.words[at - 1] as Word).senses & sense.moves) !== 0
    if (isMoved || !reader.hasSubject || !namesBetween(sentence, at, Math.min(at + 4, sentence.length))) return false
    begin(reader, referred, 0)
    return true
  }
  const over = senses & sense.over ? sense.choice : senses & sense.to ? sense.prefers : 0
  const choice = over ? choiceBefore(sentence, at, over) : -1
  if (choice < 0 || !namesSoon(sentence, at)) return false
  begin(reader, compared + choice, 0)
  return true
}

/** The index of a choice before a position, which then praises the choice; or -1. */
function choiceBefore(sentence: Sentence, at: number, kind: number): number {
  for (let i = at - 2; i >= Math.max(at - choiceReach, 0); i--) {
    if ((sentence.marks[i + 1] as number) & mark.dash) return -1
    if ((sentence.words[i] as Word).senses & kind) {
      sentence.marks[i] = (sentence.marks[i] as number) | mark.praises
      return i
    }
  }
  return -1
}

/** The object of "switched from", or between "replaced" and "with", is given up. */
function readLeaving(reader: Reader, at: number, senses: number): boolean {
  const { sentence } = reader
  const opens = senses & sense.switches ? sense.from : 0
  const closes = senses & sense.switches ? sense.to : sense.replacement
  const end = Math.min(at + choiceReach, sentence.length)
  let start = opens ? -1 : at
  for (let i = at + 1; i < end; i++) {
    const here = (sentence.words[i] as Word).senses
    if (start < 0 && here & opens) start = i
    else if (start >= 0 && here & closes && namesBetween(sentence, start, i)) {
      sentence.marks[at] = (sentence.marks[at] as number) | mark.praises
      reader.leaving = at
      begin(reader, compared + at, i - at)
      return true
    }
  }
  return false
}

function namesSoon(sentence: Sentence, at: number): boolean {
  return namesBetween(sentence, at, Math.min(at + comparisonReach + 1, sentence.length))
}

function namesBetween(sentence: Sentence, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((sentence.entities[i] as number) >= 0) return true
  return false
}

function matchRelation(sentence: Sentence, relations: readonly Phrase[], at: number): Phrase | undefined {
  return relations.find(({ rest }) =>
    rest.every((word, k) => sentence.words[at + 1 + k] === word && at + 1 + k < sentence.length),
  )
}

/** "Falls against the dollar": one currency gains what the other loses. */
function isFallAgainst(sentence: Sentence, at: number): boolean {
  for (let i = at - 1; i >= Math.max(at - choiceReach, 0); i--) {
    if ((sentence.words[i] as Word).roles & role.direction) return true
  }
  return false
}

/** "Not as good as @" compares with it, "as good as @" only refers to it. */
function comparisonWithAs(sentence: Sentence, at: number, from: number): number | undefined {
  for (let back = at - 1; back >= Math.max(at - 4, from); back--) {
    if (!((sentence.words[back] as Word).roles & role.as)) continue
    for (let k = back - 1; k >= Math.max(back - 4, from); k--) {
      if ((sentence.words[k] as Word).roles & role.negation) return compared + at
    }
    return referred
  }
  return undefined
}
