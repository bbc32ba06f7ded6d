import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import {
  type Alert,
  afterDay,
  alertsPath,
  allDays,
  type DailyAnswers,
  dayOf,
  fallsOn,
  importDaily,
  makeWritingBrand,
  readAlerts,
  setAlert,
} from '../../testing/visibility/daily-alerts.ts'
import type { MadeBrand } from '../../testing/visibility/make-brand.ts'
import { promptIdOf } from '../../testing/visibility/stored.ts'
import { findAlerts } from './find-alerts.ts'

let acknowledged: string
let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  test.setNow('2026-06-01T12:00:00Z')
  brand = await makeWritingBrand(test, 'Zuvari')
  await answer({ lost: fallsOn(80) })
  await answer({ lost: fallsOn(90), engine: 'claude', country: 'DE' })
  afterDay(test, 100)
  await findAlerts.run(test.app.services, {}, AbortSignal.timeout(60_000))
  acknowledged = (await alerts()).find(({ engine }) => engine === 'claude')?.id as string
  await setAlert(test, brand, acknowledged, 'acknowledged')
})
afterAll(() => test.close())

const answer = (answers: DailyAnswers) => importDaily(test, brand, answers)
const alerts = (query?: string) => readAlerts(test, brand, query)
const path = (more?: string) => alertsPath(brand, more)

it('filters alerts by days, engines, markets, statuses, and the topics and tags of the evidence', async () => {
  const engines = async (query: string) => (await alerts(query)).map(({ engine }) => engine)
  expect(await engines(allDays)).toEqual(['claude', 'chatgpt'])
  expect(await engines('')).toEqual(['claude', 'chatgpt'])
  expect(await engines(`?start_date=${dayOf(86)}&end_date=${dayOf(104)}`)).toEqual(['claude'])
  expect(await engines(`?start_date=${dayOf(60)}&end_date=${dayOf(86)}`)).toEqual(['chatgpt'])
  expect(await engines(`${allDays}&engine=claude`)).toEqual(['claude'])
  expect(await engines(`${allDays}&country=US&country=FR`)).toEqual(['chatgpt'])
  expect(await engines(`${allDays}&state=open`)).toEqual(['chatgpt'])
  expect(await engines(`${allDays}&state=open&state=acknowledged`)).toHaveLength(2)
  const list = async (what: string) => (await test.get(`/v1/brands/${brand.brandId}/${what}`, brand.key)).body.data
  const tags = (await list('tags')) as { id: string; name: string }[]
  const tagOf = (name: string) => tags.find((tag) => tag.name === name)?.id
  expect(await engines(`${allDays}&tag_id=${tagOf('First')}`)).toHaveLength(2)
  expect(
    await engines(`${allDays}&tag_id=${tagOf('First')}&tag_id=${tagOf('Other')}&tag_match_mode=exclude_any`),
  ).toEqual([])
})

it('lists alerts of the last 90 days by default, or of the 30 days up to a given end date', async () => {
  test.setNow('2026-07-20T12:00:00Z')
  const { body } = await test.get(path(), brand.key)
  expect(body.meta).toMatchObject({ period: { start_date: '2026-04-22', end_date: '2026-07-20' } })
  expect(body.data).toHaveLength((await alerts()).length)
  const since = await test.get(path('?end_date=2026-07-20'), brand.key)
  expect(since.body.meta).toMatchObject({ period: { start_date: '2026-06-21' } })
})

it('returns alerts as pages and as CSV', async () => {
  const first = await test.get(path(`${allDays}&limit=1`), brand.key)
  const { data, pagination } = first.body as { data: Alert[]; pagination: { next_cursor: string } }
  const second = await alerts(`${allDays}&limit=1&cursor=${encodeURIComponent(pagination.next_cursor)}`)
  expect([...data, ...second].map(({ engine }) => engine)).toEqual(['claude', 'chatgpt'])
  const { text } = await test.get(path(allDays), brand.key, { accept: 'text/csv' })
  const [head, ...rows] = text.trim().split('\r\n')
  expect(head).toMatch(/^id,raised_at,engine,country,direction,since,before_pct,after_pct,change/)
  expect(rows).toHaveLength(2)
})

it('shows a deleted prompt in an alert without its text', async () => {
  const prompt_id = await promptIdOf(test, brand.brandId, 'Prompt 0')
  await test.operate('delete-prompt', { brand_id: brand.brandId, prompt_id })
  const [alert] = await alerts()
  expect(alert?.evidence[0]).toMatchObject({ prompt_id: null, prompt: null, moved: -10 })
  expect(alert?.evidence[1]?.prompt).toBe('Prompt 1')
})

it('returns 400 with the name of the field for invalid alert filters', async () => {
  for (const [query, name] of [
    ['?state=done', 'state'],
    ['?engine=nobody', 'engine'],
    ['?country=us', 'country'],
    ['?start_date=2026-02-30', 'start_date'],
    [`?topic_id=${randomUUID()}`, 'topic_id'],
  ] as const) {
    const { status, body } = await test.get(path(query), brand.key)
    expect([status, (body as { error: { message: string } }).error.message]).toEqual([
      400,
      expect.stringContaining(name),
    ])
  }
})

it('updating an alert requires a write scope, an alert of the brand and a valid status', async () => {
  const reader = await makeKey(test, brand.workspaceId, { scopes: ['read:visibility'] })
  expect((await test.get(path(), reader)).status).toBe(200)
  expect((await setAlert(test, brand, acknowledged, 'closed', reader)).status).toBe(403)
  const other = await makeKey(test, brand.workspaceId, { scopes: ['read:basic', 'write:prompts'] })
  expect((await test.get(path(), other)).status).toBe(403)
  expect((await setAlert(test, brand, acknowledged, 'closed', other)).status).toBe(200)
  expect((await setAlert(test, brand, acknowledged, 'open', other)).status).toBe(200)
  expect((await setAlert(test, brand, acknowledged, 'done')).status).toBe(400)
  expect((await setAlert(test, brand, randomUUID(), 'closed')).status).toBe(404)
  const otherBrand = await makeWritingBrand(test, 'Bolmex')
  expect((await setAlert(test, brand, acknowledged, 'closed', otherBrand.key)).status).toBe(404)
  brand = { ...otherBrand }
  expect((await setAlert(test, brand, acknowledged, 'closed')).status).toBe(404)
})
