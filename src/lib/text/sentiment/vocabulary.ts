import { lexicon } from 'vader-sentiment/src/vader_lexicon.js'
import { boosters, dampeners, directions, domainLexicon, liabilities, negations } from './domain-lexicon.ts'
import { languageEvidence } from './language.ts'

/** What a word does to the judgement of its sentence. */
export const role = {
  negation: 1 << 0,
  booster: 1 << 1,
  dampener: 1 << 2,
  /** Turns the valence of what follows, as in "less durable". */
  less: 1 << 3,
  /** "but": what follows weighs more than what came before. */
  but: 1 << 4,
  /** Begins a clause of its own: "while", "whereas". */
  clause: 1 << 5,
  /** "and", "or". */
  junction: 1 << 6,
  /** The next name is what the subject is compared with: "than", "unlike". */
  compares: 1 << 7,
  /** The next name is only referred to: "similar to", "versus". */
  refers: 1 << 8,
  /** "if": what follows is a need of the reader, not a judgement. */
  condition: 1 << 9,
  direction: 1 << 10,
  liability: 1 << 11,
  /** A sentence that begins with it may go on about the same thing: "however", "users". */
  goesOn: 1 << 12,
  /** A sentence or heading that begins with it speaks to the reader: "consider", "remember". */
  addresses: 1 << 13,
  /** Labels of praise, of criticism, and of neither: "pros", "cons", "price". */
  praiseLabel: 1 << 14,
  blameLabel: 1 << 15,
  plainLabel: 1 << 16,
  /** A full stop after it ends no sentence. */
  abbreviation: 1 << 17,
  as: 1 << 18,
  /** After a negation it takes the negation back: "not only". */
  only: 1 << 19,
  /** Stands for what was named before: "it", "they". */
  pronoun: 1 << 20,
  /** Between a verb of direction and its cause: "falls on". */
  because: 1 << 21,
  /** "Note:" */
  aside: 1 << 22,
} as const

export interface Word {
  /** On VADER's scale, -4 to 4. */
  valence: number
  roles: number
  /** 1 where the word speaks for English, -1 for another language. */
  language: number
  /** Phrases that begin with this word, longest first. */
  phrases: Phrase[] | undefined
}

export interface Phrase {
  rest: readonly Word[]
  valence: number
}

const words = new Map<string, Word>()

const pronouns = `it its it's they they're their this these that those he she his her`

const roleWords: Readonly<Record<keyof typeof role, string>> = {
  negation: negations,
  booster: boosters,
  dampener: dampeners,
  less: 'less least',
  but: 'but however yet',
  clause: 'while whereas although though whilst as after amid',
  junction: 'and or nor',
  compares: `than unlike compared outperforms outperform outshines surpasses beats outclasses overtakes outsells
    trails lags`,
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
  return { valence, roles: 0, language: 0, phrases: undefined }
}

function wordFor(text: string): Word {
  const known = words.get(text)
  if (known) return known
  const word = newWord()
  word.language = languageEvidence.get(text) ?? 0
  words.set(text, word)
  return word
}

function setValence(text: string, valence: number): void {
  const [first = '', ...rest] = text.split(/[\s-]+/)
  const word = wordFor(first)
  if (rest.length === 0) {
    word.valence = valence
    return
  }
  word.phrases ??= []
  word.phrases.push({ rest: rest.map(wordFor), valence })
}

for (const [text, valence] of Object.entries(lexicon))
  if (/^[a-z'\s-]+$/.test(text)) setValence(text, valence)
for (const line of domainLexicon.trim().split('\n')) {
  const [valence, phrases = ''] = line.split(': ')
  for (const text of phrases.split(', ')) setValence(text, Number(valence))
}
for (const [valence, list] of directions) {
  for (const text of list.split(/\s+/)) setValence(text, valence)
}
for (const [name, list] of Object.entries(roleWords)) {
  for (const text of list.split(/\s+/)) wordFor(text).roles |= role[name as keyof typeof role]
}
for (const word of languageEvidence.keys()) wordFor(word)
for (const word of words.values()) word.phrases?.sort((a, b) => b.rest.length - a.rest.length)

/** Where an entity is named: its own words carry no sentiment. */
export const entityWord = wordFor('@')
export const numberWord = wordFor('#')
export const unknownWord = newWord()

/** Faces and hands, from -4 to 4; an emoji that only decorates a heading has no valence. */
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

/** The word of a piece of lower-case text without spaces. */
export function lookUp(text: string): Word {
  return words.get(text) ?? unknownWord
}

export function lookUpEmoji(codePoint: number): Word {
  return emoji.get(codePoint) ?? unknownWord
}
