import { isContent, wordsOf } from './languages.ts'

/** A text with at least this share of its subject in an existing text is not new. */
const sameShare = 0.75
/** Minimum common prefix of words with the same stem, in letters. */
const stemLetters = 4
const stemShare = 0.6
/** Bounds the cost of long texts; their first words tell them apart. */
const maxWords = 40

/** The distinct words that describe the subject of a text. */
export const subjectWords = (text: string): string[] => [...new Set(wordsOf(text).filter(isContent))].slice(0, maxWords)

/** Removes plural endings, independent of the language. */
const plain = (word: string) => (word.length > 3 ? word.replace(/(?:e?s|n)$/u, '') : word)

/** Whether two words share a stem: repair, repairable; fiables, fiabilité. */
function isSameStem(one: string, other: string): boolean {
  if (one === other) return true
  const shorter = Math.min(one.length, other.length)
  let same = 0
  while (same < shorter && one[same] === other[same]) same += 1
  return same >= stemLetters && same >= stemShare * shorter
}

export interface KnownTexts {
  /** Whether an existing text has the same subject: most of the words that describe it. */
  hasLike(text: string): boolean
  add(text: string): void
}

/**
 * An index of texts by subject words. A text that shares most words must share one of the rarest, so only
 * those are compared.
 */
export function createKnownTexts(texts: Iterable<string>): KnownTexts {
  const byWord = new Map<string, ReadonlySet<string>[]>()
  const normalized = new Set<string>()
  const having = (word: string) => byWord.get(word) ?? []

  function add(text: string): void {
    normalized.add(wordsOf(text).join(' '))
    const subject = plainSubject(text)
    for (const word of subject) byWord.set(word, having(word))
    for (const word of subject) having(word).push(subject)
  }

  for (const text of texts) add(text)
  return {
    add,
    hasLike(text) {
      if (normalized.has(wordsOf(text).join(' '))) return true
      const subject = [...plainSubject(text)].sort((a, b) => having(a).length - having(b).length)
      const least = Math.ceil(sameShare * subject.length)
      const rarest = subject.slice(0, subject.length - least + 1)
      return (
        subject.length > 0 &&
        rarest.some((word) => having(word).some((known) => subject.filter((one) => known.has(one)).length >= least))
      )
    },
  }
}

const plainSubject = (text: string): Set<string> => new Set(subjectWords(text).map(plain))

/** Whether a text has the same subject as another, allowing other word forms. */
export function isRephrasing(text: string, other: string): boolean {
  const [subject, others] = [[...plainSubject(text)], [...plainSubject(other)]]
  const shared = subject.filter((word) => others.some((its) => isSameStem(word, its)))
  return subject.length > 0 && shared.length >= sameShare * subject.length
}
