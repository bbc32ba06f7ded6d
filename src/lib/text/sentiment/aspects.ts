import { mark, type Sentence } from './sentence.ts'
import { cue, role, sense, type Word } from './vocabulary.ts'

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
  else if (verdict === cue.highRank && valence === 0)
    sentence.marks[at] = (sentence.marks[at] as number) | mark.praises
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
