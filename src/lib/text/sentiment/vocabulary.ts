import { lexicon } from 'vader-sentiment/src/vader_lexicon.js'
import { languageEvidence } from './language.ts'
import lists from './words.json' with { type: 'json' }

/** A bit for each list of words, by the list's name. */
const bitsOf = <N extends string>(named: Readonly<Record<N, unknown>>) =>
  Object.fromEntries(Object.keys(named).map((name, index) => [name, 1 << index])) as Readonly<Record<N, number>>

/** The effects of a word on the judgment of its sentence, which words.json describes. */
export const role = bitsOf(lists.roles)

/** The effects of a word on the words around it, as bits like `role`. */
export const sense = bitsOf(lists.senses)

/** How a word changes the meaning of others, as bits like `role`. */
export const cue = bitsOf(lists.cues)

export interface Word {
  /** On VADER's scale, -4 to 4. */
  valence: number
  roles: number
  senses: number
  cues: number
  /** 1 if the word is evidence of English, -1 of another language. */
  language: number
  /** Phrases that start with this word, longest first. */
  phrases: Phrase[] | undefined
  /** Phrases before an entity that is compared with or referred to. */
  relations: Phrase[] | undefined
}

export interface Phrase {
  rest: readonly Word[]
  valence: number
  /** Relations: `role.compares`, `role.refers` or 0. Hearsay: `role.condition`. Denials: `role.negation`. */
  roles: number
}

interface List {
  words: readonly string[]
}
const wordsOf = ({ words }: List) => words.flatMap((line) => line.split(' '))
const phrasesOf = ({ words }: List) => words.flatMap((line) => line.split(', '))

const words = new Map<string, Word>()

function newWord(valence = 0): Word {
  return { valence, roles: 0, senses: 0, cues: 0, language: 0, phrases: undefined, relations: undefined }
}

/** The word of a text, added to the vocabulary if unknown, for rules that match it. */
export function wordFor(text: string): Word {
  const known = words.get(text)
  if (known) return known
  const word = newWord()
  word.language = languageEvidence.get(text) ?? 0
  if (text.endsWith('ly')) word.senses = sense.adverb
  if (text.endsWith('er')) word.cues = cue.degree
  words.set(text, word)
  return word
}

function setValence(text: string, valence: number, roles = 0): void {
  const [first = '', ...rest] = text.split(/[\s-]+/)
  const word = wordFor(first)
  if (rest.length === 0) {
    word.valence = valence
    return
  }
  const ours = rest.map(wordFor)
  const known = word.phrases?.find((one) => one.rest.length === ours.length && ours.every((w, i) => w === one.rest[i]))
  word.phrases ??= []
  if (known) known.valence = valence
  else word.phrases.push({ rest: ours, valence, roles })
}

function setRelation(text: string, roles: number, valence: number): void {
  const [first = '', ...rest] = text.split(/\s+/)
  const word = wordFor(first)
  word.relations ??= []
  word.relations.push({ rest: rest.map(wordFor), valence, roles })
}

const readLexicon = ({ words: lines }: List) =>
  lines.map((line) => {
    const [valence, phrases = ''] = line.split(': ')
    return [Number(valence), phrases.split(', ').flatMap(formsOf)] as const
  })

/** The forms of a regular verb for "leak~", the degrees of an adjective for "sturdy^". */
function formsOf(text: string): string[] {
  const stem = text.slice(0, -1)
  const soft = stem.endsWith('e') ? stem.slice(0, -1) : stem
  const changed = /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}i` : soft
  if (text.endsWith('^')) return [stem, `${changed}er`, `${changed}est`]
  if (!text.endsWith('~')) return [text]
  const third = /(?:s|x|z|ch|sh)$/.test(stem) ? `${stem}es` : changed.endsWith('i') ? `${changed}es` : `${stem}s`
  return [stem, third, `${changed}ed`, `${soft}ing`]
}

for (const [text, valence] of Object.entries(lexicon)) if (/^[a-z'\s-]+$/.test(text)) setValence(text, valence)
const { product, domain, verdict, comparison } = lists.lexicons
for (const list of [product, domain, verdict, comparison]) {
  for (const [valence, texts] of readLexicon(list)) for (const text of texts) setValence(text, valence)
}
for (const [valence, texts] of readLexicon(comparison)) {
  for (const text of texts) setRelation(text, role.compares, valence)
}
const { hearsay, denials, praiseOfNext, referenceWords } = lists.relations
for (const text of phrasesOf(hearsay)) setValence(text, 0, role.condition)
for (const text of phrasesOf(denials)) setValence(text, 0, role.negation)
for (const text of phrasesOf(praiseOfNext)) setRelation(text, 0, 0)
for (const text of phrasesOf(referenceWords)) setRelation(text, role.refers, 0)
for (const list of lists.directions) {
  for (const text of wordsOf(list)) {
    setValence(text, list.valence)
    wordFor(text).roles |= role.direction
  }
}
for (const [name, list] of Object.entries(lists.roles))
  for (const text of wordsOf(list)) wordFor(text).roles |= role[name as keyof typeof role]
for (const [name, list] of Object.entries(lists.senses))
  for (const text of wordsOf(list)) wordFor(text).senses |= sense[name as keyof typeof sense]
for (const [name, list] of Object.entries(lists.cues))
  for (const text of wordsOf(list)) wordFor(text).cues |= cue[name as keyof typeof cue]
for (const word of languageEvidence.keys()) wordFor(word)
for (const { phrases, relations } of words.values()) {
  phrases?.sort((a, b) => b.rest.length - a.rest.length)
  relations?.sort((a, b) => b.rest.length - a.rest.length)
}

/** The word for an entity, whose own words have no sentiment. */
export const entityWord = wordFor('@')
export const numberWord = wordFor('#')
export const unknownWord = newWord()

/** Faces and hands, from -4 to 4; emoji that only decorate a heading have no valence. */
const emoji = new Map(
  lists.emoji.flatMap(({ valence, faces }) =>
    [...faces].map((face) => [face.codePointAt(0) ?? 0, newWord(valence)] as const),
  ),
)

/** Looks up a lowercase text without spaces. */
export function lookUp(text: string): Word {
  return words.get(text) ?? unknownWord
}

/** A word with only a valence, for judgments without words. */
export function wordOfValence(valence: number): Word {
  return newWord(valence)
}

export function lookUpEmoji(codePoint: number): Word {
  return emoji.get(codePoint) ?? unknownWord
}
