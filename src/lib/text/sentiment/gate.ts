import weights from './gate.json' with { type: 'json' }

/** The log odds above which a sentence judges: a probability of 0.57. */
const limit = 0.3

const weightOf = new Map(
  Object.entries(weights).flatMap(([weight, features]) =>
    features.map((feature) => [feature, Number(weight)] as const),
  ),
)

/**
 * What the gate sees of a sentence: its words, pairs of words, the beginnings of long words, its length and its
 * capitals. Each counts once.
 * @param sentence with `@` for each name
 */
export function featuresOf(sentence: string): Set<string> {
  const features = new Set(['bias'])
  const words =
    sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}[\p{L}\p{M}]*(?:'\p{L}+)*|@|\d+|[!?:;,]/gu) ?? []
  let before = ''
  for (const text of words) {
    const word = /^\d/.test(text) ? '#' : text
    features.add(word)
    if (word.length > 6) features.add(`${word.slice(0, 5)}*`)
    if (before !== '') features.add(`${before} ${word}`)
    before = word
  }
  const capitals = sentence.match(/(?<=[a-z,] )[A-Z]/g)?.length ?? 0
  features.add(`capitals ${Math.min(capitals, 4)}`)
  return features.add(`words ${Math.min(Math.floor(words.length / 5), 6)}`)
}

/** What the gate sees of the judgment that the rules found. @param score from -1 to 1 */
export const featuresOfScore = (score: number): string[] => [
  `score ${Math.round(7 * score)}`,
  score > 0 ? 'praise' : 'criticism',
]

/** The log odds that these features add, by logistic regression (`training/sentiment/train.ts`). */
export function logOdds(features: Iterable<string>): number {
  let sum = 0
  for (const feature of features) sum += weightOf.get(feature) ?? 0
  return sum
}

/** Whether a sentence judges what it is about, rather than informs about it. */
export const isJudgment = (ofSentence: number, score: number): boolean =>
  ofSentence + logOdds(featuresOfScore(score)) > limit
