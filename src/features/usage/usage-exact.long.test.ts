import { randomUUID } from 'node:crypto'
import { Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoreUnreachableError } from '../../stores/store-errors.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type ShownKey, type ShownUsage, usageOf } from '../../testing/usage/ask-usage.ts'

interface Key {
  id: string
  secret: string
}

interface Reply {
  status: number
  bytes: number
  etag: string | undefined
}

type Counted = Omit<ShownKey, 'p95_ms'>

let running: TestApp
let workspaceId: string
let brandId: string
/** A brand without readable data: the store rejects queries about it. */
let brokenBrandId: string
/** One working key per client, one key without the needed scopes, and one that exceeds its read limit. */
let working: Key[]
let scopeless: Key
let greedy: Key
/** Revoked, expired and rolled keys. */
let dead: Key[]
let port: number
const agent = new Agent({ keepAlive: true, maxSockets: 24 })
const counts = new Map<string, Counted>()
const statuses = new Map<number, number>()

const clientCount = 12

/** Number of requests of each kind; in one of them, a key exceeds its read limit. */
const rounds = 500

beforeAll(async () => {
  running = await startTestApp({ READS_PER_MINUTE: String(2.4 * rounds) })
  workspaceId = (await running.operate('create-workspace', { name: 'Ours', api_writes: true })).id
  brandId = (await running.operate('create-brand', { workspace_id: workspaceId, name: 'Ünï' })).id
  brokenBrandId = (await running.operate('create-brand', { workspace_id: workspaceId, name: 'Broken' })).id
  const make = (more: Record<string, string | string[]> = {}) =>
    running.operate<Key>('create-key', { workspace_id: workspaceId, name: 'k', ...more })
  const scopes = ['read:basic', 'read:visibility', 'write:competitors']
  working = []
  for (let number = 0; number < clientCount; number += 1) working.push(await make({ scopes }))
  scopeless = await make({ scopes: ['read:content'] })
  greedy = await make()
  const [revoked, expired, rolled] = [await make(), await make(), await make()]
  await running.operate('revoke-key', { key_id: revoked.id })
  await running.operate('roll-key', { key_id: rolled.id, grace_hours: 0 })
  const { services } = running.app
  const past = { expires_at: new Date(0) }
  await services.db.updateTable('api_keys').set(past).where('id', '=', expired.id).execute()
  dead = [revoked, expired, rolled]
  const { clickhouse } = services
  const { query } = clickhouse
  clickhouse.query = (...given) =>
    given[0].text.includes(brokenBrandId) ? Promise.reject(new StoreUnreachableError('gone')) : query(...given)
  await listen()
})
afterAll(async () => {
  agent.destroy()
  await running.close()
})

async function listen(): Promise<void> {
  await running.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (running.app.http.server.address() as AddressInfo).port
}

function count(key: Key, { status, bytes }: Pick<Reply, 'status' | 'bytes'>): void {
  const none = { requests: 0, errors: 0, client_errors: 0, server_errors: 0, response_bytes: 0 }
  const own = counts.get(key.id) ?? { api_key_id: key.id, ...none }
  own.requests += 1
  own.errors += Number(status >= 400)
  own.client_errors += Number(status >= 400 && status < 500)
  own.server_errors += Number(status >= 500)
  own.response_bytes += bytes
  counts.set(key.id, own)
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

function open(key: Key, path: string, { method = 'GET', headers = {} }: Sent = {}): ClientRequest {
  const authorization = `Bearer ${key.secret}`
  return httpRequest({ port, path, method, agent, headers: { authorization, ...headers } })
}

/** Sends a request and counts it after its complete response. */
function send(key: Key, path: string, sent: Sent = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    open(key, path, sent)
      .on('error', reject)
      .on('response', (response) => {
        let bytes = 0
        response
          .on('data', (chunk: Buffer) => {
            bytes += chunk.length
          })
          .on('error', reject)
          .on('end', () => {
            const reply = { status: response.statusCode as number, bytes, etag: response.headers.etag }
            count(key, reply)
            resolve(reply)
          })
      })
      .end(sent.body)
  })
}

const write = (key: Key, name: string, idempotencyKey: string = randomUUID(), headers: object = {}) =>
  send(key, `/v1/brands/${brandId}/competitors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey, ...headers },
    body: JSON.stringify({ name, primary_url: 'https://globex.com' }),
  })

/** One request of each kind. */
const kinds: ((key: Key, round: number) => Promise<unknown>)[] = [
  (key) => send(key, `/v1/brands/${brandId}/tags`),
  async (key) => {
    const { etag = '' } = await send(key, `/v1/brands/${brandId}/topics`)
    // The brand can have changed in between.
    await send(key, `/v1/brands/${brandId}/topics`, { headers: { 'if-none-match': etag } })
  },
  (key) => send(key, '/v1/brands', { headers: { accept: 'text/csv' } }),
  (key) => send(key, '/v1/me', { method: 'HEAD' }),
  (key) => send(key, '/v1/me', { headers: { connection: 'close' } }),
  async (key, round) => round % 20 === 0 && send(key, '/v1/usage?days=1'),
  (key, round) => send(key, `/v1/brands/${brandId}/competitors/rankings?limit=${1 + (round % 100)}`),
  (key) => send(key, `/v1/brands/${brokenBrandId}/engines`),
  (key, round) => send(key, `/v1/me?${'x'.repeat(round % 90)}=1`),
  (key) => send(key, '/v1/brands/%zz/tags'),
  (key) => send(key, `/v1/brands/${randomUUID()}/tags`),
  (key, round) => send(key, `/v1/nothing/${'x'.repeat(round % 50)}`),
  (key) => send(key, '/v1/me', { method: 'PUT', body: '{}' }),
  () => send(scopeless, `/v1/brands/${brandId}/tags`, { headers: { connection: 'close' } }),
  (_, round) => send(dead[round % 3] as Key, '/v1/me'),
  (_, round) => send(dead[round % 3] as Key, `/v1/brands/%zz/${round}`),
  () => send(greedy, '/v1/me'),
  () => send(greedy, '/v1/brands?limit=0'),
  () => send(greedy, '/v1/me'),
  (key, round) => (round % 20 === 0 ? write(key, `Globex ${round}`, `once ${round % 40}`) : write(key, '')),
  (key) => write(key, 'Globex', 'ü', { 'content-type': 'text/plain' }),
]

/** Runs concurrent clients, each with its own key, until each kind of request was sent `rounds` times. */
async function clients(rounds: number): Promise<void> {
  let round = 0
  await Promise.all(
    working.map(async (key) => {
      while (round < rounds) {
        const own = round
        round += 1
        for (const kind of kinds) await kind(key, own)
      }
    }),
  )
}

/** Runs clients until the server stops; requests without a response are not counted. */
async function clientsUntilTheEnd(): Promise<void> {
  await Promise.all(
    working.map(async (key) => {
      try {
        for (let round = 1; ; round += 1) for (const kind of kinds) await kind(key, round)
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toMatch(/^ECONN(RESET|REFUSED)$/)
      }
    }),
  )
}

/** Counts how many of the matching requests have ended. @returns a function that reads the count */
function watchEnds(isMatching: (request: IncomingMessage) => boolean): () => number {
  let ended = 0
  running.app.http.server.on('request', (request, response) => {
    if (isMatching(request)) response.on('close', () => (ended += 1))
  })
  return () => ended
}

/** Sends requests about a new brand whose client disconnects before the response. */
async function disconnectEarly(requests: number): Promise<void> {
  const { id } = await running.operate('create-brand', { workspace_id: workspaceId, name: 'Left' })
  const { clickhouse } = running.app.services
  const { query } = clickhouse
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const ended = watchEnds(({ url }) => url?.includes(id) === true)
  // One request runs several queries; each request has an end date that no other has.
  const started = new Set<string | undefined>()
  clickhouse.query = async (...given) => {
    if (given[0].text.includes(id)) {
      started.add(/2026-03-\d\d/.exec(JSON.stringify(given[0]))?.[0])
      await released
    }
    return query(...given) as never
  }
  const sent = Array.from({ length: requests }, (_, day) => {
    const path = `/v1/brands/${id}/visibility/engines?start_date=2026-01-01&end_date=2026-03-${10 + day}`
    const key = working[day % working.length] as Key
    const leaving = httpRequest({ port, path, headers: { authorization: `Bearer ${key.secret}` } })
    leaving.on('error', () => {}).end()
    count(key, { status: 499, bytes: 0 })
    return leaving
  })
  while (started.size < requests) await sleep(5)
  for (const leaving of sent) leaving.destroy()
  while (ended() < requests) await sleep(5)
  clickhouse.query = query
  release()
}

/** Sends writes whose client disconnects before the end of the body. */
async function disconnectWhileSending(requests: number): Promise<void> {
  const { limits } = running.app.services
  const { count: countRequest } = limits
  const ended = watchEnds(({ headers }) => headers['content-length'] === '1000')
  // Counted once the key is known; until then, a request belongs to no workspace.
  let known = 0
  limits.count = (...given) => {
    known += 1
    return countRequest(...given)
  }
  const sent = Array.from({ length: requests }, (_, number) => {
    const key = working[number % working.length] as Key
    const headers = {
      authorization: `Bearer ${key.secret}`,
      'content-type': 'application/json',
      'content-length': '1000',
      'idempotency-key': randomUUID(),
    }
    const path = `/v1/brands/${brandId}/competitors`
    const leaving = httpRequest({ port, path, method: 'POST', headers }).on('error', () => {})
    leaving.write('{"name":"Globex",')
    count(key, { status: 499, bytes: 0 })
    return leaving
  })
  while (known < requests) await sleep(5)
  limits.count = countRequest
  for (const leaving of sent) leaving.destroy()
  while (ended() < requests) await sleep(5)
}

async function expectCounted(): Promise<void> {
  const { keys, totals } = await usageOf(running, workspaceId)
  const shown = keys.map(({ p95_ms: _, ...own }) => own)
  const expected = [...counts.values()].sort(
    (a, b) => b.requests - a.requests || (a.api_key_id < b.api_key_id ? -1 : 1),
  )
  expect(shown).toEqual(expected)
  const sum = (name: keyof ShownUsage['totals']) => expected.reduce((total, own) => total + own[name], 0)
  expect(totals).toEqual({
    requests: sum('requests'),
    errors: sum('errors'),
    client_errors: sum('client_errors'),
    server_errors: sum('server_errors'),
  })
}

const total = () => [...counts.values()].reduce((sum, { requests }) => sum + requests, 0)

test('usage of mixed requests matches the counts of their clients', async () => {
  await clients(rounds)
  await Promise.all([clients(20), disconnectEarly(20)])
  await disconnectWhileSending(20)
  expect(total()).toBeGreaterThan(20 * rounds)
  expect([...statuses.keys()].sort()).toEqual([200, 304, 400, 401, 403, 404, 405, 429, 499, 503])
  await expectCounted()
})

test('usage matches the counts of clients after a restart under load', async () => {
  const before = total()
  const ended = clientsUntilTheEnd()
  while (total() < before + 500) await sleep(5)
  await running.restart()
  await ended
  await expectCounted()
})
