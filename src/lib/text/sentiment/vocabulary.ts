import { lexicon } from 'vader-sentiment/src/vader_lexicon.js'
import { comparisonLexicon, denials, hearsay, praiseOfNext, referenceWords } from './comparison-words.ts'
import { cueWords } from './cue-words.ts'
import { boosters, dampeners, directions, domainLexicon, liabilities, negations } from './domain-lexicon.ts'
import { bodyParts, guards, harms, remedies } from './harm-words.ts'
import { languageEvidence } from './language.ts'
import { productLexicon } from './product-lexicon.ts'
import { senseWords } from './sense-words.ts'
import { verdictLexicon } from './verdict-lexicon.ts'

/** The effect of a word on the judgment of its sentence. */
export const role = {
  negation: 1 << 0,
  booster: 1 << 1,
  dampener: 1 << 2,
  /** Reverses the valence of the next words, as in "less durable". */
  less: 1 << 3,
  /** "but": the part after it weighs more than the part before. */
  but: 1 << 4,
  /** Starts a separate clause: "while", "whereas". */
  clause: 1 << 5,
  /** "and", "or". */
  junction: 1 << 6,
  /** The subject is compared with the next name: "than", "unlike". */
  compares: 1 << 7,
  /** The next name is only referred to: "similar to", "versus". */
  refers: 1 << 8,
  /** "if": the rest is a need of the reader, not a judgment. */
  condition: 1 << 9,
  direction: 1 << 10,
  liability: 1 << 11,
  /** A sentence that starts with it may continue the topic: "however", "users". */
  goesOn: 1 << 12,
  /** A sentence or heading that starts with it addresses the reader: "consider", "remember". */
  addresses: 1 << 13,
  /** Labels of praise, of criticism, and neutral ones: "pros", "cons", "price". */
  praiseLabel: 1 << 14,
  blameLabel: 1 << 15,
  plainLabel: 1 << 16,
  /** A period after it does not end a sentence. */
  abbreviation: 1 << 17,
  as: 1 << 18,
  /** Cancels a preceding negation: "not only". */
  only: 1 << 19,
  /** Refers to an entity named before: "it", "they". */
  pronoun: 1 << 20,
  /** Between a verb of direction and its cause: "falls on". */
  because: 1 << 21,
  /** "Note:" */
  aside: 1 << 22,
} as const

const senseLists = { ...senseWords, remedies, harms, guards, bodyParts, adverb: '' }

/** The effect of a word on the words around it, as bits like `role`. */
export const sense = Object.fromEntries(
  Object.keys(senseLists).map((name, index) => [name, 1 << index]),
) as Readonly<Record<keyof typeof senseLists, number>>

/** How a word changes the meaning of others, as bits like `role`. */
export const cue = Object.fromEntries(
  Object.keys(cueWords).map((name, index) => [name, 1 << index]),
) as Readonly<Record<keyof typeof cueWords, number>>

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

const words = new Map<string, Word>()

const pronouns = `it its it's they they're their this these that those he she his her`

const roleWords: Readonly<Record<keyof typeof role, string>> = {
  negation: negations,
  booster: boosters,
  dampener: dampeners,
  less: 'less least fewer fewest lowest',
  but: 'but however yet',
  clause: 'while whereas although though whilst as after amid',
  junction: 'and or nor',
  compares: 'than unlike compared',
  refers: 'alternative alternatives similar rival rivals versus vs',
  condition: 'if when whether unless',
  direction: directions.map(([, words]) => words).join(' '),
  liability: liabilities,
  goesOn: `${pronouns} however but also still though although yet additionally moreover furthermore plus
    unfortunately users reviewers owners customers critics some many most another overall`,
  pronoun: pronouns,
  addresses: `consider remember ultimately choose choosing check compare would let do you your what how which where
    each all any there here tips factors conclusion summary things please ai feel other honorable final key in`,
  aside: 'note notes update bonus tip',
  praiseLabel: `pros pro strengths strength advantages advantage benefits upsides upside perks perfect why ideal best
    good great suitable`,
  blameLabel: `cons con weaknesses weakness drawbacks drawback downsides downside disadvantages limitations caution
    considerations catch caveat caveats shortcomings`,
  plainLabel: `price pricing cost specs specifications features feature highlights highlight material type
    integration compatibility size capacity weight range battery display design performance who includes plan plans
    coverage rating contains ingredients rewards fee interior panel resolution ports storage tag connectivity
    ecosystem network where`,
  abbreviation: 'vs g e inc ltd co rs no dr st mr mrs ms approx est dept corp jr sr fig vol',
  as: 'as',
  because: 'on by due over to',
  only: 'only just',
}

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
  const known = word.phrases?.find(
    (one) => one.rest.length === ours.length && ours.every((w, i) => w === one.rest[i]),
  )
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

function readLexicon(text: string): Array<readonly [valence: number, texts: string[]]> {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [valence, phrases = ''] = line.split(': ')
      return [Number(valence), phrases.split(', ').flatMap(formsOf)] as const
    })
}

/** The forms of a regular verb for "leak~", the degrees of an adjective for "sturdy^". */
function formsOf(text: string): string[] {
  const stem = text.slice(0, -1)
  const soft = stem.endsWith('e') ? stem.slice(0, -1) : stem
  const changed = /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}i` : soft
  if (text.endsWith('^')) return [stem, `${changed}er`, `${changed}est`]
  if (!text.endsWith('~')) return [text]
  const third = /(?:s|x|z|ch|sh)$/.test(stem)
    ? `${stem}es`
    : changed.endsWith('i')
      ? `${changed}es`
      : `${stem}s`
  return [stem, third, `${changed}ed`, `${soft}ing`]
}

for (const [text, valence] of Object.entries(lexicon))
  if (/^[a-z'\s-]+$/.test(text)) setValence(text, valence)
for (const list of [productLexicon, domainLexicon, verdictLexicon, comparisonLexicon]) {
  for (const [valence, texts] of readLexicon(list)) for (const text of texts) setValence(text, valence)
}
for (const [valence, texts] of readLexicon(comparisonLexicon)) {
  for (const text of texts) setRelation(text, role.compares, valence)
}
for (const text of hearsay.split(/,\s+/)) setValence(text, 0, role.condition)
for (const text of denials.split(/,\s+/)) setValence(text, 0, role.negation)
for (const text of praiseOfNext.split(/,\s+/)) setRelation(text, 0, 0)
for (const text of referenceWords.split(/,\s+/)) setRelation(text, role.refers, 0)
for (const [valence, list] of directions) {
  for (const text of list.split(/\s+/)) setValence(text, valence)
}
for (const [name, list] of Object.entries(roleWords)) {
  for (const text of list.split(/\s+/)) wordFor(text).roles |= role[name as keyof typeof role]
}
for (const [name, list] of Object.entries(senseLists)) {
  for (const text of list.split(/\s+/)) wordFor(text).senses |= sense[name as keyof typeof sense]
}
for (const [name, list] of Object.entries(cueWords)) {
  for (const text of list.split(/\s+/)) wordFor(text).cues |= cue[name as keyof typeof cue]
}
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
const emoji = new Map<number, Word>(
  [
    [1.8, '👍😀😃😄😁😊🙂😎🤩👏💯❤'],
    [2.5, '😍🥰'],
    [-1.8, '👎🙁☹😞😢😕😒🤮💩💔'],
    [-2.3, '😡😠🤬'],
  ].flatMap(([valence, faces]) =>
    [...String(faces)].map((face) => [face.codePointAt(0) ?? 0, newWord(Number(valence))]),
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
