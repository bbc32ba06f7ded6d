import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readVisibleText } from '../../src/lib/text/markdown/visible-text.ts'
import { compileMentionFinder } from '../../src/lib/text/mentions/mention-finder.ts'
import { readSentences } from '../../src/lib/text/sentiment/sentences.ts'

/** A sentence of a real answer and the name that it is labeled for. */
export interface Clause {
  source: string
  prompt: string
  target: string
  text: string
}

const folder = process.env.SIGHTLINE_TEST_DATA ?? '../shared/data'
const readLines = (path: string) =>
  readFileSync(`${folder}/answers/${path}`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** Sentences that name exactly one of the names, and up to two after each that name none. */
function clausesOf(source: string, prompt: string, answer: string, names: readonly string[]): Clause[] {
  const find = compileMentionFinder(
    names.map((name, entity) => ({ entity, names: [name], domain: null, caseSensitive: false })),
  )
  const { text, addresses, cells } = readVisibleText(answer)
  const clauses: Clause[] = []
  let last = -1
  let since = 9
  readSentences(text, find(text), addresses, cells, (sentence) => {
    const named = new Set(sentence.entities.slice(0, sentence.length).filter((entity) => entity >= 0))
    since++
    if (named.size === 1) {
      last = [...named][0] as number
      since = 0
    } else if (named.size > 1) since = 9
    if (since > 2 || sentence.length < 3) return
    const clause = text.slice(sentence.place.start, sentence.place.end).replace(/\s+/g, ' ').trim()
    if (clause.length < 190) clauses.push({ source, prompt, target: names[last] as string, text: clause })
  })
  return clauses
}

const products = readLines('product-bench.jsonl').flatMap((row) =>
  clausesOf('product-bench', row.prompt, row.answer, [
    ...new Set<string>(row.labelled_products.flatMap(({ brand }: { brand: string | null }) => (brand ? [brand] : []))),
  ]),
)
const managers = ['1Password', 'Bitwarden', 'LastPass', 'Dashlane', 'Keeper', 'NordPass', 'RoboForm', 'KeePass']
const passwords = ['chatgpt', 'gemini'].flatMap((engine) =>
  [
    ...readFileSync(`${folder}/answers/password-managers/data/responses_${engine}.csv`, 'utf8').matchAll(
      /^(\d+),(?:[^,"]*|"(?:[^"]|"")*"),[^,\n]*,"?((?:[^"]|"")*)/gm,
    ),
  ].flatMap((row) => clausesOf('password-managers', String(row[1]), String(row[2]).replaceAll('""', '"'), managers)),
)
const captures = readLines('web-captures.jsonl').flatMap((row) => {
  const names = new Set<string>()
  for (const { 0: name } of row.prompt.matchAll(/(?<!^)\b[A-Z][\p{L}]+(?: [A-Z][\p{L}]+)*/gu)) names.add(name)
  for (const { 0: name } of row.answer.slice(200).matchAll(/(?<=[a-z,] )[A-Z][\p{L}]+(?: [A-Z][\p{L}]+)*/gu)) {
    if (names.size < 3) names.add(name)
  }
  return names.size === 0 ? [] : clausesOf('web-captures', row.prompt, row.answer, [...names])
})

/** The sentences of all answers that a label can belong to. */
export const readClauses = (): Clause[] => [...products, ...passwords, ...captures]

/** The key of a sentence in labels.txt, which holds no text of the answers. */
export const keyOf = ({ source, target, text }: Clause): string => hash(`${source}\t${target}\t${text}`).slice(0, 12)
