import { readVisibleText } from '../../src/lib/text/markdown/visible-text.ts'
import { type EntitySpan, judgeSentiment } from '../../src/lib/text/sentiment/sentiment.ts'
import { type Example, readExamples } from './examples.ts'
import { type Judged, type Label, row } from './figures.ts'

// Prints how the offline judge reads labeled clauses: `node training/sentiment/evaluate.ts`.

/** The limits of src/lib/text/sentiment/evaluation.test.ts. */
const negativeBelow = 4900
const positiveAbove = 6200

/** Finds whole words in any case, numbered by name; of two at the same start, the longer comes first. */
function findNames(text: string, names: readonly string[]): EntitySpan[] {
  const spans = names.flatMap((name, entity) => {
    const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    const matches = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu'))
    return [...matches].map(({ index }) => ({ entity, start: index, end: index + name.length }))
  })
  return spans.sort((a, b) => a.start - b.start || b.end - a.end)
}

function classify(score: number | undefined): Label {
  if (score === undefined || (score >= negativeBelow && score <= positiveAbove)) return '0'
  return score < negativeBelow ? '-' : '+'
}

function judge({ text: markdown, entities }: Example): Judged[] {
  const { text, addresses, cells } = readVisibleText(markdown)
  const scores = judgeSentiment(text, findNames(text, Object.keys(entities)), addresses, cells)
  return Object.values(entities).map((gold, entity) => ({ gold, read: classify(scores.get(entity)) }))
}

const isReal = ({ source }: Example) =>
  ['product-bench', 'password-managers', 'web-captures'].includes(source)

const heldBack = readExamples().filter((one) => one.heldBack && !one.isMixed)
console.log('| held back | judgments | macro-F1 | judged falsely | +: + - 0 / -: + - 0 / 0: + - 0 |')
console.log('|---|---|---|---|---|')
for (const [source, examples] of Map.groupBy(heldBack, (one) => one.source))
  console.log(row(source, examples.flatMap(judge)))
console.log(row('all clauses of real answers', heldBack.filter(isReal).flatMap(judge)))
