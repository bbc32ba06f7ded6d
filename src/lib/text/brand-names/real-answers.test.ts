import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testData } from '../../../testing/test-data.ts'
import { readCitations } from '../citations/citations.ts'
import { readVisibleText } from '../markdown/visible-text.ts'
import { compileMentionFinder, type MentionFinder } from '../mentions/mention-finder.ts'
import { createBrandNameFinder } from './brand-names.ts'

const productBench = testData('answers/product-bench.jsonl')

interface Line {
  category: string
  answer: string
  sources: { url: string; title: string }[]
  labelled_products: { brand: string | null }[]
}

/** The maximum number of suggested names per brand. */
const listed = 200

const lettersOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '')

const brandsOf = ({ labelled_products: products }: Line) => [...new Set(products.flatMap(({ brand }) => brand ?? []))]

/** Splits categories into two halves with similar numbers of answers, largest categories first. */
function halvesOf(lines: readonly Line[]): Line[][] {
  const categories = [...Map.groupBy(lines, ({ category }) => category)]
  categories.sort(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))
  const halves: [Line[], Line[]] = [[], []]
  for (const [, answers] of categories) (halves[0].length <= halves[1].length ? halves[0] : halves[1]).push(...answers)
  return halves
}

const finders = new Map<string, MentionFinder>()
const finderOf = (brand: string) =>
  compileMentionFinder([{ entity: 1, names: [brand], domain: null, caseSensitive: false }])

/** Returns the suggested names and the labeled brands to find: those mentioned in three answers with the label. */
function compare(lines: readonly Line[]) {
  const finder = createBrandNameFinder()
  const named = new Map<string, number>()
  for (const line of lines) {
    const visible = readVisibleText(line.answer)
    const domains = readCitations(line.sources, visible.links).map(({ domain }) => domain)
    finder.add({ source: line.answer, visible, domains })
    for (const brand of brandsOf(line)) {
      const find = finders.getOrInsertComputed(brand, finderOf)
      const key = lettersOf(brand)
      if (find(visible.text).length > 0) named.set(key, (named.get(key) ?? 0) + 1)
    }
  }
  const found = finder.names(listed).map(({ name }) => lettersOf(name))
  const wanted = [...named].flatMap(([key, answers]) => (answers >= 3 ? [key] : []))
  return { found, wanted }
}

test.skipIf(productBench === undefined)(
  'on both halves of real answers, most names are labeled brands, and most labeled brands are found',
  () => {
    const lines = readFileSync(productBench as string, 'utf8')
      .trim()
      .split('\n')
    const answers = lines.map((line) => JSON.parse(line) as Line)
    const labeled = new Set(answers.flatMap(brandsOf).map(lettersOf))
    const results = halvesOf(answers).map((half) => {
      const { found, wanted } = compare(half)
      const right = found.slice(0, 20).filter((name) => labeled.has(name)).length
      const matched = wanted.filter((name) => found.includes(name)).length
      return {
        answers: half.length,
        wanted: wanted.length,
        precisionAt20: right / 20,
        recall: matched / wanted.length,
      }
    })
    // Rules and thresholds were chosen on the first half, and the second half was seen while writing them.
    expect(results).toMatchObject([
      { answers: 272, wanted: 85 },
      { answers: 256, wanted: 106 },
    ])
    for (const { precisionAt20, recall } of results) {
      expect(precisionAt20).toBeGreaterThanOrEqual(0.9)
      expect(recall).toBeGreaterThanOrEqual(0.85)
    }
  },
  60_000,
)
