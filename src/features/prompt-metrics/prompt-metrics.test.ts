import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerFixture, lastDay } from '../../testing/executions/answer-fixture.ts'
import { buildAnswers } from '../../testing/executions/build-answers.ts'
import { type Asked, fixtureRequest } from '../../testing/executions/fixture-request.ts'
import {
  alphabetical,
  answersOf,
  type FixtureRequest,
  type ReferenceFixture,
  type ReferenceFixturePrompt,
} from '../../testing/executions/reference-executions.ts'
import { inForm } from '../../testing/forms.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { askAll, askPage, queryOf } from '../../testing/visibility/ask.ts'
import { addDays, matches, periodOf, rank, toRow } from '../../testing/visibility/reference-ranking.ts'

const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const requests = Number(process.env.TEST_RUNS ?? inForm(8, 40))
let test: TestApp
let fixtures: ReferenceFixture[]

beforeAll(async () => {
  console.log(`prompt-metrics: TEST_SEED=${seed}`)
  test = await startTestApp()
  test.setNow(`${lastDay}T12:00:00Z`)
  const sizes = [
    [0, 0],
    [1, 5],
    [20, 40],
    [60, 90],
  ] as const
  const samples = sizes.flatMap(([min, max], index) =>
    fc.sample(answerFixture(min, max), { seed: seed + index, numRuns: 1 }),
  )
  fixtures = await Promise.all(samples.map((sample) => buildAnswers(test, sample)))
})
afterAll(() => test.close())

/** The answers behind a prompt's figures. The other filters of a request choose prompts. */
const answersTo = (fixture: ReferenceFixture, prompt: ReferenceFixturePrompt, request: FixtureRequest) => {
  const { start_date, end_date, engine, country } = request
  return answersOf(fixture, { start_date, end_date, engine, country, prompt_id: [prompt.id] }, lastDay)
}

/** Executions and visibility of the brand. */
function visibilityOf(fixture: ReferenceFixture, answers: ReturnType<typeof answersTo>) {
  const [own] = rank(fixture.entities, answers)
    .map(toRow)
    .filter(({ is_our_brand }) => is_our_brand)
  return { executions: answers.length, visibility_pct: answers.length === 0 ? null : own?.visibility_pct }
}

/** Days if the period has at most 31, else weeks ending on Sunday, else months. */
function plainTrend(fixture: ReferenceFixture, prompt: ReferenceFixturePrompt, request: FixtureRequest) {
  const { start_date, end_date } = periodOf(request, lastDay)
  const days: string[] = []
  for (let day = start_date; day <= end_date; day = addDays(day, 1)) days.push(day)
  const isLastOf = {
    day: () => true,
    week: (day: string) => new Date(day).getUTCDay() === 0,
    month: (day: string) => addDays(day, 1).endsWith('-01'),
  }
  const cut = (interval: keyof typeof isLastOf) => {
    const parts: string[][] = [[]]
    for (const day of days) {
      parts.at(-1)?.push(day)
      if (isLastOf[interval](day) && day !== end_date) parts.push([])
    }
    return parts
  }
  const parts = [cut('day'), cut('week')].find(({ length }) => length <= 31) ?? cut('month')
  const answers = answersTo(fixture, prompt, request)
  return parts.map((part) => ({
    start_date: part[0],
    end_date: part.at(-1),
    ...visibilityOf(
      fixture,
      answers.filter(({ day }) => part.includes(day)),
    ),
  }))
}

/** A prompt's figures, as rankings and as a list row. */
function plainPrompt(fixture: ReferenceFixture, prompt: ReferenceFixturePrompt, request: FixtureRequest) {
  const answers = answersTo(fixture, prompt, request)
  const rankings = rank(fixture.entities, answers).map(toRow)
  const {
    rank: _,
    id: _id,
    name: _name,
    is_our_brand,
    ...figures
  } = rankings.find((row) => row.is_our_brand) as Ranking
  const row = {
    id: prompt.id,
    text: prompt.text,
    is_active: prompt.isActive,
    created_at: prompt.createdAt,
    executions: answers.length,
    ...figures,
  }
  const engines = [...Map.groupBy(answers, ({ engine }) => engine)]
    .map(([engine, those]) => ({ engine, ...visibilityOf(fixture, those) }))
    .sort((a, b) => b.executions - a.executions || alphabetical(a.engine, b.engine))
  return { row, rankings, engines }
}

type Ranking = ReturnType<typeof toRow>

interface Row {
  id: string
  topic: { id: string; name: string }
  tags: { id: string; name: string }[]
  executions: number
}

it('lists the same prompts and figures as the reference implementation', async () => {
  for (const fixture of fixtures) {
    const agrees = async ({ fields, limit, now }: Asked) => {
      test.setNow(now)
      const path = `/v1/brands/${fixture.id}/prompts?${queryOf(fields)}`
      const { data, meta } = await askAll(test, fixture.key, path, limit)
      const { topic_id, tag_id, tag_match_mode, is_active } = fields
      const chosen = fixture.prompts
        .filter((prompt) => {
          const answer = { engine: '', country: '', day: '', mentions: [], pages: [], prompt }
          return matches(fixture, answer, { topic_id, tag_id, tag_match_mode })
        })
        .filter((prompt) => is_active === undefined || prompt.isActive === is_active)
        .sort((a, b) => alphabetical(b.createdAt, a.createdAt) || alphabetical(b.id, a.id))
      expect(data).toMatchObject(chosen.map((prompt) => plainPrompt(fixture, prompt, fields).row))
      expect(data.filter((row) => 'trend' in (row as Row) || 'engines' in (row as Row))).toEqual([])
      const parts = chosen.map((prompt) => ({
        engines: plainPrompt(fixture, prompt, fields).engines,
        trend: plainTrend(fixture, prompt, fields),
      }))
      const withParts = await askAll(test, fixture.key, `${path}&include=trend&include=engines`, limit)
      expect(withParts.data).toEqual((data as Row[]).map((row, place) => ({ ...row, ...parts[place] })))
      expect(meta).toEqual({ brand_id: fixture.id, period: periodOf(fields, lastDay), total: chosen.length })
      for (const [index, { topic, tags }] of (data as Row[]).entries()) {
        const { topicId, tagIds } = chosen[index] as ReferenceFixturePrompt
        expect([topic.id, tags.map(({ id }) => id).sort()]).toEqual([topicId, tagIds.sort()])
        expect(topic.name).toBe(fixture.topics.find(({ id }) => id === topicId)?.name)
        expect(tags.map(({ name }) => name)).toEqual(tags.map(({ name }) => name).sort())
      }
    }
    await fc.assert(fc.asyncProperty(fixtureRequest(fixture, ['is_active']), agrees), {
      seed,
      numRuns: requests,
    })
  }
})

it('ranks all entities over the answers to a prompt', async () => {
  for (const fixture of fixtures)
    for (const prompt of fixture.prompts)
      for (const fields of [{}, { engine: ['chatgpt', 'claude'] }, { start_date: '2026-01-01', country: ['DE'] }]) {
        const path = `/v1/brands/${fixture.id}/prompts/${prompt.id}?${queryOf(fields)}`
        const { body } = await askPage(test, fixture.key, path)
        const { row, rankings, engines } = plainPrompt(fixture, prompt, fields)
        const trend = plainTrend(fixture, prompt, fields)
        expect(body.data).toMatchObject({ ...row, rankings, engines, trend })
        expect(body.meta).toEqual({ brand_id: fixture.id, period: periodOf(fields, lastDay) })
      }
})

it('returns 404 for deleted prompts, prompts of another brand and unknown ids', async () => {
  const [, , fixture, other] = fixtures as [ReferenceFixture, ReferenceFixture, ReferenceFixture, ReferenceFixture]
  const [foreign] = other.prompts
  const { id } = await test.operate('create-prompt', { brand_id: fixture.id, text: 'Soon gone?' })
  const found = (prompt: string) => test.get(`/v1/brands/${fixture.id}/prompts/${prompt}`, fixture.key)
  expect((await found(id)).status).toBe(200)
  await test.operate('delete-prompt', { brand_id: fixture.id, prompt_id: id })
  for (const missing of [id, foreign?.id ?? crypto.randomUUID(), crypto.randomUUID()]) {
    const { status, body } = await found(missing)
    expect([status, body.error.code, body.error.message]).toEqual([404, 'not_found', 'prompt not found'])
  }
})

it('returns the current state of a prompt in the list and by id', async () => {
  const { id: brand_id, key } = fixtures[1] as ReferenceFixture
  const { id: tag } = await test.operate('create-tag', { brand_id, name: 'Fresh' })
  const { id: prompt_id } = await test.operate('create-prompt', { brand_id, text: 'Before?' })
  const path = `/v1/brands/${brand_id}/prompts`
  const shown = async () => {
    const { body: list } = await askPage(test, key, path)
    const { body: one } = await askPage(test, key, `${path}/${prompt_id}`)
    const { rankings: _rankings, engines: _engines, trend: _trend, ...row } = one.data as Row & Record<string, unknown>
    expect((list.data as Row[]).find(({ id }) => id === prompt_id)).toEqual(row)
    return row
  }
  expect(await shown()).toMatchObject({ text: 'Before?', tags: [], is_active: true })
  await test.operate('update-prompt', { brand_id, prompt_id, tag_ids: [tag], is_active: false })
  expect(await shown()).toMatchObject({ tags: [{ id: tag, name: 'Fresh' }], is_active: false })
  const { body: active } = await askPage(test, key, `${path}?is_active=true`)
  expect((active.data as Row[]).map(({ id }) => id)).not.toContain(prompt_id)
})

it('paging keeps the prompts and figures of the first page while new ones arrive', async () => {
  const { id, key } = fixtures[2] as ReferenceFixture
  const add = (text: string, answer: string) =>
    test.operate(
      'import-answers',
      { brand_id: id },
      answersFile([{ prompt: text, engine: 'claude', executed_at: `${lastDay}T01:00:00Z`, answer }]),
    )
  for (const text of ['one?', 'two?', 'three?']) await add(text, 'Zuvari')
  const path = `/v1/brands/${id}/prompts`
  const whole = await askAll(test, key, path)
  const rows: unknown[] = []
  for (let cursor = ''; ; ) {
    const { body } = await askPage(test, key, `${path}?limit=1${cursor}`)
    rows.push(...(body.data as unknown[]))
    expect(body.meta).toEqual(whole.meta)
    if (body.pagination.next_cursor === null) break
    cursor = `&cursor=${body.pagination.next_cursor}`
    for (const text of ['one?', 'two?', 'three?', `new ${rows.length}?`]) await add(text, `Bolmex ${rows.length}`)
  }
  expect(rows).toEqual(whole.data)
  expect((await askAll(test, key, path)).data).not.toEqual(whole.data)
})
