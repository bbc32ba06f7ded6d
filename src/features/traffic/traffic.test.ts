import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { claude, person } from '../../testing/crawler/logs.ts'
import { fileOf, makeExport } from '../../testing/exports/read-export.ts'
import { makeKey } from '../../testing/fixture.ts'
import { randomFrom } from '../../testing/statistics/random.ts'
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
  ...['chatgpt.com', 'www.perplexity.ai', 'gemini.google.com', 'copilot.microsoft.com', 'claude.ai', 'grok.com'],
  ...['meta.ai', 'chat.mistral.ai', 'chat.deepseek.com', 'you.com', 'phind.com', 'duck.ai'],
]
const engines = [
  ...['chatgpt', 'perplexity', 'gemini', 'copilot', 'claude', 'grok', 'meta-ai', 'mistral', 'deepseek', 'you'],
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
  goals: number
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
    goals: 0,
    goal_value: null,
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

test.each([
  [
    'two batches',
    async (lines: string[]) => {
      const { secret } = await running.operate<{ secret: string }>('create-ingest-token', {
        brand_id: brandId,
        name: 'd',
      })
      for (const payload of [...lines, ...lines])
        await running.app.http.inject({
          ...{ method: 'POST', url: '/ingest/crawler-logs?domain=acme.com', payload },
          headers: { authorization: `Bearer ${secret}` },
        })
    },
  ],
  ['one file', (lines: string[]) => importLog(lines.join(''))],
  [
    'two files',
    async (lines: string[]) => {
      for (const line of lines) await importLog(line)
    },
  ],
])('counts the page after a redirect once, as a visit with the evidence of the redirect, in %s', async (_, send) => {
  await addGoal('/landing', 5)
  await send([
    json({ target: '/go?utm_source=chatgpt.com&utm_medium=cpc', status: 302 }),
    json({ target: '/landing', at: '08:00:02' }),
    json({ target: '/next', at: '08:00:05' }),
    // Too late for its redirect, and a redirect without a page.
    json({ address: '192.0.2.1', target: '/go?utm_source=claude', status: 301 }),
    json({ address: '192.0.2.1', target: '/landing', at: '08:00:11' }),
    json({ address: '192.0.2.2', target: '/go', status: 301, referrer: 'https://claude.ai/' }),
    json({ address: '192.0.2.2', target: '/landing', at: '08:00:01' }),
  ])
  expect(await summary()).toEqual([
    {
      ...{ engine: 'chatgpt', visits: 1, previous_visits: 0, paid_visits: 1, goals: 1, goal_value: 5 },
      evidence: { referrer: 0, utm: 1, referrer_utm: 0, click_id: 0 },
    },
  ])
})

test('stores no address, user agent or query', async () => {
  await importLog(log(combined))
  const rows = await running.app.services.clickhouse.query(sql`SELECT * FROM ai_traffic WHERE brand_id = ${brandId}`)
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

test('counts no goal of a visitor whose address is unknown, beyond the landing page', async () => {
  await addGoal('/done')
  const lines = [
    { address: '-', referrer: 'https://chatgpt.com/' },
    { address: '-', at: '08:05:00', target: '/done' },
  ]
  await importLog(lines.map(json).join(''))
  expect(await summary()).toMatchObject([{ engine: 'chatgpt', visits: 1, goals: 0 }])
  await importLog(json({ address: '-', at: '09:00:00', target: '/done', referrer: 'https://claude.ai/' }))
  expect(await summary()).toMatchObject([
    { engine: 'chatgpt', goals: 0 },
    { engine: 'claude', visits: 1, goals: 1 },
  ])
})

const addGoal = (path: string, value?: number) =>
  running.operate<{ id: string; path: string }>('create-goal', {
    brand_id: brandId,
    name: path,
    path,
    ...(value === undefined ? {} : { value }),
  })

test('counts a goal once per visit, for pages before the first pause, in any order of imports', async () => {
  const from = { referrer: 'https://chatgpt.com/' }
  const [first, second, third] = [{ address: '192.0.2.1' }, { address: '192.0.2.2' }, { address: '192.0.2.3' }] as const
  const lines = [
    // Reaches the goal twice, and again in a separate visit after a pause.
    { ...first, ...from },
    { ...first, at: '08:25:00', target: '/checkout/done/1' },
    { ...first, at: '08:50:00', target: '/checkout/done/2?utm_x=1' },
    { ...first, at: '10:00:00', target: '/checkout/done/3', ...from },
    // Comes back by another way after a pause.
    { ...second, ...from },
    { ...second, at: '08:31:00', target: '/checkout/done' },
    // Was there before it came from an engine.
    { ...third, target: '/checkout/done', at: '07:59:00' },
    { ...third, target: '/caf%C3%A9', at: '08:01:00', referrer: 'https://claude.ai/' },
    // Never came from an engine.
    { address: '192.0.2.4', target: '/checkout/done' },
  ]
  await addGoal('/checkout/done*', 20)
  await addGoal('/café', 1)
  await addGoal('/checkout_done')
  await importLog([...lines].reverse().map(combined).join(''))
  await importLog(lines.map(combined).join(''))
  const rows = await summary()
  expect(rows).toMatchObject([
    { engine: 'chatgpt', visits: 3, goals: 2, goal_value: 40 },
    { engine: 'claude', visits: 1, goals: 1, goal_value: 1 },
  ])
  const { data, meta }: { data: Record<string, unknown>[]; meta: object } = (
    await running.get(`/v1/brands/${brandId}/traffic/goals`, key)
  ).body
  expect(meta).toMatchObject({ visits: 4 })
  // Wilson's interval of 2 in 4 and of 1 in 4.
  const rates = data.map((goal) => [goal.path, goal.visits, goal.rate_pct, goal.rate_low])
  expect(rates.sort()).toEqual([
    ['/caf%C3%A9', 1, 25, 4.56],
    ['/checkout/done*', 2, 50, 15],
    ['/checkout_done', 0, 0, 0],
  ])
})

test('exports each visit with its goals, except those past their retention', async () => {
  await addGoal('/later')
  await importLog(log(combined))
  const period = { start_date: '2026-06-01', end_date: '2026-06-12' }
  const lines = async () => {
    const { id, status } = await makeExport(running, brandId, { kind: 'ai_visits', format: 'ndjson', ...period })
    expect(status).toBe('completed')
    const text = (await fileOf(running, key, brandId, id)).toString()
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]))
  }
  const rows = await lines()
  const counts = Object.fromEntries(
    [...Map.groupBy(rows, ({ engine }) => engine)].map(([name, of]) => [name, of.length]),
  )
  expect(counts).toEqual(Object.fromEntries((await summary()).map(({ engine, visits }) => [engine, visits])))
  expect(rows.filter(({ is_paid }) => is_paid)).toHaveLength(2)
  expect(rows.filter(({ goals }) => (goals as string[]).length > 0)).toMatchObject([
    { engine: 'chatgpt', evidence: 'referrer', address: 'acme.com/later', goals: ['/later'] },
  ])
  expect(new Set(rows.map(({ ai_visit_id }) => ai_visit_id)).size).toBe(rows.length)
  const { config } = running.app.services
  Object.assign(config, { VISIT_RETENTION_DAYS: 1 })
  expect(await lines()).toEqual([])
  Object.assign(config, { VISIT_RETENTION_DAYS: undefined })
})

test('shows visits by engine and day', async () => {
  await importLog(log(combined))
  const path = `/v1/brands/${brandId}/traffic/trend?start_date=2026-06-09&end_date=2026-06-11`
  const { engines: series, interval } = (await running.get(path, key)).body.data
  expect(interval).toBe('day')
  expect(series).toHaveLength(engines.length)
  expect(series[0]).toMatchObject({
    engine: 'chatgpt',
    visits: 5,
    paid_visits: 2,
    points: [
      { start_date: '2026-06-09', visits: 0 },
      { start_date: '2026-06-10', visits: 5, paid_visits: 2 },
      { start_date: '2026-06-11', visits: 0 },
    ],
  })
})

test('shows pages from fetch to visit, under one address for all spellings', async () => {
  const from = { referrer: 'https://chatgpt.com/' }
  await addGoal('/cart')
  const answers = ['/guide/', '/cited'].map((path, at) => ({
    ...{ prompt: 'Which anvil?', engine: 'chatgpt', executed_at: `2026-06-1${at}T09:00:00Z` },
    ...{ answer: `Acme ${at}`, citations: [{ url: `https://www.acme.com${path}` }] },
  }))
  await running.operate(
    'import-answers',
    { brand_id: brandId },
    answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''),
  )
  const oai = 'Mozilla/5.0 (compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot)'
  const lines: Request[] = [
    { agent: claude, target: '/guide' },
    { agent: oai, target: '/guide/', at: '07:00:00' },
    { agent: claude, target: '/only-read' },
    { ...from, target: '/guide/', address: '192.0.2.1' },
    { target: '/cart', at: '08:10:00', address: '192.0.2.1' },
    { target: '/%67uide', address: '192.0.2.2', referrer: 'https://claude.ai/' },
  ]
  await importLog(lines.map(combined).join(''))
  const pages = async (query = ''): Promise<Record<string, unknown>> =>
    (await running.get(`/v1/brands/${brandId}/traffic/pages${query}`, key)).body
  const { data, meta } = await pages()
  expect(meta).toMatchObject({ total: 3 })
  expect(data).toMatchObject([
    {
      fetches: { search: 1 },
      citation_count: 1,
      visits: 2,
      visits_by_engine: { chatgpt: 1, claude: 1 },
      goals: 1,
      first_fetch_at: '2026-06-10T07:00:00.000Z',
      first_citation_at: '2026-06-10T09:00:00.000Z',
      first_visit_at: '2026-06-10T08:00:00.000Z',
      status: null,
    },
    { url: 'https://www.acme.com/cited', visits: 0, first_visit_at: null, status: 'cited_never_visited' },
    { url: 'https://acme.com/only-read', citation_count: 0, status: 'read_never_cited' },
  ])
  expect((await pages('?status=read_never_cited')).data).toHaveLength(1)
  expect((await pages('?limit=1')).pagination).toMatchObject({ has_more: true })
})

test('calls a fall of visits to a page one only if chance does not explain it', async () => {
  const arrivals = (day: string, target: string, count: number, network = '192.0.2') =>
    Array.from({ length: count }, (_, nth) =>
      combined({ target, address: `${network}.${nth}`, referrer: 'https://chatgpt.com/' }).replace('10/Jun', day),
    ).join('')
  const counts = [arrivals('10/Jun', '/falls', 40), arrivals('12/Jun', '/falls', 10)]
  counts.push(arrivals('10/Jun', '/varies', 10, '198.51.100'), arrivals('12/Jun', '/varies', 5, '198.51.100'))
  await importLog(counts.join(''))
  const query = '?start_date=2026-06-11&end_date=2026-06-13'
  const { data } = (await running.get(`/v1/brands/${brandId}/traffic/pages${query}`, key)).body
  expect(data).toMatchObject([
    { url: 'https://acme.com/falls', visits: 10, previous_visits: 40, status: 'visited_falling' },
    { url: 'https://acme.com/varies', visits: 5, previous_visits: 10, status: null },
  ])
})

test.each([
  [{ path: 'checkout' }, 'path'],
  [{ path: '/a?b=1' }, 'path'],
  [{ value: -1 }, 'value'],
  [{ name: ' ' }, 'name'],
])('rejects a goal with %j and names the field %s', async (wrong, field) => {
  const input = { brand_id: brandId, name: 'Paid', path: '/paid', ...wrong }
  await expect(running.operate('create-goal', input)).rejects.toThrow(field)
})

/** Counts as the documentation says, one request after the other. */
function countPlainly(hits: readonly Required<Pick<Request, 'at' | 'address' | 'target' | 'referrer'>>[]) {
  const minutes = (at: string) => Number(at.slice(0, 2)) * 60 + Number(at.slice(3, 5))
  const counts = new Map<string, { visits: number; goals: number }>()
  for (const own of Map.groupBy(hits, ({ address }) => address).values()) {
    let [engine, last, lastArrival] = ['', -1000, -1000]
    const reached = new Set<string>()
    const end = () => {
      const count = counts.get(engine)
      if (count !== undefined) count.goals += reached.size
      reached.clear()
    }
    for (const hit of [...own].sort((a, b) => minutes(a.at) - minutes(b.at))) {
      const at = minutes(hit.at)
      if (at - last > 30) {
        end()
        engine = ''
      }
      if (hit.referrer !== '-') {
        if (at - lastArrival > 30) {
          end()
          engine = hit.referrer.includes('claude') ? 'claude' : 'chatgpt'
          const count = counts.get(engine) ?? { visits: 0, goals: 0 }
          counts.set(engine, { ...count, visits: count.visits + 1 })
        }
        lastArrival = at
      }
      if (engine !== '' && hit.target.startsWith('/goal')) reached.add(hit.target.slice(0, 6))
      last = at
    }
    end()
  }
  return Object.fromEntries(counts)
}

test('equals a plain count on random visits', async () => {
  await addGoal('/goal1*')
  await addGoal('/goal2*')
  const random = randomFrom(Number(process.env.TEST_SEED ?? 1))
  const hits = Array.from({ length: 600 }, (_, nth) => {
    // Different minutes for each visitor, so that their order is known.
    const minute = Math.floor(nth / 6) * 10 + Math.floor(random() * 10)
    const at = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`
    const target = random() < 0.3 ? `/goal${random() < 0.5 ? 1 : 2}/${nth}` : `/${nth}`
    const source = random()
    const referrer = source < 0.15 ? 'https://chatgpt.com/' : source < 0.25 ? 'https://claude.ai/' : 'https://acme.com/'
    return { at, target, address: `192.0.2.${nth % 6}`, referrer: source < 0.25 ? referrer : '-' }
  }).filter(() => random() < 0.4)
  await importLog(hits.map(combined).join(''))
  const rows = await summary()
  expect(Object.fromEntries(rows.map(({ engine, visits, goals }) => [engine, { visits, goals }]))).toEqual(
    countPlainly(hits),
  )
})
