import type { ServerResponse } from 'node:http'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EventKind, emit, eventBodySchema } from '../../kernel/events.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type Received, startWebhookReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'
import { deliverWebhooks } from './deliver-webhooks.ts'
import { eventKinds, webhookTested } from './event-kinds.ts'
import { pruneEvents } from './prune-events.ts'

let app: TestApp
let receiver: WebhookReceiver
let workspaceId: string

interface Made {
  id: string
  secret: string
}
interface Delivery {
  id: string
  event_id: string
  event_type: string
  sequence: number
  status: string
  attempts: number
  response_status: number | null
  problem: string | null
  duration_ms: number | null
  body: string
  next_attempt_at: string | null
}

const anyEvents = ['member.added', 'import.completed']

beforeAll(async () => {
  receiver = await startWebhookReceiver()
  // A host name that leads to this machine when it is resolved.
  const resolveHost = async () => ['127.0.0.1']
  const environment = { FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${receiver.port}` }
  app = await startTestApp(environment, { resolveHost })
})
afterAll(async () => {
  await app.close()
  receiver.close()
})
beforeEach(async () => {
  app.setNow(new Date())
  workspaceId = (await app.operate('create-workspace', { name: 'Acme' })).id
})
afterEach(async () => {
  await app.operate('delete-workspace', { workspace_id: workspaceId })
  receiver.received.length = 0
  receiver.answer = (_, response) => void response.writeHead(204).end()
})

let people = 0
const addMember = () =>
  app.operate('create-person', {
    workspace_id: workspaceId,
    email: `p${people++}@people.example`,
    name: 'Somebody',
    role: 'viewer',
  })
const make = (input = {}) =>
  app.operate<Made>('create-webhook', {
    workspace_id: workspaceId,
    name: 'Ours',
    url: receiver.url(),
    events: anyEvents,
    ...input,
  })
/** Newest first. */
const deliveriesOf = ({ id }: Pick<Made, 'id'>) =>
  app.operate<Delivery[]>('list-webhook-deliveries', { webhook_id: id })
/** Delivers what is due until a condition holds; the app's own job may deliver as well. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) {
    await deliverWebhooks.run(app.app.services, {}, new AbortController().signal)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const settled = (webhook: Pick<Made, 'id'>, count: number) =>
  until(async () => (await deliveriesOf(webhook)).filter(({ status }) => status !== 'waiting').length === count)
/** Delivers until the oldest delivery has had that many attempts. */
const tried = (webhook: Pick<Made, 'id'>, attempts: number) =>
  until(async () => (await deliveriesOf(webhook)).at(-1)?.attempts === attempts)
const memberAdded = () => eventKinds(app.app.services).find(({ type }) => type === 'member.added') as EventKind
const verified = (secret: string, { body, headers }: Received) =>
  new Verifier(secret).verify(body, headers as Record<string, string>)
const later = (ms: number) => app.setNow(new Date(app.app.services.now().getTime() + ms))
const answerWith = (status: number) => {
  receiver.answer = (_, response) => void response.writeHead(status).end()
}
const countUndealt = async () => {
  const { db } = app.app.services
  return (await db.selectFrom('events').select('id').where('dealt_at', 'is', null).execute()).length
}
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

test('sends an event to its subscribers, with a signature, a sequence number and a link', async () => {
  const webhook = await make()
  const other = await make({ url: receiver.url('/other'), events: ['import.completed'] })
  expect(webhook.secret).toMatch(/^whsec_[\w+/]{32}$/)
  await addMember()
  await settled(webhook, 1)
  expect(receiver.received).toHaveLength(1)
  const [received] = receiver.received as [Received]
  const body = verified(webhook.secret, received)
  expect(() => verified(other.secret, received)).toThrow()
  expect(eventBodySchema(memberAdded()).strict().parse(body)).toMatchObject({
    type: 'member.added',
    sequence: 1,
    workspace_id: workspaceId,
    brand: null,
    link: `${app.app.services.address()}/${workspaceId}/settings/members`,
    data: { person_id: expect.any(String), role: 'viewer' },
  })
  const [delivery] = await deliveriesOf(webhook)
  expect(delivery).toMatchObject({
    event_type: 'member.added',
    event_id: received.headers['webhook-id'],
    status: 'delivered',
    attempts: 1,
    response_status: 204,
    problem: null,
    body: received.body,
    next_attempt_at: null,
  })
  expect(await deliveriesOf(other)).toEqual([])
})

test('does not send an event whose transaction was rolled back', async () => {
  const webhook = await make()
  const { db, now } = app.app.services
  const undone = db.transaction().execute(async (transaction) => {
    const data = { person_id: workspaceId, role: 'viewer' as const }
    await emit(transaction, memberAdded(), { workspaceId, at: now(), data })
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await addMember()
  await settled(webhook, 1)
  expect((await deliveriesOf(webhook)).map(({ sequence }) => sequence)).toEqual([1])
})

test('a test event goes only to its webhook, whatever event types that subscribes to', async () => {
  const webhook = await make({ events: ['import.completed'] })
  const other = await make({ url: receiver.url('/other') })
  await app.operate('test-webhook', { webhook_id: webhook.id })
  await settled(webhook, 1)
  const body = verified(webhook.secret, receiver.received[0] as Received)
  expect(eventBodySchema(webhookTested).parse(body).data).toEqual({ webhook_id: webhook.id })
  expect(await deliveriesOf(other)).toEqual([])
})

test('a webhook is listed without its secret, and can be updated and deleted with its deliveries', async () => {
  const { secret, ...webhook } = await make()
  expect(await app.operate('list-webhooks', { workspace_id: workspaceId })).toEqual([webhook])
  const changed = { webhook_id: webhook.id, name: 'Theirs', events: ['key.expiring', 'alert.raised'] }
  expect(await app.operate('update-webhook', changed)).toMatchObject({
    name: 'Theirs',
    events: ['key.expiring', 'alert.raised'],
  })
  await app.operate('test-webhook', { webhook_id: webhook.id })
  await settled(webhook, 1)
  const records = JSON.stringify(await app.operate('list-audit-records', { workspace_id: workspaceId }))
  expect(records).not.toContain(secret)
  const { rows } = await app.app.services.postgres.execute('select webhooks::text as all from webhooks')
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  await app.operate('delete-webhook', { webhook_id: webhook.id })
  expect(await app.operate('list-webhooks', { workspace_id: workspaceId })).toEqual([])
  await expect(deliveriesOf(webhook)).rejects.toThrow('webhook not found')
})

test('rejects invalid fields with the allowed values', async () => {
  const { id } = await make()
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ url: 'http://example.com/hooks' }, /url must be an https URL/],
    [{ url: 'https://user:word@example.com' }, /url must be a URL without user/],
    [{ url: 'ftp://example.com' }, /url must be a URL/],
    [{ events: ['member.removed'] }, /member.removed is unknown; use /],
    [{ events: ['webhook.tested'] }, /webhook.tested is unknown/],
    [{ events: ['nope'] }, /events: nope is unknown; use import.completed, /],
    [{ name: '' }, /name/],
  ]
  for (const [input, message] of cases) await expect(make(input), JSON.stringify(input)).rejects.toThrow(message)
  const replay = (input: object) => app.operate('replay-webhook-deliveries', { webhook_id: id, ...input })
  await expect(replay({})).rejects.toThrow('either delivery_id or since')
  await expect(replay({ delivery_id: id })).rejects.toThrow('delivery not found')
})

test('retries with growing delays for two days, and delivers with the same id and body', async () => {
  const webhook = await make()
  answerWith(503)
  await addMember()
  await tried(webhook, 1)
  const gaps: number[] = []
  for (let attempts = 2; ; attempts++) {
    const [{ next_attempt_at }] = (await deliveriesOf(webhook)) as [Delivery]
    const gap = new Date(next_attempt_at as string).getTime() - app.app.services.now().getTime()
    if (gaps.reduce((sum, one) => sum + one, gap) > 2 * dayMs) break
    gaps.push(gap)
    later(gap)
    await tried(webhook, attempts)
  }
  expect(gaps[0]).toBeLessThanOrEqual(5500)
  for (const [index, gap] of gaps.entries())
    if (index > 0 && index < 8) expect(gap).toBeGreaterThan(gaps[index - 1] as number)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(6.6 * hourMs)
  answerWith(200)
  later(6.6 * hourMs)
  await settled(webhook, 1)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  expect(await app.operate('list-webhooks', { workspace_id: workspaceId })).toMatchObject([
    { is_active: true, failing_since: null },
  ])
})

test('disables a webhook after three days of failures and records it; a resend includes events since then', async () => {
  const webhook = await make()
  answerWith(500)
  const since = app.app.services.now().toISOString()
  await addMember()
  for (let attempts = 1; ; attempts++) {
    await tried(webhook, attempts)
    const [{ status, next_attempt_at }] = (await deliveriesOf(webhook)) as [Delivery]
    if (status === 'failed') break
    app.setNow(next_attempt_at as string)
  }
  const [shown] = await app.operate<{ is_active: boolean; off_reason: string }[]>('list-webhooks', {
    workspace_id: workspaceId,
  })
  expect(shown).toMatchObject({
    is_active: false,
    off_reason: 'no delivery succeeded for three days',
    failing_since: since,
  })
  const [change] = await app.operate<object[]>('list-audit-records', { workspace_id: workspaceId })
  expect(change).toMatchObject({
    operation: 'update-webhook',
    actor: { kind: 'system', name: 'deliver-webhooks' },
    before: { is_active: true },
    after: { is_active: false },
  })
  await addMember()
  const webhook_id = webhook.id
  await expect(app.operate('replay-webhook-deliveries', { webhook_id, since })).rejects.toThrow('enable it')
  await expect(app.operate('test-webhook', { webhook_id })).rejects.toThrow('enable it')
  answerWith(200)
  receiver.received.length = 0
  // The second event gets no delivery while the webhook is disabled.
  await until(async () => (await countUndealt()) === 0)
  await app.operate('update-webhook', { webhook_id, is_active: true })
  expect(await app.operate('replay-webhook-deliveries', { webhook_id, since })).toEqual({ queued: 2 })
  await settled(webhook, 2)
  expect(receiver.received.map(({ body }) => JSON.parse(body).sequence)).toEqual([1, 2])
})

test('resends one delivery with its id and body', async () => {
  const webhook = await make()
  await addMember()
  await settled(webhook, 1)
  const [{ id }] = (await deliveriesOf(webhook)) as [Delivery]
  const input = { webhook_id: webhook.id, delivery_id: id }
  expect(await app.operate('replay-webhook-deliveries', input)).toEqual({ queued: 1 })
  await until(() => receiver.received.length === 2)
  const [first, second] = receiver.received as [Received, Received]
  expect(second.body).toBe(first.body)
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
})

test('disables a webhook immediately on status 410', async () => {
  const webhook = await make()
  answerWith(410)
  await addMember()
  await settled(webhook, 1)
  expect(await app.operate('list-webhooks', { workspace_id: workspaceId })).toMatchObject([
    { is_active: false, off_reason: 'the receiver returned 410 (Gone)' },
  ])
  expect(receiver.received).toHaveLength(1)
})

test('signs with both secrets for a day after a roll, then only with the new one', async () => {
  const webhook = await make()
  const rolled = await app.operate<Made>('roll-webhook-secret', { webhook_id: webhook.id })
  expect(rolled.secret).not.toBe(webhook.secret)
  await addMember()
  await settled(webhook, 1)
  const [received] = receiver.received as [Received]
  for (const { secret } of [webhook, rolled]) verified(secret, received)
  later(dayMs + 1000)
  await addMember()
  await settled(webhook, 2)
  const [, next] = receiver.received as [Received, Received]
  expect(next.headers['webhook-signature']?.toString().split(' ')).toHaveLength(1)
  // The package uses the system clock, so this compares the signature itself.
  const sentAt = new Date(Number(next.headers['webhook-timestamp']) * 1000)
  const sign = (secret: string) => new Verifier(secret).sign(String(next.headers['webhook-id']), sentAt, next.body)
  expect(next.headers['webhook-signature']).toBe(sign(rolled.secret))
})

test('a Slack channel receives a message, and its URL is never shown', async () => {
  const path = '/services/T000/B000/verysecretpath'
  const webhook = await make({ kind: 'slack', url: receiver.url(path) })
  expect(webhook).toMatchObject({ secret: null, url: `http://127.0.0.1:${receiver.port}/…path` })
  await addMember()
  await settled(webhook, 1)
  const [received] = receiver.received as [Received]
  expect(received.path).toBe(path)
  expect(received.headers['webhook-signature']).toBeUndefined()
  const link = `${app.app.services.address()}/${workspaceId}/settings/members`
  expect(JSON.parse(received.body)).toEqual({
    text: `A new member joined the workspace as viewer. <${link}|Open in Sightline>`,
  })
  const records = JSON.stringify(await app.operate('list-audit-records', { workspace_id: workspaceId }))
  expect(records).not.toContain('verysecret')
  await expect(app.operate('roll-webhook-secret', { webhook_id: webhook.id })).rejects.toThrow('no secret')
})

test('blocks private addresses and redirects, limits endless responses, and does not delay other webhooks', async () => {
  const guarded = { events: ['member.added'] }
  const refused = await Promise.all(
    [
      'http://127.0.0.1:9/',
      'http://169.254.169.254/latest',
      'http://[::1]:9/',
      'http://10.0.0.1/',
      'https://rebinding.example/',
    ].map((url) => make({ url, ...guarded })),
  )
  const pending = new Set<ServerResponse>()
  /** Number of unanswered requests at each request to the working receiver. */
  const pendingCounts: number[] = []
  receiver.answer = ({ path }, response) => {
    if (path === '/redirects') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    if (path === '/headers') {
      response.socket?.write(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(10_000)}`)
      return void response.socket?.end()
    }
    if (path === '/endless') {
      response.writeHead(200)
      const more = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)))
      return more()
    }
    if (path === '/silent') return void pending.add(response.once('close', () => pending.delete(response)))
    if (path === '/fine') pendingCounts.push(pending.size)
    response.writeHead(204).end()
  }
  const redirecting = await make({ url: receiver.url('/redirects'), ...guarded })
  const headers = await make({ url: receiver.url('/headers'), ...guarded })
  const endless = await make({ url: receiver.url('/endless'), ...guarded })
  const silent = await make({ url: receiver.url('/silent'), ...guarded })
  const fine = await make({ url: receiver.url('/fine'), ...guarded })
  await addMember()
  const delivering = deliverWebhooks.run(app.app.services, {}, new AbortController().signal)
  while (pending.size === 0 || pendingCounts.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  await addMember()
  await delivering
  await settled(fine, 2)
  expect(pendingCounts.at(-1)).toBe(1)
  for (const webhook of [redirecting, headers, endless, silent]) await tried(webhook, 1)
  for (const webhook of refused) {
    await tried(webhook, 1)
    expect((await deliveriesOf(webhook)).at(-1)?.problem).toMatch(/(is not|does not lead to) a public address/)
  }
  expect((await deliveriesOf(redirecting)).at(-1)).toMatchObject({
    response_status: 302,
    problem: 'redirects are not followed',
  })
  expect((await deliveriesOf(headers)).at(-1)?.problem).not.toBeNull()
  // An endless body is cut off, and the status counts.
  expect((await deliveriesOf(endless)).at(-1)).toMatchObject({ response_status: 200, problem: null })
  expect((await deliveriesOf(silent)).at(-1)?.problem).toMatch(/did not answer within 15 s/)
  expect(receiver.received.filter(({ path }) => path === '/silent').length).toBeLessThanOrEqual(2)
})

test('deleting a brand or a workspace deletes the bodies of its events', async () => {
  const { id: brandId } = await app.operate('create-brand', { workspace_id: workspaceId, name: 'Zuvari' })
  const webhook = await make()
  const line = { prompt: 'Which?', engine: 'chatgpt', executed_at: '2026-11-01T00:00:00Z', answer: 'Zuvari.' }
  await app.operate('import-answers', { brand_id: brandId }, JSON.stringify(line))
  await addMember()
  await settled(webhook, 2)
  expect(receiver.received.map(({ body }) => JSON.parse(body).brand?.name)).toContain('Zuvari')
  await app.operate('delete-brand', { brand_id: brandId })
  expect((await deliveriesOf(webhook)).map(({ event_type }) => event_type)).toEqual(['member.added'])
  const left = async () =>
    (
      await app.app.services.postgres.execute(`select data::text from events where workspace_id = '${workspaceId}'
      union all select body from webhook_deliveries join webhooks on webhooks.id = webhook_id
      where workspace_id = '${workspaceId}'`)
    ).rows
  expect(JSON.stringify(await left())).not.toContain(brandId)
  await app.operate('delete-workspace', { workspace_id: workspaceId })
  expect(await left()).toEqual([])
  workspaceId = (await app.operate('create-workspace', { name: 'Next' })).id
})

test('deletes events and deliveries after a month', async () => {
  const webhook = await make()
  await addMember()
  await settled(webhook, 1)
  const prune = () => pruneEvents.run(app.app.services, {}, new AbortController().signal)
  later(29 * dayMs)
  await prune()
  expect(await deliveriesOf(webhook)).toHaveLength(1)
  later(2 * dayMs)
  await prune()
  expect(await deliveriesOf(webhook)).toEqual([])
})
