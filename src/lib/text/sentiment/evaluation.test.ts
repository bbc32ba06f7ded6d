import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SentimentIntensityAnalyzer } from 'vader-sentiment'
import { describe, expect, test } from 'vitest'
import { longTest } from '../../../testing/forms.ts'
import { labeledHeadlines } from '../../../testing/sentiment/labelled-headlines.ts'
import { labeledMentions, type Polarity } from '../../../testing/sentiment/labelled-mentions.ts'
import { type LabelledSentence, labeledSentences, splitByKind } from '../../../testing/sentiment/labelled-sentences.ts'
import { labelledVerdicts } from '../../../testing/sentiment/labelled-verdicts.ts'
import { testData } from '../../../testing/test-data.ts'
import { readVisibleText } from '../markdown/visible-text.ts'
import { compileMentionFinder } from '../mentions/mention-finder.ts'
import { type EntitySpan, judgeSentiment } from './sentiment.ts'

/** Chosen on the tuning headlines: macro-F1 changes by only 0.005 over 4600…5000 × 5700…6500. */
const negativeBelow = 4900
const positiveAbove = 6200
/** The threshold that VADER recommends in its README. */
const vaderThreshold = 0.05

const polarities: readonly Polarity[] = ['negative', 'neutral', 'positive']

interface Case {
  gold: Polarity
  ours: Polarity
  vader: Polarity
}

interface Headline {
  text: string
  entities: Record<string, Polarity>
}

interface KindCase extends Case {
  kind: string
}

function classify(score: number): Polarity {
  if (score < negativeBelow) return 'negative'
  return score > positiveAbove ? 'positive' : 'neutral'
}

function classifyByVader(text: string): Polarity {
  const { compound } = SentimentIntensityAnalyzer.polarity_scores(text)
  if (compound <= -vaderThreshold) return 'negative'
  return compound >= vaderThreshold ? 'positive' : 'neutral'
}

function accuracy(cases: readonly Case[], method: 'ours' | 'vader'): number {
  return cases.filter((one) => one.gold === one[method]).length / cases.length
}

/** The mean F1 of the three classes, so that rare classes count as much as common ones. */
function macroF1(cases: readonly Case[], method: 'ours' | 'vader'): number {
  const scores = polarities.map((polarity) => {
    const right = cases.filter((one) => one.gold === polarity && one[method] === polarity).length
    const wrong = cases.filter((one) => (one.gold === polarity) !== (one[method] === polarity)).length
    return right === 0 ? 0 : (2 * right) / (2 * right + wrong)
  })
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

function report(title: string, cases: readonly Case[]): { ours: number; vader: number } {
  const rows = (['vader', 'ours'] as const).map(
    (method) =>
      `${method.padEnd(6)} accuracy ${accuracy(cases, method).toFixed(3)}` +
      `  macro-F1 ${macroF1(cases, method).toFixed(3)}`,
  )
  console.log([`${title}: ${cases.length} judgments`, ...rows].join('\n'))
  return { ours: macroF1(cases, 'ours'), vader: macroF1(cases, 'vader') }
}

/** Six tenths of the headlines, selected by hash, were used to choose words and thresholds; the rest is held out. */
function isForTuning(text: string): boolean {
  const hash = createHash('sha256').update(text).digest()
  return hash.readUInt32BE(0) % 10 < 6
}

/** Finds whole words in any case, with entities numbered by name; of two at the same start, the longer comes first. */
function findNames(text: string, names: readonly string[]): EntitySpan[] {
  const spans = names.flatMap((name, entity) => {
    const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    const matches = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu'))
    return [...matches].map(({ index }) => ({ entity, start: index, end: index + name.length }))
  })
  return spans.sort((a, b) => a.start - b.start || b.end - a.end)
}

function judgeHeadline({ text: markdown, entities }: Headline): Case[] {
  const { text, cells } = readVisibleText(markdown)
  const scores = judgeSentiment(text, findNames(text, Object.keys(entities)), [], cells)
  const byVader = classifyByVader(text)
  return Object.values(entities).map((gold, entity) => ({
    gold,
    ours: classify(scores.get(entity) ?? 5000),
    vader: byVader,
  }))
}

function judgeLabeled(all: readonly LabelledSentence[]): KindCase[] {
  return all.flatMap((one) => judgeHeadline(one).map((judged) => ({ ...judged, kind: one.kind })))
}

/** Prints a table of kinds. Macro-F1 is the mean over the classes that a kind contains. */
function reportKinds(title: string, cases: readonly KindCase[]): void {
  const rows = [...Map.groupBy(cases, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const held = polarities.filter((polarity) => ofKind.some(({ gold }) => gold === polarity))
    const f1 = (macroF1(ofKind, 'ours') * polarities.length) / held.length
    return `${kind.padEnd(24)} ${String(ofKind.length).padStart(4)}  ${accuracy(ofKind, 'ours').toFixed(2)}  ${f1.toFixed(2)}`
  })
  console.log([`${title}, by kind: judgments, accuracy, macro-F1`, ...rows].join('\n'))
}

function readLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

const headlinesPath = testData('sentiment/headlines.jsonl')
const answersPath = testData('answers/product-bench.jsonl')

describe.skipIf(!headlinesPath)('headlines (SEntFiN)', () => {
  const headlines = headlinesPath ? readLines<Headline>(headlinesPath) : []

  longTest('macro-F1 on held-out headlines is at least 0.10 above VADER and close to the tuning set', () => {
    const tuning = headlines.filter(({ text }) => isForTuning(text)).flatMap(judgeHeadline)
    const kept = headlines.filter(({ text }) => !isForTuning(text)).flatMap(judgeHeadline)
    const onTuning = report('headlines, tuning set', tuning)
    const onKept = report('headlines, held out', kept)
    expect(kept.length).toBeGreaterThan(2000)
    expect(onKept.ours - onKept.vader).toBeGreaterThan(0.1)
    expect(onTuning.ours - onKept.ours).toBeLessThan(0.06)
    expect(onKept.ours).toBeGreaterThan(0.74)
  })
})

describe('sentences labeled by hand', () => {
  test.each([
    { title: 'sentences of answers', all: labeledSentences, atLeast: 0.77, tunedAtLeast: 0.93 },
    { title: 'headlines of mixed polarity', all: labeledHeadlines, atLeast: 0.75, tunedAtLeast: 0.87 },
    { title: 'misleading verdicts', all: labelledVerdicts, atLeast: 0.88, tunedAtLeast: 0.95 },
  ])('$title: held-out macro-F1 is at least $atLeast', ({ title, all, atLeast, tunedAtLeast }) => {
    const { tuning, kept } = splitByKind(all)
    const onKept = judgeLabeled(kept)
    reportKinds(`${title} held out`, onKept)
    expect(report(`${title} tuning set`, judgeLabeled(tuning)).ours).toBeGreaterThan(tunedAtLeast)
    expect(report(`${title} held out`, onKept).ours).toBeGreaterThan(atLeast)
  })
})

interface Answer {
  prompt: string
  surface: string
  run: number
  answer: string
  labelled_products: { brand: string | null }[]
}

describe.skipIf(!answersPath)('mentions labeled by hand', () => {
  const answers = answersPath ? readLines<Answer>(answersPath) : []

  test('the labels belong to these answers', () => {
    expect(labeledMentions.length).toBe(150)
    for (const { line, prompt, surface, run } of labeledMentions) {
      expect(answers[line]).toMatchObject({ prompt, surface, run })
    }
  })

  test('is better than VADER on the whole answer', () => {
    const cases = labeledMentions.map(({ line, entity, label }) => {
      const { answer, labelled_products } = answers[line] as Answer
      const { text } = readVisibleText(answer)
      const others = new Set(labelled_products.flatMap(({ brand }) => (brand && brand !== entity ? [brand] : [])))
      const findMentions = compileMentionFinder(
        [entity, ...others].map((name, index) => ({
          entity: index,
          names: [name],
          domain: null,
          caseSensitive: false,
        })),
      )
      const score = judgeSentiment(text, findMentions(text)).get(0)
      return { gold: label, ours: classify(score ?? 5000), vader: classifyByVader(text) }
    })
    const { ours, vader: plain } = report('mentions labeled by hand', cases)
    expect(ours - plain).toBeGreaterThan(0.1)
    expect(accuracy(cases, 'ours')).toBeGreaterThan(accuracy(cases, 'vader'))
    expect(ours).toBeGreaterThan(0.63)
  })
})
