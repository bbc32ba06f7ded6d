import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testData } from '../../../testing/test-data.ts'
import { readVisibleText } from '../markdown/visible-text.ts'
import { compileMentionFinder } from '../mentions/mention-finder.ts'
import { judgeSentiment } from '../sentiment/sentiment.ts'
import { stances } from './clauses.ts'
import { createStanceReader } from './stance.ts'

interface Answer {
  prompt: string
  answer: string
  names: string[]
}

const managers = '1Password Bitwarden LastPass Dashlane Keeper NordPass RoboForm KeePass'.split(' ')
const products = testData('answers/product-bench.jsonl')
const passwords = ['chatgpt', 'gemini'].map((engine) =>
  testData(`answers/password-managers/data/responses_${engine}.csv`),
)
const isMissing = products === undefined || passwords.includes(undefined)

/** The answers of the test data, by their key in labels.txt. */
function readAnswers(): Map<string, Answer> {
  const answers = new Map<string, Answer>()
  const lines = readFileSync(products as string, 'utf8')
    .trim()
    .split('\n')
  for (const [index, line] of lines.entries()) {
    const { prompt, answer, labelled_products } = JSON.parse(line)
    const brands = labelled_products.flatMap(({ brand }: { brand: string | null }) => brand ?? [])
    answers.set(`product-bench ${index}`, { prompt, answer, names: [...new Set<string>(brands)] })
  }
  for (const [index, engine] of ['chatgpt', 'gemini'].entries()) {
    const csv = readFileSync(passwords[index] as string, 'utf8')
    const rows = csv.matchAll(/^(\d+),([^,"]*|"(?:[^"]|"")*"),[^,\n]*,"?((?:[^"]|"")*)/gm)
    for (const [, row, prompt = '', answer = ''] of rows)
      answers.set(`password-managers ${engine} ${row}`, {
        prompt,
        answer: answer.replaceAll('""', '"'),
        names: managers,
      })
  }
  return answers
}

function stanceOf({ answer, names }: Answer, wanted: string): string {
  const { text, addresses, cells } = readVisibleText(answer)
  const find = compileMentionFinder(
    names.map((name, entity) => ({ entity, names: [name], domain: null, caseSensitive: false })),
  )
  const hits = find(text)
  const { read, found } = createStanceReader(text, hits)
  judgeSentiment(text, hits, addresses, cells, undefined, read)
  return found.get(names.indexOf(wanted))?.stance ?? 'unknown'
}

// 298 names in real answers, labeled by eye before the reader was run, with the rules of docs/reading-answers.md. Half of
// the prompts, by hash, helped to choose its clauses; the others are held back. The answers are not part of the project:
// see the README of the test data for their sources and licenses (MIT).
const labels = readFileSync(new URL('../../../testing/stance/labels.txt', import.meta.url), 'utf8')

test.skipIf(isMissing)('reads stances of held-back answers at these rates', () => {
  const answers = readAnswers()
  const cases = labels
    .trim()
    .split('\n')
    .map((line) => line.split('\t') as [key: string, name: string, label: string])
    .map(([key, name, label]) => {
      const answer = answers.get(key) as Answer
      const hash = createHash('sha256').update(answer.prompt).digest().readUInt32BE(0)
      return { label, read: stanceOf(answer, name), isHeldBack: hash % 2 === 1 }
    })
  const rates = (isHeldBack: boolean, stance: string) => {
    const half = cases.filter((one) => one.isHeldBack === isHeldBack)
    const [labeled, read] = [half.filter((one) => one.label === stance), half.filter((one) => one.read === stance)]
    const right = labeled.filter((one) => one.read === stance).length
    const matrix = stances.map((other) => labeled.filter((one) => one.read === other).length).join(' ')
    console.log(
      `${isHeldBack ? 'held back' : 'tuning'} ${stance}: precision ${right}/${read.length}, recall ${right}/${labeled.length}, read as ${stances.join(' ')}: ${matrix}`,
    )
    return { precision: right / read.length, recall: right / labeled.length }
  }
  for (const stance of stances) rates(false, stance)
  // Slightly below the current rates. Few labels are comparisons or warnings.
  const least = {
    recommended: [0.88, 0.88],
    listed: [0.82, 0.82],
    warned_against: [0.6, 0.85],
    compared: [0, 0],
  }
  for (const stance of stances) {
    const { precision, recall } = rates(true, stance)
    expect([stance, precision >= (least[stance][0] ?? 0), recall >= (least[stance][1] ?? 0)]).toEqual([
      stance,
      true,
      true,
    ])
  }
})
