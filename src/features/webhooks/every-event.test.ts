import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEmittedEvents, subscribeTo } from '../../testing/emitted-events.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
import { jobsAreDone } from '../../testing/stored-rows.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { selectableEventKinds } from './event-kinds.ts'

let app: TestApp
let fixture: Fixture
let workspace_id: string
let brand_id: string

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  workspace_id = fixture.workspaceId
  brand_id = fixture.ids.brand_id?.[0] as string
  await subscribeTo(app, workspace_id, ...selectableEventKinds(app.app.services))
})
afterAll(() => app.close())

type EventData = Record<string, unknown>

/** The emitted events of a type. */
const emitted = (type: string, workspaceId = workspace_id) => {
  const kind = selectableEventKinds(app.app.services).find((one) => one.type === type)
  if (kind === undefined) throw new Error(`no ${type}`)
  return readEmittedEvents(app, workspaceId, kind) as Promise<EventData[]>
}
const run = (queue: string) =>
  app.app.services.features
    .flatMap(({ jobs = [] }) => jobs)
    .find((job) => job.queue === queue)
    ?.run(app.app.services, {}, AbortSignal.timeout(60_000))

test('emits no event in a workspace without webhooks', async () => {
  await app.operate('create-person', {
    ...{
      workspace_id: fixture.foreignWorkspaceId,
      email: 'foreign@people.example',
      name: 'F',
      role: 'viewer',
    },
  })
  expect(await emitted('member.added', fixture.foreignWorkspaceId)).toEqual([])
})

test('import.completed: emitted once per import of answers, visits and pages', async () => {
  const answer = {
    prompt: 'Which laces?',
    engine: 'chatgpt',
    executed_at: '2026-06-09T08:00:00Z',
    answer: 'Acme.',
  }
  const visit = { ts: '2026-06-09T00:00:00Z', user_agent: 'GPTBot/1.2', ip: '198.51.100.9', path: '/laces' }
  await app.operate('import-answers', { brand_id }, `${JSON.stringify(answer)}\nnonsense`)
  await app.operate('import-crawler-logs', { brand_id }, JSON.stringify(visit))
  await app.operate('import-page-scans', { brand_id }, '{"url":"https://reviews.example/laces","content":"Globex."}')
  const events = await emitted('import.completed')
  expect(events.sort((a, b) => String(a.of).localeCompare(String(b.of)))).toEqual([
    { of: 'answers', imported: 1, duplicates: 0, rejected: 1 },
    { of: 'pages', imported: 1, duplicates: 0, rejected: 0 },
    { of: 'visits', imported: 1, duplicates: 0, rejected: 0 },
  ])
})

test('member.added: emitted when a person becomes a member, not when their role changes', async () => {
  const member = { workspace_id, email: 'new@people.example' }
  const { id } = await app.operate('create-person', { ...member, name: 'New', role: 'viewer' })
  await app.operate('update-person', { ...member, role: 'editor' })
  expect(await emitted('member.added')).toEqual([{ person_id: id, role: 'viewer' }])
})

test('key.expiring: emitted once, within a week before an active key expires', async () => {
  const now = app.app.services.now()
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()
  const make = (name: string, days: number) =>
    app.operate<{ id: string }>('create-key', { workspace_id, name, expires_at: inDays(days) })
  const { id } = await make('Nightly', 6)
  await make('Later', 8)
  const revoked = await make('Revoked', 6)
  await app.operate('revoke-key', { key_id: revoked.id })
  for (let time = 0; time < 2; time++) await run('tell-key-expiry')
  const [event, ...more] = await emitted('key.expiring')
  expect(more).toEqual([])
  expect(event).toMatchObject({ key_id: id, name: 'Nightly', expires_at: inDays(6) })
})

test('document.ready: emitted when a document can be searched', async () => {
  const { id } = await app.operate('add-knowledge-document', {
    brand_id,
    title: 'Laces',
    text: 'Laces last.',
  })
  await jobsAreDone(app.app.services)
  const events = await emitted('document.ready')
  expect(events).toEqual([{ document_id: id, title: 'Laces', passages: 1 }])
})

test('audit.completed: emitted with the pages read and the open issues', async () => {
  const { job_id } = await app.operate<{ job_id: string }>('start-audit', {
    brand_id,
    include_link_analysis: false,
  })
  await app.auditsAreOver()
  const [event, ...more] = await emitted('audit.completed')
  expect(more).toEqual([])
  expect(event).toMatchObject({ audit_id: job_id, problem: null })
  expect(event?.pages_read).toBeGreaterThan(0)
  expect(event?.open_issues).toBeGreaterThan(0)
})

test('report.made: emitted for a report that is sent, not for others', async () => {
  const made = (send: boolean) =>
    app.operate<{ id: string; title: string; summary: string | null; period: object }>('create-report', {
      ...{ brand_id, send: String(send) },
    })
  await made(false)
  const { id, title, summary, period } = await made(true)
  expect(await emitted('report.made')).toEqual([{ report_id: id, title, rhythm: 'once', ...period, summary }])
})

test('opportunity.opened: emitted for new and reopened opportunities', async () => {
  const { db } = app.app.services
  const before = await emitted('opportunity.opened')
  const of = db.selectFrom('opportunities').selectAll().where('brand_id', '=', brand_id)
  const [gone] = await of.where('state', '=', 'open').execute()
  await db
    .deleteFrom('opportunities')
    .where('id', '=', gone?.id as string)
    .execute()
  const { opened } = await app.operate<{ opened: number }>('refresh-opportunities', { brand_id })
  const events = (await emitted('opportunity.opened')).slice(before.length)
  expect(events).toHaveLength(opened)
  expect(events).toContainEqual({
    ...{ opportunity_id: gone?.id, category: gone?.category, kind: gone?.kind },
    ...{ title: gone?.title, expected_reach: gone?.reach },
  })
})
