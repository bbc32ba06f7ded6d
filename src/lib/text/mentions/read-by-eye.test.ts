import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  caseSensitiveBrands,
  frequentBrands,
  readAnswers,
  runTogether,
  wordBrands,
} from '../../../testing/mentions/read-by-eye.ts'
import { testData } from '../../../testing/test-data.ts'
import { readVisibleText } from '../markdown/visible-text.ts'
import { compileMentionFinder, type Hit } from './mention-finder.ts'

const productBench = testData('answers/product-bench.jsonl')

const brands = [...frequentBrands, ...wordBrands]
const find = compileMentionFinder(
  brands.map((name, entity) => ({
    entity,
    names: [name],
    domain: null,
    caseSensitive: caseSensitiveBrands.has(name),
  })),
)

/** The answers on the lines that were read. */
function answersByLine(): Map<number, string> {
  const lines = readFileSync(productBench as string, 'utf8').split('\n')
  return new Map(
    readAnswers.map(({ line }) => [line, (JSON.parse(lines[line] as string) as { answer: string }).answer]),
  )
}

/** As the table writes it: `Asus: 2, Dell: 1`. */
function countsOf(hits: readonly Hit[]): string {
  return brands
    .map((brand, entity) => ({ brand, count: hits.filter((hit) => hit.entity === entity).length }))
    .filter(({ count }) => count > 0)
    .map(({ brand, count }) => `${brand}: ${count}`)
    .join(', ')
}

test('every fifth answer was read, with 40 frequent brands and 20 that are ordinary words', () => {
  expect(readAnswers.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, index) => index * 5))
  expect([frequentBrands.length, wordBrands.length, new Set(brands).size]).toEqual([40, 20, 60])
})

test.skipIf(productBench === undefined)(
  'in 100 answers read by eye no mention is wrong, and no word that is one is missed',
  () => {
    const answers = answersByLine()
    const otherSpellings = new Set<string>()
    const found = readAnswers.map(({ line }) => {
      const answer = answers.get(line) as string
      const { text, offsets } = readVisibleText(answer)
      const hits = find(text)
      for (const { entity, start, end } of hits) {
        const spelling = text.slice(start, end)
        expect(answer.slice(offsets[start], (offsets[end - 1] as number) + 1)).toBe(spelling)
        if (spelling !== brands[entity]) otherSpellings.add(spelling)
      }
      return { line, mentions: countsOf(hits) }
    })
    expect(found).toEqual(readAnswers)
    expect([...otherSpellings].sort()).toEqual([
      'ASUS',
      'Audio Technica',
      'COROS',
      'Oral B',
      'Tp-Link',
      'adidas',
    ])
  },
)

test.skipIf(productBench === undefined)('names run together with their neighbours are no mentions', () => {
  const answers = answersByLine()
  for (const { line, brands: named, text: run } of runTogether) {
    const { text } = readVisibleText(answers.get(line) as string)
    const start = text.indexOf(run)
    expect(start, run).toBeGreaterThanOrEqual(0)
    for (const brand of named) expect(run).toContain(brand)
    const inside = find(text).filter((hit) => hit.start < start + run.length && hit.end > start)
    expect(inside, run).toEqual([])
  }
})
