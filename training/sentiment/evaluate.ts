import { readVisibleText } from '../../src/lib/text/markdown/visible-text.ts'
import { judgeSentiment } from '../../src/lib/text/sentiment/sentiment.ts'
import { type Example, readExamples, realClauses } from './examples.ts'
import { type Judged, type Label, row } from './figures.ts'
import { findNames } from './names.ts'

// Prints how the offline judge reads labeled clauses: `node training/sentiment/evaluate.ts`.

/** The limits of src/lib/text/sentiment/evaluation.test.ts. */
const negativeBelow = 4900
const positiveAbove = 6200

function classify(score: number | undefined): Label {
  if (score === undefined || (score >= negativeBelow && score <= positiveAbove)) return '0'
  return score < negativeBelow ? '-' : '+'
}

function judge({ text: markdown, entities }: Example): Judged[] {
  const { text, addresses, cells } = readVisibleText(markdown)
  const scores = judgeSentiment(text, findNames(text, Object.keys(entities)), addresses, cells)
  return Object.values(entities).map((gold, entity) => ({ gold, read: classify(scores.get(entity)) }))
}

const counts = (one: Example) => one.heldBack && !one.isMixed
const heldBack = readExamples().filter(counts)
console.log('| held back | judgments | macro-F1 | judged falsely | +: + - 0 / -: + - 0 / 0: + - 0 |')
console.log('|---|---|---|---|---|')
for (const [source, examples] of Map.groupBy(heldBack, (one) => one.source))
  console.log(row(source, examples.flatMap(judge)))
console.log(row('clauses of real answers, first labels', realClauses(1).filter(counts).flatMap(judge)))
console.log(row('clauses of real answers, second labels', realClauses(2).filter(counts).flatMap(judge)))
