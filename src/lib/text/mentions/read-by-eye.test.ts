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

/** Returns the manually read answers by line. */
function answersByLine(): Map<number, string> {
  const lines = readFileSync(productBench as string, 'utf8').split('\n')
  return new Map(
    readAnswers.map(({ line }) => [line, (JSON.parse(lines[line] as string) as { answer: string }).answer]),
  )
}

/** Formats counts like the table: `Asus: 2, Dell: 1`. */
function countsOf(hits: readonly Hit[]): string {
  return brands
    .map((brand, entity) => ({ brand, count: hits.filter((hit) => hit.entity === entity).length }))
    .filter(({ count }) => count > 0)
    .map(({ brand, count }) => `${brand}: ${count}`)
    .join(', ')
}

test('every fifth answer was read manually, for 40 frequent brands and 20 that are common words', () => {
  expect(readAnswers.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, index) => index * 5))
  expect([frequentBrands.length, wordBrands.length, new Set(brands).size]).toEqual([40, 20, 60])
})

test.skipIf(productBench === undefined)('finds exactly the mentions of 100 manually read answers', () => {
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
  expect([...otherSpellings].sort()).toEqual(['ASUS', 'Audio Technica', 'COROS', 'Oral B', 'Tp-Link', 'adidas'])
})

test.skipIf(productBench === undefined)('does not match names joined to other words', () => {
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
