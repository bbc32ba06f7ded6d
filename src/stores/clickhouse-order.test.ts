import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Aggregates whose result depends on the order of rows, which ClickHouse does not keep. */
const byOrder =
  /\b(?:any|anyLast|anyIf|anyHeavy|any_value|first_value|last_value|topK\w*|groupArray(?:Sample|Last)?\(\d+\)|groupUniqArray(?:If)?\(\d+\)|groupArraySample)\(/g
/** All rows of a group have the same value. */
const harmless = ['src/features/visibility/intervals/count-clusters.ts any(key)']

it('no query chooses among rows by their order in ClickHouse', () => {
  const files = globSync('src/**/*.ts').filter((path) => !/\.test\.ts$|testing\/|faults\//.test(path))
  const found = files.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    if (!text.includes('clickhouse')) return []
    const queries = text.match(/sql`[^`]*`/g) ?? []
    return queries
      .filter((query) => /\bSELECT\b/.test(query))
      .flatMap((query) => [...query.matchAll(byOrder)].map(({ index }) => query.slice(index)))
      .map((call) => `${path} ${call.split(')')[0]})`)
  })
  expect(found).toEqual(harmless)
})
