import { readGrievance, readInstead, readLeave } from './rivals.ts'
import { mark, type Sentence } from './sentence.ts'
import { matchPhrase, rate } from './valence.ts'
import { cue, role, sense, type Word, wordFor } from './vocabulary.ts'
import { readModal, readWish } from './wishes.ts'

/** Maximum words between an aspect and its rank or verb, and between it and an adjective. */
const rankReach = 8
const adjectiveReach = 3

/**
 * Marks an aspect by its verdict: "last in reliability" and "reliability has declined" blame, "tops the
 * charts for support" praises, "reliability varies" does neither.
 */
export function readAspect(sentence: Sentence, at: number): void {
  const { valence } = sentence.words[at] as Word
  if (isOfCosts(sentence, at + 1)) return
  const verdict = verdictBefore(sentence, at) || verdictAfter(sentence, at)
  if (verdict === cue.varies) sentence.marks[at] = (sentence.marks[at] as number) | mark.excused
  else if (verdict === cue.low) sentence.marks[at] = (sentence.marks[at] as number) | mark.blames
  else if (verdict === cue.highRank && valence === 0) sentence.marks[at] = (sentence.marks[at] as number) | mark.praises
}

/** "Low support costs". */
function isOfCosts(sentence: Sentence, at: number): boolean {
  if (at >= sentence.length) return false
  const { roles, senses } = sentence.words[at] as Word
  return (roles & role.liability) !== 0 || (senses & sense.price) !== 0
}

function verdictBefore(sentence: Sentence, at: number): number {
  let seesAdjectives = true
  for (let i = at - 1; i >= Math.max(at - rankReach, 0); i--) {
    if (partsFrom(sentence, i + 1)) return 0
    const { cues, roles } = sentence.words[i] as Word
    if (roles & role.junction || i < at - adjectiveReach) seesAdjectives = false
    const isLow = (cues & cue.lowRank) !== 0 || (seesAdjectives && (cues & cue.low) !== 0)
    if (isLow) return isDenied(sentence, i) ? 0 : cue.low
    if (cues & cue.highRank) return cue.highRank
  }
  return 0
}

function verdictAfter(sentence: Sentence, at: number): number {
  let isSubject = false
  for (let i = at + 1; i < Math.min(at + rankReach, sentence.length); i++) {
    if (partsFrom(sentence, i)) return 0
    const { cues, roles } = sentence.words[i] as Word
    // "Reliability and a low price", but "satisfaction with support and service is low".
    if (roles & role.junction && !isAspect(sentence, i + 1)) return 0
    if (cues & cue.varies) return cue.varies
    if (cues & cue.copula) isSubject = true
    const isLow = (cues & cue.sinks) !== 0 || (isSubject && (cues & (cue.low | cue.lowRank)) !== 0)
    if (isLow) return isDenied(sentence, i) ? 0 : cue.low
  }
  return 0
}

function isAspect(sentence: Sentence, at: number): boolean {
  return at < sentence.length && ((sentence.words[at] as Word).cues & cue.aspect) !== 0
}

function isDenied(sentence: Sentence, at: number): boolean {
  for (let i = at - 1; i >= Math.max(at - 2, 0); i--) {
    if ((sentence.words[i] as Word).roles & role.negation) return true
  }
  return false
}

/** Whether the topic changes at this word. */
function partsFrom(sentence: Sentence, at: number): boolean {
  if ((sentence.marks[at] as number) & (mark.comma | mark.dash)) return true
  return ((sentence.words[at] as Word).roles & (role.but | role.clause | role.condition)) !== 0
}

/** Maximum words between "less" and "than", and "few" and its noun. */
const lessReach = 6
const fewReach = 3

const than = wordFor('than')
const articles = new Set(['a', 'the', 'quite', 'one'].map(wordFor))

/** Cues that are read themselves; the others only near these. */
const read =
  cue.few |
  cue.less |
  cue.pole |
  cue.aspect |
  cue.grieves |
  cue.leaves |
  cue.takes |
  cue.wishes |
  cue.modal |
  cue.others

/** Marks words whose meaning depends on others in the sentence, by `cues` of words.json. */
export function readCues(sentence: Sentence): void {
  if ((sentence.cues & read) === 0) return
  for (let at = 0; at < sentence.length; at++) {
    const { cues } = sentence.words[at] as Word
    if ((cues & read) === 0) continue
    if (cues & cue.few) readFew(sentence, at)
    if (cues & cue.less) readLess(sentence, at)
    if (cues & cue.pole) readOpposites(sentence, at + 1)
    if (cues & cue.aspect) readAspect(sentence, at)
    if (cues & cue.grieves) readGrievance(sentence, at)
    if (cues & cue.leaves) readLeave(sentence, at)
    if (cues & cue.takes) readInstead(sentence, at)
    if (cues & cue.wishes) readWish(sentence, at)
    if (cues & cue.modal) readModal(sentence, at)
    if (cues & cue.others) readDivision(sentence, at)
  }
}

function add(sentence: Sentence, at: number, marks: number): void {
  sentence.marks[at] = (sentence.marks[at] as number) | marks
}

function wordAt(sentence: Sentence, at: number): Word {
  return sentence.words[at] as Word
}

/** "Few guests", not "a few guests". */
function readFew(sentence: Sentence, at: number): void {
  if (at > 0 && articles.has(wordAt(sentence, at - 1))) return
  for (let i = at + 1; i < Math.min(at + fewReach, sentence.length); i++) {
    if (wordAt(sentence, i).cues & cue.people) add(sentence, at, mark.denies)
  }
}

/** "Uses less memory than", "leaks less often": praise, although the words blame or are neutral. */
function readLess(sentence: Sentence, at: number): void {
  const end = thanAfter(sentence, at)
  const verb = at > 0 ? wordAt(sentence, at - 1) : undefined
  if (verb && end > at + 1 && (verb.cues & cue.consumes || verb.valence < 0)) {
    add(sentence, at, mark.praises)
    add(sentence, at - 1, mark.unsaid)
    for (let i = at + 1; i < end; i++) add(sentence, i, mark.unsaid)
    return
  }
  const next = at + 1 < sentence.length ? wordAt(sentence, at + 1) : undefined
  if (next !== undefined && next !== than && !(next.cues & cue.often)) return
  let isHarm = false
  for (let i = at - 1; i >= Math.max(at - fewReach, 0) && (sentence.entities[i] as number) < 0; i--) {
    if (valenceAt(sentence, i) >= 0) continue
    isHarm = true
    add(sentence, i, mark.unsaid)
  }
  if (isHarm) add(sentence, at, mark.praises)
}

/** The valence of the word at a position, or of the phrase that starts there. */
function valenceAt(sentence: Sentence, at: number): number {
  const { phrases, valence } = wordAt(sentence, at)
  const phrase = phrases && matchPhrase(sentence.words, phrases, at, sentence.length)
  return phrase?.valence ?? valence
}

function thanAfter(sentence: Sentence, at: number): number {
  for (let i = at + 1; i < Math.min(at + lessReach, sentence.length); i++) {
    if ((sentence.marks[i] as number) & (mark.comma | mark.dash)) return -1
    if (sentence.words[i] === than) return i
  }
  return -1
}

/** "Love or hate", "good and bad sides": no judgment. */
function readOpposites(sentence: Sentence, at: number): void {
  if (at + 1 >= sentence.length || !(wordAt(sentence, at).roles & role.junction)) return
  const before = wordAt(sentence, at - 1)
  const after = wordAt(sentence, at + 1)
  if (!(before.cues & after.cues & cue.pole) || before.valence * after.valence >= 0) return
  add(sentence, at - 1, mark.unsaid)
  add(sentence, at + 1, mark.unsaid)
}

/** "Some love it, others hate it". */
function readDivision(sentence: Sentence, at: number): void {
  const isApart =
    ((sentence.marks[at] as number) & (mark.comma | mark.dash)) !== 0 ||
    (at > 0 && (wordAt(sentence, at - 1).roles & (role.but | role.clause | role.junction)) !== 0)
  if (!isApart) return
  for (let i = 0; i < at; i++) {
    if (!(wordAt(sentence, i).cues & cue.some)) continue
    if (rate(sentence, i, at) * rate(sentence, at, sentence.length) >= 0) return
    for (let k = i; k < sentence.length; k++) add(sentence, k, mark.unsaid)
    return
  }
}
