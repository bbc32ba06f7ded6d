import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { claude, person } from '../../testing/crawler/logs.ts'
import { makeKey } from '../../testing/fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let running: TestApp
let key: string
let workspaceId: string
let brandId: string

beforeAll(async () => {
  running = await startTestApp({ BOT_HOST_NAMES: 'ignore' })
  running.setNow('2026-06-15T12:00:00Z')
  workspaceId = (await running.operate<{ id: string }>('create-workspace', { name: 'Ours' })).id
  key = await makeKey(running, workspaceId)
})
afterAll(() => running.close())
beforeEach(async () => {
  brandId = await makeBrand()
})

const makeBrand = async () => {
  const input = { workspace_id: workspaceId, name: 'Acme', domain: 'acme.com' }
  return (await running.operate<{ id: string }>('create-brand', input)).id
}

interface Request {
  at?: string
  address?: string
  agent?: string
  target?: string
  status?: number
  referrer?: string
  method?: string
}

const combined = ({ at = '08:00:00', address = '198.51.100.7', ...request }: Request) => {
  const { agent = person, target = '/', status = 200, referrer = '-', method = 'GET' } = request
  return `${address} - - [10/Jun/2026:${at} +0000] "${method} ${target} HTTP/1.1" ${status} 512 "${referrer}" "${agent}"\n`
}

const json = ({ at = '08:00:00', address = '198.51.100.7', ...request }: Request) => {
  const { agent = person, target = '/', status = 200, referrer = '-', method = 'GET' } = request
  const [path, query = ''] = target.split('?')
  const about = { path, query, method, status, referrer, remote_addr: address, user_agent: agent }
  return `${JSON.stringify({ ts: `2026-06-10T${at}Z`, ...about })}\n`
}

const hosts = [
  ...[
    'chatgpt.com',
    'www.perplexity.ai',
    'gemini.google.com',
    'copilot.microsoft.com',
    'claude.ai',
    'grok.com',
  ],
  ...['meta.ai', 'chat.mistral.ai', 'chat.deepseek.com', 'you.com', 'phind.com', 'duck.ai'],
]
const engines = [
  ...[
    'chatgpt',
    'perplexity',
    'gemini',
    'copilot',
    'claude',
    'grok',
    'meta-ai',
    'mistral',
    'deepseek',
    'you',
  ],
  ...['phind', 'duck-ai'],
]

const requests: Request[] = [
  ...hosts.map((host, at) => ({ address: `192.0.2.${at}`, referrer: `https://${host}/` })),
  // The same visitor within 30 minutes, and after them.
  { address: '192.0.2.0', at: '08:20:00', target: '/again', referrer: 'https://chatgpt.com/' },
  { address: '192.0.2.0', at: '09:00:00', target: '/later', referrer: 'https://chatgpt.com/' },
  { address: '203.0.113.1', target: '/?utm_source=chatgpt.com' },
  { address: '203.0.113.2', target: '/?utm_source=chatgpt&utm_medium=cpc' },
  { address: '203.0.113.3', target: '/?oppref=secret-click' },
  // A cached site: only the assets of the landing page are logged.
  { address: '203.0.113.4', target: '/a.css', referrer: 'https://acme.com/p?utm_source=perplexity' },
  { address: '203.0.113.4', target: '/b.js', referrer: 'https://www.acme.com/p?utm_source=perplexity' },
  // Not a bot, though its name ends so.
  { address: '203.0.113.14', agent: `${person} CUBOT NOTE`, referrer: 'https://phind.com/' },
  // No visits.
  { address: '203.0.113.13', target: '/a.css', referrer: 'https://other.example/p?utm_source=perplexity' },
  { address: '203.0.113.5', status: 301, referrer: 'https://chatgpt.com/' },
  { address: '203.0.113.6', status: 404, referrer: 'https://chatgpt.com/' },
  { address: '203.0.113.7', method: 'POST', referrer: 'https://chatgpt.com/' },
  { address: '203.0.113.8', agent: claude, referrer: 'https://claude.ai/' },
  { address: '203.0.113.9', referrer: 'https://notchatgpt.com/' },
  { address: '203.0.113.10', referrer: 'https://you.community/' },
  { address: '203.0.113.11', referrer: 'https://www.google.com/' },
  { address: '203.0.113.12', target: '/image.png', referrer: 'https://chatgpt.com/' },
]
/** Requests of the log that come from an engine: 12 engines, 2 repeats, 3 by their query, 2 assets, 1 phone. */
const arrivals = 20

const log = (format: (request: Request) => string) => requests.map(format).join('')
const importLog = (text: string) =>
  running.operate<{ people: number; visits: number }>(
    'import-crawler-logs',
    { brand_id: brandId, domain: 'acme.com' },
    text,
  )

interface Row {
  engine: string
  visits: number
  previous_visits: number
  paid_visits: number
  evidence: Record<string, number>
}

const summary = async (of = brandId, query = '') => {
  const answer = await running.get(`/v1/brands/${of}/traffic/summary${query}`, key)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data as Row[]
}

async function expectTruth() {
  const rows = await summary()
  expect(rows.map(({ engine }) => engine).sort()).toEqual([...engines].sort())
  const byEngine = new Map(rows.map((row) => [row.engine, row]))
  expect(byEngine.get('chatgpt')).toEqual({
    engine: 'chatgpt',
    visits: 5,
    previous_visits: 0,
    paid_visits: 2,
    evidence: { referrer: 2, utm: 2, referrer_utm: 0, click_id: 1 },
  })
  expect(byEngine.get('perplexity')).toMatchObject({ visits: 2, evidence: { referrer: 1, referrer_utm: 1 } })
  for (const [engine, { visits }] of byEngine)
    if (engine !== 'chatgpt' && engine !== 'perplexity')
      expect([engine, visits]).toEqual([engine, engine === 'phind' ? 2 : 1])
}

test.each([
  ['combined', combined],
  ['json', json],
] as const)('counts the visits of a %s log once, also if it is imported twice', async (_, format) => {
  for (const _ of [1, 2]) {
    expect(await importLog(log(format))).toMatchObject({ people: arrivals, visits: 1 })
    await expectTruth()
  }
})

test('counts the visits of a drained batch once, also if it is sent twice', async () => {
  const { secret } = await running.operate<{ secret: string }>('create-ingest-token', {
    brand_id: brandId,
    name: 'drain',
  })
  for (const _ of [1, 2]) {
    const response = await running.app.http.inject({
      method: 'POST',
      url: '/ingest/crawler-logs?domain=acme.com',
      headers: { authorization: `Bearer ${secret}` },
      payload: log(json),
    })
    expect(response.json()).toMatchObject({ data: { people: arrivals, visits: 1 } })
    await expectTruth()
  }
})

test('stores no address, user agent or query', async () => {
  await importLog(log(combined))
  const rows = await running.app.services.clickhouse.query(
    sql`SELECT * FROM ai_traffic WHERE brand_id = ${brandId}`,
  )
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|203\.0\.113|Mozilla|secret-click|utm_/)
})

test('shows nothing of another brand, and compares with the previous period', async () => {
  await importLog(log(combined))
  expect(await summary(await makeBrand())).toEqual([])
  const later = await summary(brandId, '?start_date=2026-06-11&end_date=2026-06-12')
  expect(later.find(({ engine }) => engine === 'chatgpt')).toMatchObject({ visits: 0, previous_visits: 5 })
})

test('hides hits of a killed import, and shows them once after the next import', async () => {
  const { clickhouse } = running.app.services
  const { insert } = clickhouse
  clickhouse.insert = async (table, rows) => {
    await insert(table, rows)
    if (table === 'ai_traffic') throw new Error('killed')
  }
  const input = { brand_id: brandId, domain: 'acme.com' }
  const killed = await running.tryOperate('import-crawler-logs', input, log(combined))
  clickhouse.insert = insert
  expect(killed).toHaveProperty('failure')
  expect(await summary()).toEqual([])
  await importLog(log(combined))
  await expectTruth()
})
