import lists from './other-languages.json' with { type: 'json' }

const { about: _, ...tables } = lists

/** The value of a word that judges only with another one, after an intensifier, or as what a name is said to be. */
const weak = 0.5
/** The number of words before a judging word in which a negation applies to it. */
const scope = 4
const longestPhrase = 4
/** Shorter words are not inflected. */
const shortestStem = 4

interface Vocabulary {
  values: ReadonlyMap<string, number>
  /** First words of phrases. */
  starts: ReadonlySet<string>
  stemOf(word: string): string
  negations: ReadonlySet<string>
  intensifiers: ReadonlySet<string>
  copulas: ReadonlySet<string>
  breaks: ReadonlySet<string>
  conditions: ReadonlySet<string>
  comparisons: ReadonlySet<string>
}

const vocabularies: ReadonlyMap<string | undefined, Vocabulary> = new Map(
  Object.entries(tables).map(([language, table]) => [language, compile(table)]),
)

function compile(table: (typeof tables)['de']): Vocabulary {
  const setOf = (lines: readonly string[]) => new Set(lines.join(' ').split(' '))
  const ending = new RegExp(`(?:${table.endings.join(' ').split(' ').join('|')})$`)
  const stemOf = (word: string) => `${word.length > shortestStem ? word.replace(ending, '') : word}*`
  const values = new Map<string, number>()
  const starts = new Set<string>()
  const add = (lines: readonly string[], value: number) => {
    for (const phrase of lines.join(' ').split(', ')) {
      values.set(phrase, value)
      if (phrase.includes(' ')) starts.add(phrase.split(' ')[0] as string)
      else if (!values.has(stemOf(phrase))) values.set(stemOf(phrase), value)
    }
  }
  add(table.praise, 1)
  add(table.weakPraise, weak)
  add(table.criticism, -1)
  add(table.weakCriticism, -weak)
  const { negations, intensifiers, copulas, breaks, conditions, comparisons } = table
  return {
    ...{ values, starts, stemOf, negations: setOf(negations), intensifiers: setOf(intensifiers) },
    ...{ copulas: setOf(copulas), breaks: setOf(breaks), conditions: setOf(conditions) },
    comparisons: setOf(comparisons),
  }
}

/**
 * Judges a German, French or Spanish sentence by words of praise and criticism; a negation turns their sign.
 * @param language ISO 639-1
 * @param sentence with `@` for each name
 * @param isAboutSeveral whether it names several; if it compares them, its words are not about all of them
 * @returns from -1 to 1; 0 if it does not judge, or if praise and criticism are equal
 */
export function rateSentence(language: string | undefined, sentence: string, isAboutSeveral: boolean): number {
  const vocabulary = vocabularies.get(language)
  if (vocabulary === undefined) return 0
  const words = (
    sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}+(?:'\p{L}+)*|[@,;:.–]/gu) ?? []
  ).map((word) => word.replace(/^(?:[cdjlmst]|qu)'/, ''))
  if (isAboutSeveral && words.some((word) => vocabulary.comparisons.has(word))) return 0
  let praise = 0
  let criticism = 0
  // A condition judges nothing: "Wenn @ defekt ist, ...".
  let at = vocabulary.conditions.has(words[0] ?? '') ? words.indexOf(',') + 1 : 0
  while (at < words.length) {
    const found = valueAt(vocabulary, words, at)
    const isTurned = found.value !== 0 && isNegated(vocabulary, words, at, found.length)
    const value = isTurned ? -found.value : found.value
    if (value > 0) praise += value
    else criticism -= value
    at += found.length
  }
  if (Math.max(praise, criticism) < 1) return 0
  return (praise - criticism) / (praise + criticism + 1)
}

function valueAt(vocabulary: Vocabulary, words: readonly string[], at: number) {
  const { values, starts, stemOf, intensifiers, copulas } = vocabulary
  const word = words[at] as string
  for (let length = longestPhrase; length > 1 && starts.has(word); length--) {
    const value = values.get(words.slice(at, at + length).join(' '))
    if (value !== undefined) return { value, length }
  }
  const value = values.get(word) ?? values.get(stemOf(word)) ?? 0
  if (Math.abs(value) !== weak) return { value, length: 1 }
  const before = words[at - 1] ?? ''
  const isClear =
    intensifiers.has(before) || (copulas.has(before) && words.slice(Math.max(0, at - scope), at).includes('@'))
  return { value: isClear ? Math.sign(value) : value, length: 1 }
}

function isNegated({ negations, breaks }: Vocabulary, words: readonly string[], at: number, length: number) {
  // German negates verbs behind them: "@ überzeugt nicht".
  if (words[at + length] === 'nicht') return true
  for (let before = at - 1; before >= Math.max(0, at - scope); before--) {
    const word = words[before] as string
    if (/^[,;:.–]$/.test(word) || breaks.has(word)) return false
    if (negations.has(word)) return true
  }
  return false
}
