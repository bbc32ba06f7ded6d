import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { updateBotRanges } from '../../lib/bots/index.ts'
import { parseAllowedAddresses } from '../../lib/fetching/allowed-addresses.ts'
import { line } from '../../testing/crawler/logs.ts'
import { makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { botRangesFolder } from './bot-ranges-folder.ts'
import { openRangeFetcher } from './update-bot-ranges.ts'

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

/** What the operation does, with lists of this test’s server. */
async function update(allowed: string, ...names: string[]) {
  const { config, closing, now } = running.app.services
  const FETCH_ALLOWED_ADDRESSES = parseAllowedAddresses(allowed)
  const { fetch, close } = openRangeFetcher({ config: { ...config, FETCH_ALLOWED_ADDRESSES }, closing })
  const sources = names.map((name) => ({ name, url: `${origin}/${name}.json` }))
  try {
    return await updateBotRanges({ fetch, folder: botRangesFolder(config), now, sources })
  } finally {
    close()
  }
}

it('fetches lists over HTTP, asks for changes only, and visits are verified with them', async () => {
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

it('leaves alone what is not allowed, and says why', async () => {
  answer = (_, response) => response.end(list('20.42.11.0/24'))
  const [refused] = await update('', 'ccbot')
  expect(refused).toMatchObject({ outcome: 'failed', networks: null, reason: expect.stringMatching(/\S/) })
  expect(requests).toEqual([])
})

it.each<[string, RequestListener]>([
  ['is too long', (_, response) => response.end(`${list('20.42.12.0/24')}${' '.repeat(17_000_000)}`)],
  ['is cut off', (_, response) => response.writeHead(200, { 'content-length': 900 }).write('{"prefixes":[')],
  [
    'leads to an address inside',
    (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  ],
  ['is no list', (_, response) => response.end('<html>')],
])('a list that %s leaves the one that there is', async (what, broken) => {
  answer = (_, response) => response.end(list('20.42.11.0/24'))
  await update('127.0.0.1', 'chatgpt-user', 'ccbot')
  const path = join(botRangesFolder(running.app.services.config), 'chatgpt-user.json')
  const before = readFileSync(path, 'utf8')
  answer = (request, response) => {
    if (request.url === '/ccbot.json') return response.end(list('20.42.13.0/24'))
    broken(request, response)
    if (what === 'is cut off') setTimeout(() => response.destroy(), 50)
  }
  expect(await update('127.0.0.1', 'chatgpt-user', 'ccbot')).toMatchObject([
    { outcome: 'failed', networks: 1, reason: expect.stringMatching(/\S/) },
    { outcome: expect.stringMatching('updated|unchanged') },
  ])
  expect(readFileSync(path, 'utf8')).toBe(before)
})

it.each<[string, (said: string) => string]>([
  ['a line', (said) => `20.42.10.0/24\n${said}`],
  ['an entry', (said) => JSON.stringify({ prefixes: [{ network: said }] })],
  ['a network', (said) => JSON.stringify({ prefixes: ['20.42.10.0/24', `20.42.10.0/24 ${said}`] })],
  ['a page', (said) => `<html>${said}`],
])('of an answer that is no list for %s nothing is repeated but where it is wrong', async (_, write) => {
  const said = 'what only the server said'
  answer = (_, response) => response.writeHead(200, said, { 'x-said': said }).end(write(said))
  const [failed] = await update('127.0.0.1', 'ccbot')
  expect(failed).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/^it.{5,80}$/) })
  expect(JSON.stringify(failed)).not.toContain(said)
})
