import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { testData } from '../../testing/test-data.ts'
import { readVisibleText } from './markdown/visible-text.ts'
import { compileMentionFinder } from './mentions/mention-finder.ts'

const passwordManagers = testData('answers/password-managers/data')
const productBench = testData('answers/product-bench.jsonl')

/** Returns a function that finds the names that an answer mentions. */
function finderOf(names: readonly string[]): (answer: string) => Set<string> {
  const find = compileMentionFinder(
    names.map((name, entity) => ({ entity, names: [name], domain: null, caseSensitive: false })),
  )
  return (answer) => new Set(find(readVisibleText(answer).text).map(({ entity }) => names[entity] as string))
}

test.skipIf(passwordManagers === undefined)('reproduces all 840 mention labels of password managers', () => {
  const rows = (file: string) =>
    parse(readFileSync(`${passwordManagers}/${file}`), { columns: true, bom: true }) as Record<string, string>[]
  const brands = ['1Password', 'Bitwarden', 'LastPass', 'Dashlane', 'Keeper', 'NordPass', 'RoboForm']
  const find = finderOf(brands)
  let correct = 0
  const wrong: unknown[] = []
  for (const engine of ['chatgpt', 'gemini']) {
    const answers = new Map(rows(`responses_${engine}.csv`).map((row) => [row.query_id, row.response_text as string]))
    for (const { query_id, brand, mention } of rows(`mentions_${engine}.csv`)) {
      const found = find(answers.get(query_id) as string).has(brand as string)
      if (found === (mention === '1')) correct += 1
      else wrong.push({ engine, query_id, brand, mention, found })
    }
  }
  expect(wrong).toEqual([])
  expect(correct).toBe(840)
})

interface BenchAnswer {
  answer: string
  labelled_products: { brand: string | null }[]
}

test.skipIf(productBench === undefined)('finds labeled brands that occur in an answer as a whole word', () => {
  const lines = readFileSync(productBench as string, 'utf8')
    .trim()
    .split('\n')
  const answers = lines.map((line) => JSON.parse(line) as BenchAnswer)
  const labels = answers.map(({ labelled_products }) => new Set(labelled_products.flatMap(({ brand }) => brand ?? [])))
  // One finder per brand: labels also include longer names ("Philips Sonicare"), which would win over the shorter name.
  const brands = new Set(labels.flatMap((labeled) => [...labeled]))
  const finders = new Map([...brands].map((brand) => [brand, finderOf([brand])]))
  let occurring = 0
  let found = 0
  const missed: string[] = []
  answers.forEach(({ answer }, index) => {
    for (const brand of labels[index] as Set<string>) {
      const escaped = brand.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      if (!new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'u').test(answer)) continue
      occurring += 1
      if (finders.get(brand)?.(answer).has(brand)) found += 1
      else missed.push(`${index}: ${brand}`)
    }
  })
  console.log(`product-bench: ${found} of ${occurring} labeled brands found; missed: ${missed.join(', ') || 'none'}`)
  expect(occurring).toBeGreaterThan(2000)
  expect(found / occurring).toBeGreaterThanOrEqual(0.995)
})
