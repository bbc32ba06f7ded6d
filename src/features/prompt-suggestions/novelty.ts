import { isContent, wordsOf } from './languages.ts'

/** So much of a text’s subject in one that is there already, and it is no new one. */
const sameShare = 0.75
/** Letters that the words of one stem begin with. */
const stemLetters = 4
const stemShare = 0.6
/** Texts of any length may come; what tells them apart stands early. */
const maxWords = 40

/** The words that say what a text is about, each once. */
export const subjectWords = (text: string): string[] =>
  [...new Set(wordsOf(text).filter(isContent))].slice(0, maxWords)

/** A word without the ending of its plural, as far as that can be told without its language. */
const plain = (word: string) => (word.length > 3 ? word.replace(/(?:e?s|n)$/u, '') : word)

/** Whether two words are forms of one: repair, repairable; fiables, fiabilité. */
function isSameStem(one: string, other: string): boolean {
  if (one === other) return true
  const shorter = Math.min(one.length, other.length)
  let same = 0
  while (same < shorter && one[same] === other[same]) same += 1
  return same >= stemLetters && same >= stemShare * shorter
}

/** Texts that are there already. */
export interface KnownTexts {
  /** Whether one of them is about the same: it has most of the words that say what this one is about. */
  hasLike(text: string): boolean
  add(text: string): void
}

/**
 * An index of texts by the words that say what they are about. Whatever shares most words with a text has one of its rarest:
 * nothing else is looked at, however many texts speak of the same product.
 */
export function createKnownTexts(texts: Iterable<string>): KnownTexts {
  const byWord = new Map<string, ReadonlySet<string>[]>()
  const spelt = new Set<string>()
  const having = (word: string) => byWord.get(word) ?? []

  function add(text: string): void {
    spelt.add(wordsOf(text).join(' '))
    const subject = plainSubject(text)
    for (const word of subject) byWord.set(word, having(word))
    for (const word of subject) having(word).push(subject)
  }

  for (const text of texts) add(text)
  return {
    add,
    hasLike(text) {
      if (spelt.has(wordsOf(text).join(' '))) return true
      const subject = [...plainSubject(text)].sort((a, b) => having(a).length - having(b).length)
      const least = Math.ceil(sameShare * subject.length)
      const rarest = subject.slice(0, subject.length - least + 1)
      return (
        subject.length > 0 &&
        rarest.some((word) =>
          having(word).some((known) => subject.filter((one) => known.has(one)).length >= least),
        )
      )
    },
  }
}

const plainSubject = (text: string): Set<string> => new Set(subjectWords(text).map(plain))

/** Whether a text is about what another one is, in other words or other forms of its words. */
export function isRephrasing(text: string, other: string): boolean {
  const [subject, others] = [[...plainSubject(text)], [...plainSubject(other)]]
  const shared = subject.filter((word) => others.some((its) => isSameStem(word, its)))
  return subject.length > 0 && shared.length >= sameShare * subject.length
}
