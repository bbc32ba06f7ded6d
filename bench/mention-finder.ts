import { compileMentionFinder } from '../src/lib/text/mentions/mention-finder.ts'
import { brandNames, measure, pick, randomNumbers, table, writeAnswer } from './measure.ts'

// The mention finder with 50 entities and 200 names, compared with one regular expression per name.
const random = randomNumbers(1)
const entities = brandNames(50)
const names = entities.flatMap((name) => [name, `${name} Labs`, `${name} Group`, `My ${name}`])
const texts = Array.from({ length: 500 }, () => writeAnswer(random, pick(random, entities, 20), 2000))
const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6

const find = compileMentionFinder(
  entities.map((_, entity) => ({
    entity,
    names: names.slice(entity * 4, entity * 4 + 4),
    domain: null,
    caseSensitive: false,
  })),
)
const expressions = names.map((name) => new RegExp(`\\b${name}\\b`, 'giu'))

let hits = 0
const finder = await measure(30, () => {
  hits = texts.reduce((sum, text) => sum + find(text).length, 0)
})
let matches = 0
const regular = await measure(3, () => {
  matches = 0
  for (const text of texts) for (const expression of expressions) matches += [...text.matchAll(expression)].length
})
const row = (name: string, found: number, ms: number) => ({
  finder: name,
  found,
  'MB/s': (megabytes / (ms / 1000)).toFixed(1),
  'times the expressions': (regular.p50 / ms).toFixed(1),
})
table('Mention finder: 50 entities, 200 names', [
  row('Sightline', hits, finder.p50),
  row('a regular expression per name', matches, regular.p50),
])
