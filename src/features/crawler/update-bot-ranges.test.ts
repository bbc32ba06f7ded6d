import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Services } from '../../kernel/context.ts'
import { parseAllowedAddresses } from '../../lib/fetching/allowed-addresses.ts'
import { line } from '../../testing/crawler/logs.ts'
import { makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { fetchBotRanges, noteAttempt } from './fetch-bot-ranges.ts'
import { refreshBotRanges, refreshDue } from './refresh-bot-ranges.ts'

let running: TestApp
let origin: string
let answer: RequestListener
let requests: IncomingMessage[]

const server = createServer((request, response) => {
  requests.push(request)
  answer(request, response)
})

beforeAll(async () => {
  running = await startTestApp({ BOT_HOST_NAMES: 'ignore' })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await running.close()
})
beforeEach(() => {
  requests = []
})

const list = (network: string) => JSON.stringify({ prefixes: [{ ipv4Prefix: network }] })

const sourcesOf = (names: readonly string[]) => names.map((name) => ({ name, url: `${origin}/${name}.json` }))

/** Services that may send requests to these addresses. */
function withAllowed(allowed: string, environment: Partial<Services['config']> = {}): Services {
  const { services } = running.app
  const FETCH_ALLOWED_ADDRESSES = parseAllowedAddresses(allowed)
  return { ...services, config: { ...services.config, FETCH_ALLOWED_ADDRESSES, ...environment } }
}

/** Runs the operation with lists from the test server. */
async function update(allowed: string, ...names: string[]) {
  await noteAttempt(running.app.services, sourcesOf(names))
  return fetchBotRanges(withAllowed(allowed), sourcesOf(names))
}

interface ShownList {
  name: string
  networks: number | null
  listed_at: string | null
  age_days: number | null
  is_proof: boolean
  tried_at: string | null
  problem: string | null
}
const shown = async (name: string) =>
  (await running.operate<ShownList[]>('list-bot-ranges')).find((list) => list.name === name)

it('fetches lists over HTTP with conditional requests, and verifies visits with them', async () => {
  answer = ({ url, headers }, response) => {
    if (url === '/gptbot.json') return response.writeHead(302, { location: '/moved/gptbot.json' }).end()
    if (headers['if-none-match'] === '"1"') return response.writeHead(304).end()
    response.writeHead(200, { etag: '"1"' }).end(list('20.42.10.0/24'))
  }
  const updated = { name: 'gptbot', outcome: 'updated', networks: 1, reason: null }
  expect(await update('127.0.0.1', 'gptbot')).toEqual([updated])
  expect(requests.map(({ url }) => url)).toEqual(['/gptbot.json', '/moved/gptbot.json'])
  expect(requests[0]?.headers['user-agent']).toMatch(/^Sightline\//)
  expect(await update('127.0.0.1', 'gptbot')).toEqual([{ ...updated, outcome: 'unchanged' }])

  const workspace_id = (await running.operate('create-workspace', { name: 'W' })).id
  const key = await makeKey(running, workspace_id)
  const brand_id = (await running.operate('create-brand', { workspace_id, name: 'A' })).id
  const at = running.app.services.now().toISOString()
  const log = line({ at, address: '20.42.10.5' }) + line({ at, address: '8.8.8.8' })
  await running.operate('import-crawler-logs', { brand_id }, log)
  const { data } = (await running.get(`/v1/brands/${brand_id}/crawler/summary`, key)).body
  expect(data).toMatchObject({ bots: [{ visits: 1, verified_visits: 1, spoofed_visits: 1 }] })
})

it('requests a list only if it changed, and gives an unchanged one a new time', async () => {
  running.setNow('2026-06-01T00:00:00Z')
  const modified = 'Tue, 01 Sep 2026 00:00:00 GMT'
  answer = (_, response) => response.writeHead(200, { 'last-modified': modified }).end('52.0.0.0/24\n52.0.1.0/24')
  await update('127.0.0.1', 'applebot')
  running.setNow('2026-06-02T00:00:00Z')
  answer = ({ headers }, response) =>
    headers['if-modified-since'] === modified ? response.writeHead(304).end() : response.writeHead(500).end()
  expect(await update('127.0.0.1', 'applebot')).toMatchObject([{ outcome: 'unchanged', networks: 2 }])
  expect(await shown('applebot')).toMatchObject({ networks: 2, listed_at: '2026-06-02T00:00:00.000Z' })
  answer = (_, response) => response.end('52.0.0.0/24')
  expect(await update('127.0.0.1', 'applebot')).toMatchObject([{ outcome: 'updated', networks: 1 }])
})

it('sends no condition for a stored list of another URL', async () => {
  answer = (_, response) => response.writeHead(200, { etag: '"1"' }).end(list('20.42.10.0/24'))
  await update('127.0.0.1', 'meta')
  requests = []
  answer = (_, response) => response.writeHead(304).end()
  const moved = [{ name: 'meta', url: `${origin}/moved.json` }]
  expect(await fetchBotRanges(withAllowed('127.0.0.1'), moved)).toMatchObject([{ outcome: 'failed', networks: 1 }])
  expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined])
})

it('does not fetch lists from addresses that are not allowed, and says why', async () => {
  answer = (_, response) => response.end(list('20.42.11.0/24'))
  const [refused] = await update('', 'ccbot')
  expect(refused).toMatchObject({ outcome: 'failed', networks: null, reason: expect.stringMatching(/\S/) })
  expect(requests).toEqual([])
})

it.each<[string, RequestListener]>([
  ['is too long', (_, response) => response.end(`${list('20.42.12.0/24')}${' '.repeat(17_000_000)}`)],
  ['is cut off', (_, response) => response.writeHead(200, { 'content-length': 900 }).write('{"prefixes":[')],
  ['redirects to a private address', (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
  ['is not a list', (_, response) => response.end('<html>')],
  ['is truncated', (_, response) => response.end('{"prefixes":[{"ipv4Prefix":"20.15')],
  ['is empty', (_, response) => response.end('{"prefixes":[]}')],
  ['covers all addresses', (_, response) => response.end(list('0.0.0.0/0'))],
  ['has private addresses', (_, response) => response.end('20.15.240.64/28\n10.0.0.0/16')],
  ['has an error status', (_, response) => response.writeHead(503).end(list('52.0.0.0/24'))],
])('keeps the stored list if the new one %s', async (what, broken) => {
  answer = (_, response) => response.end(list('20.42.11.0/24'))
  await update('127.0.0.1', 'chatgpt-user', 'ccbot')
  const stored = () =>
    running.app.services.db
      .selectFrom('bot_ranges')
      .select(['url', 'networks', 'fetched_at', 'etag'])
      .where('name', '=', 'chatgpt-user')
      .executeTakeFirstOrThrow()
  const before = await stored()
  answer = (request, response) => {
    if (request.url === '/ccbot.json') return response.end(list('20.42.13.0/24'))
    broken(request, response)
    if (what === 'is cut off') setTimeout(() => response.destroy(), 50)
  }
  expect(await update('127.0.0.1', 'chatgpt-user', 'ccbot')).toMatchObject([
    { outcome: 'failed', networks: 1, reason: expect.stringMatching(/\S/) },
    { outcome: expect.stringMatching('updated|unchanged') },
  ])
  expect(await stored()).toEqual(before)
  expect(await shown('chatgpt-user')).toMatchObject({ networks: 1, problem: expect.stringMatching(/\S/) })
})

it.each<[string, (said: string) => string]>([
  ['a line', (said) => `20.42.10.0/24\n${said}`],
  ['an entry', (said) => JSON.stringify({ prefixes: [{ network: said }] })],
  ['a network', (said) => JSON.stringify({ prefixes: ['20.42.10.0/24', `20.42.10.0/24 ${said}`] })],
  ['a page', (said) => `<html>${said}`],
])('reports an invalid list without repeating the response (%s)', async (_, write) => {
  const said = 'what only the server said'
  answer = (_, response) => response.writeHead(200, said, { 'x-said': said }).end(write(said))
  const [failed] = await update('127.0.0.1', 'ccbot')
  expect(failed).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/^it.{5,80}$/) })
  expect(JSON.stringify(failed)).not.toContain(said)
})

describe('daily refresh', () => {
  const names = ['gptbot', 'ccbot', 'applebot']
  const asked = () => requests.map(({ url }) => url?.slice(1, -5)).sort()
  const refresh = () => refreshDue(withAllowed('127.0.0.1'), sourcesOf(names))

  beforeEach(async () => {
    answer = (_, response) => response.end(list('20.42.11.0/24'))
    running.setNow('2026-06-01T00:00:00Z')
    await running.app.services.db.deleteFrom('bot_ranges').execute()
  })

  it('fetches each list in only one process, and not again after a restart', async () => {
    await Promise.all(Array.from({ length: 6 }, refresh))
    expect(asked()).toEqual([...names].sort())
    await running.restart()
    running.setNow('2026-06-01T23:59:59Z')
    await refresh()
    expect(requests).toHaveLength(3)
    running.setNow('2026-06-02T00:00:00Z')
    await refresh()
    expect(requests).toHaveLength(6)
  })

  it('retries a failed list after some hours and reports its age until then', async () => {
    await refresh()
    answer = (request, response) =>
      request.url === '/ccbot.json' ? response.end('{"prefixes":[]}') : response.end(list('20.42.12.0/24'))
    running.setNow('2026-06-02T00:00:00Z')
    await refresh()
    expect(await shown('ccbot')).toEqual({
      name: 'ccbot',
      url: expect.stringContaining('https://'),
      networks: 1,
      listed_at: '2026-06-01T00:00:00.000Z',
      age_days: 1,
      is_proof: true,
      tried_at: '2026-06-02T00:00:00.000Z',
      problem: 'it lists no addresses',
    })
    requests = []
    running.setNow('2026-06-02T05:00:00Z')
    await refresh()
    expect(asked()).toEqual([])
    running.setNow('2026-06-02T06:00:00Z')
    await refresh()
    expect(asked()).toEqual(['ccbot'])
    running.setNow('2026-06-08T00:00:01Z')
    expect(await shown('ccbot')).toMatchObject({ is_proof: false })
    expect(await shown('gptbot')).toMatchObject({ is_proof: true, problem: null })
    expect(await shown('mistralai-user')).toMatchObject({ networks: null, listed_at: null, tried_at: null })
  })

  it('completes the work of a stopped process', async () => {
    const reached = Promise.withResolvers<void>()
    answer = () => reached.resolve()
    const interrupted = refresh().catch((error: unknown) => error)
    await reached.promise
    await running.restart()
    await interrupted
    answer = (_, response) => response.end(list('20.42.13.0/24'))
    requests = []
    running.setNow('2026-06-01T00:10:00Z')
    await refresh()
    expect(asked()).toEqual([...names].sort())
    expect(await shown('gptbot')).toMatchObject({ networks: 1, problem: null })
  })

  it('recovers from a clock that was far ahead', async () => {
    running.setNow('2036-06-01T00:00:00Z')
    await refresh()
    running.setNow('2026-06-01T01:00:00Z')
    await refresh()
    expect(requests).toHaveLength(6)
    expect(await shown('gptbot')).toMatchObject({ listed_at: '2026-06-01T01:00:00.000Z', age_days: 0 })
  })

  it('sends no requests if disabled', async () => {
    const services = withAllowed('127.0.0.1', { BOT_RANGES: 'ignore' })
    await refreshBotRanges.run(services, {}, new AbortController().signal)
    const rows = await services.db.selectFrom('bot_ranges').selectAll().execute()
    expect(rows).toEqual([])
  })
})

it('uses a list from the folder while it is newer than the fetched one', async () => {
  running.setNow('2026-06-01T00:00:00Z')
  answer = (_, response) => response.end(list('20.42.11.0/24'))
  await update('127.0.0.1', 'shapbot')
  const folder = join(running.directory, 'bot-ranges')
  mkdirSync(folder, { recursive: true })
  const put = (written: string) => {
    writeFileSync(join(folder, 'shapbot.txt'), '20.42.11.0/24\n20.42.12.0/24\n')
    utimesSync(join(folder, 'shapbot.txt'), new Date(written), new Date(written))
  }
  put('2026-05-31T00:00:00Z')
  expect(await shown('shapbot')).toMatchObject({ networks: 1, listed_at: '2026-06-01T00:00:00.000Z' })
  put('2026-06-02T00:00:00Z')
  expect(await shown('shapbot')).toMatchObject({ networks: 2, listed_at: '2026-06-02T00:00:00.000Z' })
})
