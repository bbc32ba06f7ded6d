import { writeFileSync } from 'node:fs'
import { readVisibleText } from '../../src/lib/text/markdown/visible-text.ts'
import { withoutNames } from '../../src/lib/text/sentiment/sentence.ts'
import type { Judgment } from '../../src/lib/text/sentiment/sentiment.ts'
import { readExamples } from './examples.ts'
import { findNames } from './names.ts'

// Trains src/lib/text/sentiment/gate.json on the examples that are not held back: `node training/sentiment/train.ts`.
// A logistic regression by AdaGrad with an L2 penalty over sentences in which the rules find a judgment. The settings
// had the best figures in five-fold cross-validation over the same examples.

const file = `${import.meta.dirname}/../../src/lib/text/sentiment/gate.json`
const epochs = 20
const rate = 0.1
const penalty = 0.03
/** Features that fewer sentences have are not learned. */
const minimumCount = 2
/** The step between stored weights. */
const step = 0.05
/** How much a sentence counts: news and tests are many, informational answers few. */
const weights: Readonly<Record<string, number>> = {
  'SEntFiN headlines': 0.3,
  'web-captures': 8,
  'labeled sentences': 4,
  'labeled headlines': 4,
  'labeled verdicts': 4,
  'written, judging-en': 4,
  'written, informational-en': 4,
}

interface Sample {
  features: readonly string[]
  judges: boolean
  weight: number
}

interface Parameter {
  weight: number
  squares: number
}

// Without stored weights the gate is open.
writeFileSync(file, '{ "1": ["bias"] }\n')
const { judgeSentiment } = await import('../../src/lib/text/sentiment/sentiment.ts')
const { featuresOf, featuresOfScore } = await import('../../src/lib/text/sentiment/gate.ts')

const samples = readExamples()
  .filter(({ source, heldBack, isMixed }) => !heldBack && !isMixed && !/^written, .*(?<!en)$/.test(source))
  .flatMap(({ source, text: markdown, entities }): Sample[] => {
    const { text, addresses, cells } = readVisibleText(markdown)
    const names = findNames(text, Object.keys(entities))
    const judgments: Judgment[] = []
    judgeSentiment(text, names, addresses, cells, judgments)
    return judgments.map(({ entity, score, start, end }) => ({
      features: [...featuresOf(withoutNames(text, names, { start, end })), ...featuresOfScore(score)],
      judges: Object.values(entities)[entity] !== '0',
      weight: weights[source] ?? 2,
    }))
  })

const counts = new Map<string, number>()
for (const { features } of samples) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
const parameters = new Map<string, Parameter>()
for (const [feature, count] of counts) if (count >= minimumCount) parameters.set(feature, { weight: 0, squares: 1e-8 })

/** Pseudo-random numbers below 1, so that each training gives the same weights. */
let state = 7
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

for (let epoch = 0; epoch < epochs; epoch++) {
  for (let at = samples.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[samples[at], samples[other]] = [samples[other] as Sample, samples[at] as Sample]
  }
  for (const { features, judges, weight } of samples) {
    const used = features.flatMap((feature) => parameters.get(feature) ?? [])
    const odds = used.reduce((sum, parameter) => sum + parameter.weight, 0)
    const error = weight * (1 / (1 + Math.exp(-odds)) - (judges ? 1 : 0))
    for (const parameter of used) {
      const gradient = error + penalty * parameter.weight
      parameter.squares += gradient * gradient
      parameter.weight -= (rate * gradient) / Math.sqrt(parameter.squares)
    }
  }
}

const stored = Map.groupBy(parameters.keys(), (feature) => Math.round((parameters.get(feature)?.weight ?? 0) / step))
stored.delete(0)
const json = Object.fromEntries(
  [...stored].sort(([a], [b]) => a - b).map(([steps, features]) => [(steps * step).toFixed(2), features.sort()]),
)
writeFileSync(file, `${JSON.stringify(json)}\n`)
console.log(`${samples.length} judgments, ${parameters.size} features`)
