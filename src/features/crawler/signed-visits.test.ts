import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Services } from '../../kernel/context.ts'
import { type SignOptions, signRequest, testJwk } from '../../lib/bots/testing/sign-request.ts'
import { parseAllowedAddresses } from '../../lib/fetching/allowed-addresses.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { person, type Taken } from '../../testing/crawler/logs.ts'
import { makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { fetchBotRanges, noteAttempt } from './fetch-bot-ranges.ts'

let running: TestApp
let key: string
let workspaceId: string
let brandId: string

const now = '2026-06-15T12:00:00Z'
const createdAt = '2026-06-10T08:00:00Z'
const created = Date.parse(createdAt) / 1000

beforeAll(async () => {
  running = await startTestApp({ BOT_HOST_NAMES: 'ignore' })
  running.setNow(now)
  workspaceId = (await running.operate('create-workspace', { name: 'Ours' })).id
  key = await makeKey(running, workspaceId)
})
afterAll(() => running.close())

beforeEach(async () => {
  const input = { workspace_id: workspaceId, name: 'Acme', domain: 'acme.com' }
  brandId = (await running.operate('create-brand', input)).id
  rmSync(join(running.directory, 'bot-ranges'), { recursive: true, force: true })
  await running.app.services.db.deleteFrom('bot_ranges').execute()
})

/** Adds a file by hand, as an operator without network access. */
function put(file: string, text: string): void {
  const folder = join(running.directory, 'bot-ranges')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), text)
  utimesSync(join(folder, file), new Date(createdAt), new Date(createdAt))
}
const jwks = JSON.stringify({ keys: [testJwk] })
const putKeys = (host = 'chatgpt.com') => put(`${host}.json`, jwks)

interface Visit {
  agent?: string
  signer?: string
  path?: string
  at?: string
  signed?: Partial<SignOptions>
}

/** The headers of a signed request for acme.com. */
function headersOf({ signer = 'https://chatgpt.com', signed = {} }: Visit) {
  const agent = ['"signature-agent";key="sig1"', `"${signer}"`] as const
  const components = [['"@authority"', 'acme.com'], agent, ['"@path"', '/pricing']] as const
  const { signature, input } = signRequest({ components, created, ...signed })
  return { signature, signature_input: input, signature_agent: `sig1="${signer}"` }
}

const gptBot = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'

/** A line of a JSON log with a signed request. */
function signedLine(visit: Visit = {}): string {
  const { agent = gptBot, path = '/pricing', at = '2026-06-10T08:00:20Z' } = visit
  const request = { time: at, user_agent: agent, ip: '52.0.0.1', host: 'acme.com', path, method: 'GET' }
  return `${JSON.stringify({ ...request, status: 200, ...headersOf(visit) })}\n`
}

type Imported = Taken & { signatures?: { verified: number; unverified: number; first_problems: object[] } }
const importLog = (log: string, input: Record<string, string | string[]> = {}) =>
  running.operate<Imported>('import-crawler-logs', { brand_id: brandId, ...input }, log)

async function shown() {
  const get = async (path: string) => (await running.get(`/v1/brands/${brandId}/crawler/${path}`, key)).body
  const rows = (await get('logs?limit=100')).data as { bot_name: string; verified_by: string | null }[]
  const { bots } = (await get('summary')).data as { bots: Record<string, number>[] }
  const trend = (await get('trend?interval=month')).data as { bots: Record<string, number>[] }
  const counted = bots.map(({ verified_visits, signed_visits }) => ({ verified_visits, signed_visits }))
  expect(trend.bots).toMatchObject(counted)
  return { proofs: rows.map(({ bot_name, verified_by }) => `${bot_name} ${verified_by}`), counted }
}

it('verifies a visit by its signature, also from an address that is not the bot’s', async () => {
  putKeys()
  put('gptbot.txt', '20.42.10.0/24')
  expect(await importLog(signedLine())).toMatchObject({
    visits: 1,
    signatures: { verified: 1, unverified: 0, first_problems: [] },
  })
  expect(await shown()).toEqual({
    proofs: ['GPTBot signature'],
    counted: [{ verified_visits: 1, signed_visits: 1 }],
  })
})

it('judges a visit by its address if the signature proves nothing, and says why', async () => {
  putKeys()
  put('gptbot.txt', '52.0.0.1')
  const log =
    signedLine({ path: '/other' }) +
    signedLine({ at: '2026-06-10T09:00:00Z' }) +
    signedLine({ signer: 'https://api.apify.com' })
  expect((await importLog(log)).signatures).toEqual({
    verified: 0,
    unverified: 3,
    first_problems: [
      { line: 1, reason: 'the signature does not match the request' },
      { line: 2, reason: 'the signature had expired' },
      { line: 3, reason: 'Signature-Agent is not of the operator of the bot' },
    ],
  })
  expect(await shown()).toEqual({
    proofs: ['GPTBot address', 'GPTBot address', 'GPTBot address'],
    counted: [{ verified_visits: 3, signed_visits: 0 }],
  })
})

it('leaves a visit unverified while the key directory is missing', async () => {
  expect((await importLog(signedLine())).signatures).toMatchObject({
    first_problems: [{ line: 1, reason: 'the key is not in the directory of the operator' }],
  })
  expect((await shown()).proofs).toEqual(['GPTBot null'])
})

it('does not verify a bot by the signature of another operator', async () => {
  putKeys('api.apify.com')
  await importLog(signedLine({ signer: 'https://api.apify.com' }))
  expect((await shown()).proofs).toEqual(['GPTBot null'])
})

it('recognizes an agent with the user agent of a browser by its signature', async () => {
  putKeys()
  const forged = { agent: person, path: '/other' }
  expect(await importLog(signedLine({ agent: person }) + signedLine(forged))).toMatchObject({
    lines: 2,
    visits: 1,
    ignored: 1,
    signatures: { verified: 1, unverified: 0 },
  })
  expect((await shown()).proofs).toEqual(['ChatGPT Agent signature'])
})

it('keeps a name spoofed that its operator never sends', async () => {
  putKeys('agent.bot.goog')
  const agent = 'Mozilla/5.0 (compatible; Google-Extended)'
  await importLog(signedLine({ agent, signer: 'https://agent.bot.goog' }))
  expect((await shown()).proofs).toEqual([])
})

it('reads the headers of a custom format, and takes the domain of the import if lines have none', async () => {
  putKeys()
  const headers = headersOf({})
  const line = {
    when: '2026-06-10T08:00:20Z',
    ua: gptBot,
    page: '/pricing',
    verb: 'GET',
    h: Object.values(headers),
  }
  const field = ['time=when', 'user-agent=ua', 'path=page', 'method=verb', 'signature=h.0']
  const fields = [...field, 'signature-input=h.1', 'signature-agent=h.2']
  const input = { format: 'custom', fields, domain: 'acme.com' }
  expect((await importLog(JSON.stringify(line), input)).signatures).toMatchObject({ verified: 1 })
})

it.each([
  [
    'Caddy',
    (values: string[]) => ({
      request: {
        host: 'acme.com',
        uri: '/pricing',
        method: 'GET',
        headers: named(values, (value) => [value]),
      },
    }),
  ],
  [
    'Traefik',
    ([a, b, c]: string[]) => ({
      RequestHost: 'acme.com',
      RequestPath: '/pricing',
      RequestMethod: 'GET',
      request_Signature: a,
      'request_Signature-Input': b,
      'request_Signature-Agent': c,
    }),
  ],
])('reads the headers in logs of %s', async (_, write) => {
  putKeys()
  const log = { ts: created + 20, user_agent: gptBot, ...write(Object.values(headersOf({}))) }
  expect((await importLog(JSON.stringify(log))).signatures).toMatchObject({ verified: 1 })
})

const named = (values: string[], as: (value: string | undefined) => unknown) =>
  Object.fromEntries(['Signature', 'Signature-Input', 'Signature-Agent'].map((name, at) => [name, as(values[at])]))

it('stores no signatures', async () => {
  putKeys()
  await importLog(signedLine())
  const rows = await running.app.services.clickhouse.query<object>(
    sql`SELECT * FROM crawler_visits WHERE brand_id = ${brandId}`,
  )
  expect(rows).toMatchObject([{ is_signed: true }])
  expect(JSON.stringify(rows)).not.toContain('sig1')
})

it('exports the proof of each visit', async () => {
  putKeys()
  await importLog(signedLine())
  const rows = await running.get(`/v1/brands/${brandId}/crawler/logs`, key, { accept: 'text/csv' })
  expect(rows.text).toContain(',signature')
})

it('fetches key directories without following redirects, and keeps the stored keys after a failure', async () => {
  let answer: RequestListener = (_, response) => response.end(jwks)
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sources = [{ name: 'chatgpt.com', url: `${origin}/keys`, isKeyDirectory: true as const }]
  async function update(allowed: string) {
    const { services } = running.app
    const FETCH_ALLOWED_ADDRESSES = parseAllowedAddresses(allowed)
    await noteAttempt(services, sources)
    const config = { ...services.config, FETCH_ALLOWED_ADDRESSES } as Services['config']
    return (await fetchBotRanges({ ...services, config }, sources))[0]
  }
  try {
    expect(await update('')).toMatchObject({ outcome: 'failed', networks: null })
    expect(requests).toEqual([])
    expect(await update('127.0.0.1')).toMatchObject({ outcome: 'updated', networks: 1 })
    const failing: RequestListener[] = [
      ({ url }, response) =>
        url === '/keys' ? response.writeHead(302, { location: '/moved' }).end() : response.end(jwks),
      (_, response) => response.end('<html>'),
      (_, response) => response.end(`${jwks}${' '.repeat(300_000)}`),
    ]
    for (const broken of failing) {
      answer = broken
      expect(await update('127.0.0.1')).toMatchObject({ outcome: 'failed', networks: 1 })
    }
    expect((await importLog(signedLine())).signatures).toMatchObject({ verified: 1 })
    const lists = await running.operate<{ name: string; networks: number; is_proof: boolean }[]>('list-bot-ranges')
    expect(lists.find(({ name }) => name === 'chatgpt.com')).toMatchObject({ networks: 1, is_proof: false })
    answer = (_, response) => response.end('{"keys":[]}')
    expect(await update('127.0.0.1')).toMatchObject({ outcome: 'updated', networks: 0 })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
