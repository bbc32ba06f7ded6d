import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { holdsText } from '../../testing/executions/holds-text.ts'
import { inForm } from '../../testing/forms.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, queryOf } from '../../testing/visibility/ask.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { promptIdOf } from '../../testing/visibility/stored.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const requests = Number(process.env.TEST_RUNS ?? inForm(10, 600))

/** Texts with a meaning in SQL, LIKE, regular expressions or HTML, or of unusual case or script. */
const pieces = [
  ...['100%', '%', '_', '__', "it's", "''", '"quoted"', '\\', '\\n', '\\\\', '--', '/*', ';', '$1', '$$', '`'],
  ...['(a|b)', '[x]', 'a.b', '.*', '^', '$', '{2}', '?', '+', '(?i)', '\\d', '\\Q', 'a-b', '#', '&amp;', '<b>'],
  ...['😀', '👩‍👩‍👧', '👍🏽', 'é', 'e\u0301', 'É', 'E\u0301', '\u0301', 'ǻ', 'å\u0301', 'Å', '\u212B', 'A\u030A'],
  ...['İstanbul', 'ISTANBUL', 'ıstanbul', 'istanbul', 'i\u0307stanbul', 'ISPARTA', 'ışık', 'IŞIK', 'Iş\u0131k'],
  ...['ΟΔΟΣ', 'οδος', 'οδοσ', 'straße', 'STRASSE', 'Straẞe', 'ſ', 'k', '\u212A', 'ﬁn', 'fin', 'ǅ', 'ǆ'],
  ...['שלום', 'مرحبا', '\u202Eevil\u202C', '한글', '한글'.normalize('NFD'), '靴', '日本', '\uFA0E', '\uF900'],
  ...['Привет', 'ПРИВЕТ', 'й', 'и\u0306', '𐐀', '𐐨', 'the', 'shoe', 'Zuvari', ' ', '\t', '\n', '\u00A0', '\u200B'],
]
const text = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('', '', ' ')), {
    minLength: 1,
    maxLength: 8,
    size: 'max',
  })
  .map((parts) => parts.flat().join(''))
  .filter((made) => made.trim() !== '')
const outcomes = ['none_shown', 'failed'] as const

const fixture = fc.record({
  prompts: fc.uniqueArray(text, { minLength: 8, maxLength: 8, selector: (made) => made.trim() }),
  answers: fc.array(
    fc.record({
      prompt: fc.nat(7),
      engine: fc.constantFrom('chatgpt', 'claude'),
      outcome: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.constantFrom(...outcomes)),
      hour: fc.constantFrom('00', '07', '23'),
      day: fc.constantFrom('2026-03-01', '2026-02-20', '2026-01-10'),
      text,
    }),
    { minLength: 80, maxLength: 80, size: 'max' },
  ),
})

interface Row {
  id: string
  prompt: string | null
  outcome: string
}

let test: TestApp
let brand: MadeBrand
/** Answer texts by execution id. */
const texts = new Map<string, string>()
let written: string[]

beforeAll(async () => {
  console.log(`search-property: TEST_SEED=${seed}`)
  test = await startTestApp({ READS_PER_MINUTE: '1000000' })
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  const [made] = fc.sample(fixture, { seed, numRuns: 1 })
  const { prompts = [], answers = [] } = made ?? {}
  const lines = answers.map((answer, index) => ({
    id: String(index),
    prompt: prompts[answer.prompt] as string,
    engine: answer.engine,
    executed_at: `${answer.day}T${answer.hour}:00:00Z`,
    ...(answer.outcome === undefined ? { answer: answer.text } : { outcome: answer.outcome }),
  }))
  for (let start = 0; start < lines.length; start += 30)
    await test.operate('import-answers', { brand_id: brand.brandId }, answersFile(lines.slice(start, start + 30)))
  const deleted = prompts[answers[0]?.prompt ?? 0]?.trim() as string
  const prompt_id = await promptIdOf(test, brand.brandId, deleted)
  await test.operate('delete-prompt', { brand_id: brand.brandId, prompt_id })
  const rows = await test.app.services.clickhouse.query<{ source_id: string; id: string }>(
    sql`SELECT source_id, toString(answer_id) AS id FROM answers WHERE brand_id = ${brand.brandId}`,
  )
  for (const { source_id, id } of rows) texts.set(id, textOf(answers[Number(source_id)]))
  written = [...prompts, ...answers.map((answer) => answer.text)]
})
afterAll(() => test.close())

/** Only an answered execution has a text. */
const textOf = (answer: { outcome: string | undefined; text: string } | undefined) =>
  answer?.outcome === undefined ? (answer?.text ?? '') : ''

const listed = async (fields: object, limit?: number) => {
  const path = `/v1/brands/${brand.brandId}/executions?${queryOf(fields)}`
  const { data, meta } = await askAll(test, brand.key, path, limit)
  return { data: data as Row[], meta: meta as { executions: number; total: number } }
}

const changed = [
  (made: string) => made,
  (made: string) => made.toUpperCase(),
  (made: string) => made.toLowerCase(),
  (made: string) => made.normalize('NFD'),
  (made: string) => made.normalize('NFC'),
]

/** Part of a stored text, or a new text of the same kind. */
const wanted = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(fc.nat(87), fc.nat(30), fc.integer({ min: 2, max: 12 })) },
    { weight: 1, arbitrary: text },
  )
  .chain((part) =>
    fc.constantFrom(...changed).map((change) => {
      if (typeof part === 'string') return change(part)
      const letters = [...(written[part[0]] as string)]
      const start = part[1] % letters.length
      return change(letters.slice(start, start + part[2]).join(''))
    }),
  )
  .map((made) => made.trim())
  .filter((made) => [...made].length >= 2)

interface Asked {
  search: string
  engine: readonly string[] | undefined
  outcome: readonly string[] | undefined
  start_date: string | undefined
  limit: number | undefined
}

it('finds the rows whose prompt or answer contains the text, with any other filters', async () => {
  const request = fc.record({
    search: wanted,
    engine: fc.constantFrom(undefined, ['claude']),
    outcome: fc.constantFrom(undefined, ['answered', 'none_shown'], ['failed', 'none_shown'], ['answered']),
    start_date: fc.constantFrom(undefined, '2026-01-01', '2026-03-01'),
    limit: fc.constantFrom(undefined, 1, 3, 100),
  })
  let found = 0
  const matches = async ({ limit, ...fields }: Asked) => {
    const { search, ...others } = fields
    const rows = (await listed(others)).data.filter(
      (row) => holdsText(row.prompt ?? '', search) || holdsText(texts.get(row.id) ?? '', search),
    )
    const shown = await listed(fields, limit)
    expect(shown.data, JSON.stringify(search)).toEqual(rows)
    const answered = rows.filter(({ outcome }) => outcome === 'answered').length
    expect(shown.meta).toMatchObject({ total: rows.length, executions: answered })
    found += rows.length
  }
  await fc.assert(fc.asyncProperty(request, matches), { seed, numRuns: requests })
  expect(found).toBeGreaterThan(requests / 10)
})
