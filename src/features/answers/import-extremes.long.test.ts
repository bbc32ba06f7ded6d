import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp({ QUERY_TIMEOUT_SECONDS: '600' })
  test.setNow('2026-03-02T12:00:00Z')
})
beforeEach(async () => {
  brand = await makeBrand(test, 'Zuvari')
})
afterAll(() => test.close())

const good = {
  prompt: 'Which?',
  engine: 'chatgpt',
  executed_at: '2026-03-01T10:00:00Z',
  answer: 'Zuvari it is',
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

const importLines = (lines: readonly object[], { brandId } = brand) =>
  test.operate<object>('import-answers', { brand_id: brandId }, answersFile(lines))

interface Row {
  id: string
  name: string
}

async function tags(): Promise<(Row & { slug: string })[]> {
  return (await test.get(`/v1/brands/${brand.brandId}/tags`, brand.key)).body.data
}

async function executions(query: string): Promise<number> {
  const path = `/v1/brands/${brand.brandId}/competitors/rankings?${query}`
  const { status, body } = await test.get(path, brand.key)
  expect(status).toBe(200)
  const meta: { executions: number } = body.meta
  return meta.executions
}

it('accepts a batch with more new tags than one statement takes parameters', async () => {
  const lines = range(2000).map((line) => ({
    ...good,
    prompt: `Which of ${line}?`,
    tags: range(17).map((tag) => `tag ${line} ${tag}`),
  }))
  expect(await importLines(lines)).toMatchObject({ imported: 2000, rejected: 0 })
  const made = await tags()
  expect(made).toHaveLength(34_000)
  const last = made.find(({ name }) => name === 'tag 1999 16')
  expect(await executions(`tag_id=${last?.id}`)).toBe(1)
})

it('gives thousands of punctuation-only tags distinct slugs', async () => {
  const signs = [...'!#$%&*+.']
  const lines = range(2000).map((line) => ({
    ...good,
    id: String(line),
    tags: range(10).map((tag) => [...(line * 10 + tag).toString(8)].map((digit) => signs[Number(digit)]).join('')),
  }))
  expect(await importLines(lines)).toMatchObject({ imported: 2000, rejected: 0 })
  const slugs = new Set((await tags()).map(({ slug }) => slug))
  expect(slugs).toEqual(new Set(['tag', ...range(19_999).map((number) => `tag-${number + 2}`)]))
})

it('filters by more prompts than ClickHouse accepts in a query of the default size', async () => {
  const topic = await test.operate<Row>('create-topic', { brand_id: brand.brandId, name: 'Big' })
  const tag = await test.operate<Row>('create-tag', { brand_id: brand.brandId, name: 'big' })
  // Only even numbers, so that they do not form a range. Inserted as an import would.
  await test.app.services.postgres.execute(
    `with made as (
      insert into prompts select gen_random_uuid(), $1, 1000000 + 2 * n, 'Big ' || n, sha256(convert_to('Big ' || n, 'UTF8')),
        $2, null, '{US}', true, now(), now() from generate_series(1, 60000) n returning id
    ), tagged as (insert into prompt_tags select id, $3 from made)
    update brands set last_prompt = 1120000 where id = $1`,
    [brand.brandId, topic.id, tag.id],
  )
  // PostgreSQL soon analyzes them automatically; until then it plans for empty tables.
  await test.app.services.postgres.execute('analyze prompts, prompt_tags')
  await importLines([
    { ...good, prompt: 'Big 1' },
    { ...good, prompt: 'Big 30000', executed_at: '2026-03-01T10:01:00Z' },
    { ...good, prompt: 'Big 60000', executed_at: '2026-03-01T10:02:00Z' },
    { ...good, prompt: 'Big 60001', topic: 'Small', answer: 'nobody' },
  ])
  const asked = [
    ['', 4],
    [`topic_id=${topic.id}`, 3],
    [`tag_id=${tag.id}`, 3],
    [`tag_id=${tag.id}&tag_match_mode=exclude_any`, 1],
    [`topic_id=${topic.id}&tag_id=${tag.id}&tag_match_mode=all`, 3],
    [`topic_id=${topic.id}&tag_id=${tag.id}&tag_match_mode=exclude_all`, 0],
  ] as const
  expect(await Promise.all(asked.map(([query]) => executions(query)))).toEqual(asked.map(([, count]) => count))
  const paths = [
    `visibility/engines?topic_id=${topic.id}`,
    'visibility/segments?dimension=topic',
    'topics/scoreboard',
    `citations?topic_id=${topic.id}`,
    `executions?topic_id=${topic.id}`,
  ]
  const answers = await Promise.all(paths.map((path) => test.get(`/v1/brands/${brand.brandId}/${path}`, brand.key)))
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
  expect(answers.map(({ body }) => body.data)).toMatchObject([
    [{ engine: 'chatgpt', executions: 3 }],
    [
      { segment: 'Big', executions: 3 },
      { segment: 'Small', executions: 1 },
    ],
    [
      { topic_name: 'Big', prompt_count: 3 },
      { topic_name: 'Small', prompt_count: 1 },
    ],
    [],
    [{ prompt: 'Big 60000' }, { prompt: 'Big 30000' }, { prompt: 'Big 1' }],
  ])
})
