import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleEnvironment } from '../../testing/browser.ts'
import { type Fixture, makeKey, makeWriter, startFixtureApp } from '../../testing/fixture.ts'
import { longTest } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { answersFile, type TestApp } from '../../testing/test-app.ts'
import type { ReportResponse } from './report.ts'

let test: TestApp
let fixture: Fixture
let brandId: string
let writer: string

beforeAll(async () => {
  ;({ test, fixture } = await startFixtureApp({ ...consoleEnvironment, CHROMIUM_PATH: 'none' }))
  brandId = fixture.ids.brand_id?.[0] as string
  writer = await makeWriter(test, fixture.workspaceId)
})
afterAll(() => test.close())

const path = (rest = 'reports') => `/v1/brands/${brandId}/${rest}`
const send = (method: string, rest: string, body: object) =>
  test.send(method, path(rest), writer, {
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
const make = async (body: object): Promise<ReportResponse> => {
  const { status, body: answer } = await send('POST', 'reports', body)
  expect(status, JSON.stringify(answer)).toBe(200)
  return answer.data
}
const get = (id: string, key = fixture.key, headers = {}) => test.get(path(`reports/${id}`), key, headers)

const period = { start_date: '2026-05-20', end_date: '2026-06-15' }
const query = new URLSearchParams(period)

describe('a report', () => {
  it('contains exactly what the API returns for its period', async () => {
    const { id, sections } = await make(period)
    const v1 = async (rest: string) => {
      const { data, meta } = (await test.get(path(rest), fixture.key)).body
      return { data, ...(meta === undefined ? {} : { meta }) }
    }
    const before = 'previous_start_date=2026-04-23&previous_end_date=2026-05-19'
    expect(sections.figures).toEqual(await v1(`visibility/intervals?${query}`))
    expect(sections.changes).toEqual(await v1(`visibility/changes?${query}&${before}`))
    expect(sections.engines).toEqual(
      await v1(`visibility/changes?${query}&${before}&dimension=engine&entity_id=${brandId}`),
    )
    expect(sections.alerts).toEqual(await v1(`visibility/alerts?${query}`))
    expect(sections.sources).toEqual(await v1(`citations/domains?${query}&limit=10`))
    // Reports leave the workspace, so they do not name owners.
    const opportunities = (await v1('opportunities?status=open&limit=5')) as { data: object[] }
    const unowned = opportunities.data.map((one) => ({ ...one, owner_id: null, owner_name: null }))
    expect(sections.opportunities).toEqual({ ...opportunities, data: unowned })
    expect(sections.issues).toEqual(await v1('technical/issues?limit=10'))
    expect(sections.spending).toEqual(await v1(`collection/coverage?${query}&group_by=engine`))
    const audits = (await v1('technical/audits')).data as { ended_at: string }[]
    expect((sections.audits as { data: unknown }).data).toEqual(
      audits.filter(({ ended_at }) => ended_at.startsWith('2026-06-15')).slice(0, 3),
    )
    for (const section of Object.values(sections)) expect(section).not.toBeNull()
    expect((await get(id)).body.data).toMatchObject({ id, sections, unavailable: [] })
  })

  it('does not change after later imports', async () => {
    const { id } = await make(period)
    const before = (await get(id)).text
    const late = [{ prompt: 'Which shoes?', engine: 'chatgpt', executed_at: '2026-06-02T00:00:00Z', answer: 'Globex.' }]
    await test.operate('import-answers', { brand_id: brandId }, answersFile(late))
    const { figures } = (await make(period)).sections as unknown as Record<string, { meta: { answers: number } }>
    expect(figures?.meta.answers).toBe(4)
    const withoutId = (text: string) => text.replace(/"request_id":"[^"]+"/, '')
    expect(withoutId((await get(id)).text)).toBe(withoutId(before))
  })

  it('is consistent: it is read again if answers are erased while it is read', async () => {
    const { clickhouse, db } = test.app.services
    const { query } = clickhouse
    let isRead = false
    clickhouse.query = async (statement, seconds) => {
      const rows = await query(statement, seconds)
      if (isRead || !statement.text.includes('readings')) return rows as never[]
      isRead = true
      const late = { prompt: 'Which shoes?', engine: 'chatgpt', executed_at: '2026-06-03T00:00:00Z' }
      await test.operate('import-answers', { brand_id: brandId }, answersFile([{ ...late, answer: 'Acme.' }]))
      await db
        .updateTable('brands')
        .set((eb) => ({ erasures: eb('erasures', '+', 1) }))
        .where('id', '=', brandId)
        .execute()
      return rows as never[]
    }
    const { sections } = await make({ ...period, start_date: '2026-05-21' })
    clickhouse.query = query
    expect(isRead).toBe(true)
    const after = (await test.get(path(`visibility/intervals?start_date=2026-05-21&end_date=2026-06-15`), fixture.key))
      .body
    expect(sections.figures).toEqual({ data: after.data, meta: after.meta })
  })

  longTest('can be sent ten times per hour, and a later retry with the same key succeeds', async () => {
    const attempt = (key: string, body: object) =>
      test.send('POST', path(), writer, {
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
    const sent = { ...period, send: true }
    test.setNow('2026-06-15T13:00:00Z')
    for (let index = 0; index < 10; index++) expect((await attempt(`send ${index}`, sent)).status).toBe(200)
    const refused = await attempt('one more', sent)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited'])
    expect(refused.headers['retry-after']).toBe('3600')
    expect((await attempt('unsent', period)).status).toBe(200)
    test.setNow('2026-06-15T14:00:00Z')
    expect((await attempt('one more', sent)).status).toBe(200)
  })

  it('omits sections that the reader has no scope for', async () => {
    const { id } = await make(period)
    const key = await makeKey(test, fixture.workspaceId, { scopes: ['read:visibility'] })
    const { sections, unavailable } = (await get(id, key)).body.data as ReportResponse
    const hidden = ['sources', 'traffic', 'goals', 'experiments', 'opportunities', 'audits', 'issues', 'spending']
    expect([...unavailable].sort()).toEqual([...hidden].sort())
    for (const name of hidden) expect([name, sections[name]]).toEqual([name, null])
    expect(sections.figures).not.toBeNull()
    const page = (await get(id, key, { accept: 'text/html' })).text
    expect(page).not.toContain('globex.com')
    expect((await get(id, fixture.key, { accept: 'text/html' })).text).toContain('globex.com')
    const other = await makeKey(test, fixture.workspaceId, { scopes: ['read:citations'] })
    expect((await get(id, other)).status).toBe(403)
    expect((await get(id, fixture.foreignKey)).status).toBe(404)
    expect((await test.get(`/v1/brands/${fixture.otherIds.brand_id?.[0]}/reports/${id}`, fixture.key)).status).toBe(404)
  })

  it('is listed with its summary, newest first', async () => {
    test.setNow('2026-06-16T00:00:00Z')
    const { id, title, summary } = await make({ start_date: '2026-06-01', end_date: '2026-06-07' })
    const [newest] = (await test.get(path(), fixture.key)).body.data as {
      id: string
      title: string
      summary: string
    }[]
    expect(newest).toMatchObject({ id, title: '1 – 7 June 2026', summary })
    expect(title).toBe('1 – 7 June 2026')
  })
})

describe('a report as a file', () => {
  it('is a sandboxed attachment that loads nothing', async () => {
    const { id } = await make(period)
    const { status, headers, text } = await get(id, fixture.key, { accept: 'text/html' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="acme-2026-05-20-to-2026-06-15.html"',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      vary: 'Accept',
    })
    expect(text).not.toMatch(/<script|src=|href=|@import|url\(/i)
    const tags = [headers.etag, (await get(id)).headers.etag]
    expect(new Set(tags).size).toBe(2)
    const known = { accept: 'text/html', 'if-none-match': String(headers.etag) }
    expect((await get(id, fixture.key, known)).status).toBe(304)
    const anonymous = await test.get(path(`reports/${id}`), undefined, { accept: 'text/html' })
    expect(anonymous.status).toBe(401)
  })

  it('returns 400 for PDF without Chromium, and JSON by default', async () => {
    const { id } = await make(period)
    const { status, body } = await get(id, fixture.key, { accept: 'application/pdf' })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    expect(body.error.message).toContain('CHROMIUM_PATH')
    expect((await test.get(path('report-settings'), fixture.key)).body.data).toMatchObject({
      can_make_pdf: false,
    })
    expect((await get(id, fixture.key, { accept: '*/*' })).headers['content-type']).toContain('json')
  })

  it('escapes hostile texts, and its file name has only letters, digits and hyphens', async () => {
    const hostile = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&"; filename=x`
    const name = `<b>Élan</b> ${hostile}`.slice(0, 100)
    const { id: brand_id } = await test.operate('create-brand', { workspace_id: fixture.workspaceId, name })
    const rival = { name: `Rival ${hostile}`, primary_url: 'https://rival.example' }
    await test.operate('create-competitor', { brand_id, ...rival })
    const answer = {
      prompt: hostile,
      engine: 'chatgpt',
      executed_at: '2026-06-10T00:00:00Z',
      answer: 'Rival',
    }
    const citations = [{ url: 'https://x.example/<svg onload=alert(3)>', title: hostile }]
    await test.operate('import-answers', { brand_id }, answersFile([{ ...answer, citations }]))
    const { id } = await test.operate('create-report', { brand_id, ...period })
    const { headers, text } = await test.get(`/v1/brands/${brand_id}/reports/${id}`, fixture.key, {
      accept: 'text/html',
    })
    expect(text).not.toMatch(/<(script|img|svg onload)[\s>]/)
    expect(text).toContain('&lt;b&gt;Élan&lt;/b&gt;')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z0-9-]+\.html"$/)
    expect(headers['set-cookie']).toBeUndefined()
  })
})

describe('the report settings', () => {
  const settings = async (key = writer) => (await test.get(path('report-settings'), key)).body.data

  it('are empty at first, and omitted fields stay unchanged', async () => {
    const nothing = { weekly: false, monthly: false, alerts: 'none', person_ids: [], addresses: [] }
    expect(await settings()).toMatchObject({ ...nothing, can_mail: false })
    const { id } = await makePerson(test, fixture.workspaceId, 'viewer')
    await send('PATCH', 'report-settings', { alerts: 'falls', person_ids: [id, id] })
    const addresses = ['Board@people.example', 'board@people.example', 'a@people.example']
    const { status, body } = await send('PATCH', 'report-settings', { addresses })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ alerts: 'falls', person_ids: [id] })
    expect((body.data as { addresses: string[] }).addresses).toEqual(['a@people.example', 'board@people.example'])
    expect(await settings()).toEqual(body.data)
  })

  it('accept only members with access to the brand and single email addresses', async () => {
    const nonmember = await makePerson(test, fixture.foreignWorkspaceId, 'viewer')
    const limited = { brand_ids: [fixture.otherIds.brand_id?.[0] as string] }
    const restricted = await makePerson(test, fixture.workspaceId, 'viewer', limited)
    const before = await settings()
    for (const body of [
      { person_ids: [nonmember.id] },
      { person_ids: [restricted.id] },
      { person_ids: [randomUUID()] },
      { addresses: ['a@b.example, c@d.example'] },
      { addresses: ['a@b.example\r\nBcc: c@d.example'] },
      { addresses: ['nobody'] },
      { alerts: 'some' },
      {},
    ])
      expect((await send('PATCH', 'report-settings', body)).status, JSON.stringify(body)).toBe(400)
    expect(await settings()).toEqual(before)
  })

  it('require a key with all scopes of a report to add recipients or send', async () => {
    const scopes = ['read:visibility', 'write:prompts']
    const key = await makeKey(test, fixture.workspaceId, { scopes })
    const ask = (method: string, rest: string, body: object) =>
      test.send(method, path(rest), key, {
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify(body),
      })
    for (const answer of [
      await ask('PATCH', 'report-settings', { addresses: ['board@people.example'] }),
      await ask('PATCH', 'report-settings', { person_ids: [] }),
      await ask('POST', 'reports', { send: true }),
    ])
      expect([answer.status, answer.body.error?.code]).toEqual([403, 'insufficient_scope'])
    expect((await ask('PATCH', 'report-settings', { weekly: false })).status).toBe(200)
    expect((await ask('POST', 'reports', {})).status).toBe(200)
  })

  it('keep a former member as a recipient when others are added, but do not add them again', async () => {
    const [leaving, staying] = [
      await makePerson(test, fixture.workspaceId, 'viewer'),
      await makePerson(test, fixture.workspaceId, 'viewer'),
    ]
    await send('PATCH', 'report-settings', { person_ids: [leaving.id] })
    await test.operate('remove-person', { workspace_id: fixture.workspaceId, email: leaving.email })
    const both = await send('PATCH', 'report-settings', { person_ids: [leaving.id, staying.id] })
    expect(both.status).toBe(200)
    expect((await send('PATCH', 'report-settings', { person_ids: [staying.id] })).status).toBe(200)
    expect((await send('PATCH', 'report-settings', { person_ids: [leaving.id] })).status).toBe(400)
  })

  it('show addresses only to actors who can edit them', async () => {
    const addresses = ['board@people.example']
    await send('PATCH', 'report-settings', { addresses })
    expect(await settings()).toMatchObject({ addresses })
    expect(await settings(fixture.key)).toMatchObject({ addresses: null })
    const limited = await makeKey(test, fixture.workspaceId, { scopes: ['read:visibility', 'write:prompts'] })
    expect(await settings(limited)).toMatchObject({ addresses: null })
    const changed = await test.send('PATCH', path('report-settings'), limited, {
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ weekly: false }),
    })
    expect(changed.body.data).toMatchObject({ addresses: null })
    for (const [role, shown] of [
      ['viewer', null],
      ['editor', addresses],
    ] as const) {
      const { browser } = await makePerson(test, fixture.workspaceId, role)
      const { body } = await browser.get(`/brands/${brandId}/report-settings`)
      expect([role, body.data]).toEqual([role, expect.objectContaining({ addresses: shown })])
    }
    expect(await settings()).toMatchObject({ addresses })
  })

  it('are recorded without addresses', async () => {
    await send('PATCH', 'report-settings', { addresses: ['secret@people.example'] })
    const records = await test.operate<{ operation: string }[]>('list-changes', {
      workspace_id: fixture.workspaceId,
    })
    expect(records.map(({ operation }) => operation)).toContain('set-report-settings')
    expect(JSON.stringify(records)).not.toContain('secret@people.example')
  })
})
