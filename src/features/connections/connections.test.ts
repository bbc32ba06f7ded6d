import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type EmulatedServices, googleError, startEmulatedServices } from '../../../demo/emulator/connected-services.ts'
import { keyIdOf } from '../../kernel/secret-box.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { promptIdOf } from '../../testing/visibility/stored.ts'
import { planSyncs, syncConnectionJob } from './sync.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const serviceAccount = JSON.stringify({ client_email: 'reader@project.example', private_key: privateKey }, null, 2)
const refreshing = (refresh_token: string) => JSON.stringify({ client_id: 'c', client_secret: 's', refresh_token })
const oldKey = Buffer.alloc(32, 1).toString('base64')

let services: EmulatedServices
let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  services = await startEmulatedServices()
  services.publicKey = publicKey
  // Jobs run only when a test runs them.
  const environment = {
    ROLE: 'api',
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${services.port}`,
    SECRETS_KEY: oldKey,
  }
  test = await startTestApp(environment)
})
afterAll(async () => {
  await test.close()
  await services.close()
})
beforeEach(async () => {
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  const { origin, port, close } = services
  Object.assign(services, {
    origin,
    port,
    close,
    refreshToken: 'refresh-1',
    requests: [],
    queries: 2,
    clicks: 30,
  })
  Object.assign(services, { isThresholded: false, analyticsPage: 10_000, analyticsQuota: 1000 })
  services.hasDay = (day) => day >= '2026-02-26'
  services.intercept = () => undefined
})

interface ShownConnection {
  id: string
  status: string
  problem: string | null
  rows: number
  is_thresholded: boolean
  last_synced_at: string | null
  next_sync_at: string
}

const of = {
  gsc: { property: 'sc-domain:zuvari.example', credential: serviceAccount },
  ga4: { property: '123456789', credential: refreshing('refresh-1') },
  bing: { property: 'https://zuvari.example/', credential: 'bing-key-0123456789' },
}
const connect = (kind: keyof typeof of, input = {}) =>
  test.operate<ShownConnection>('create-connection', {
    ...{ brand_id: brand.brandId, kind, base_url: services.origin, ...of[kind] },
    ...input,
  })
const shown = async () => {
  const [connection] = await test.operate<ShownConnection[]>('list-connections', { brand_id: brand.brandId })
  return connection as ShownConnection
}
const run = async (id: string, signal = new AbortController().signal) => {
  await syncConnectionJob.run(test.app.services, { connection_id: id }, signal)
  return shown()
}
const again = async (id: string) => {
  await test.operate('sync-connection', { brand_id: brand.brandId, connection_id: id })
  return run(id)
}
const listed = async (kind: string, by: string, query = '') => {
  const path = `/v1/brands/${brand.brandId}/traffic/first-party?kind=${kind}&by=${by}${query}`
  return (await test.get(path, brand.key)).body as unknown as {
    data: Record<string, unknown>[]
    meta: object
  }
}
const counts = async (kind: string, by: string) =>
  (await listed(kind, by)).data.map(({ value, count }) => [value, count])

it('syncs Search Console: totals by day, and sums of the other dimensions with their clicks', async () => {
  const { id } = await connect('gsc')
  expect(await run(id)).toMatchObject({
    ...{ status: 'synced', problem: null, last_synced_at: '2026-03-02T12:00:00.000Z' },
    next_sync_at: '2026-03-03T12:00:00.000Z',
  })
  const { data, meta } = await listed('gsc', 'query')
  expect(data.map(({ value, count, clicks, average_position }) => [value, count, clicks, average_position])).toEqual([
    ['query 0', 8, 4, 4],
    ['query 1', 8, 4, 4],
  ])
  // More than the sum of queries: totals have a request without dimensions.
  expect(meta).toEqual({ rows: 2, days_total: 400, first_day: '2026-02-26', last_day: '2026-03-01' })
  expect(await counts('gsc', 'page')).toEqual([['https://zuvari.example/boots', 200]])
  expect(await counts('gsc', 'day')).toHaveLength(4)
})

it('reads each page of a long report', async () => {
  services.hasDay = (day) => day === '2026-03-01'
  services.queries = 25_002
  await run((await connect('gsc')).id)
  expect((await listed('gsc', 'query', '&limit=1')).meta).toMatchObject({ rows: 25_002 })
  const starts = services.requests.filter(({ body }) => (body.dimensions as unknown as string[])?.[0] === 'query')
  expect(starts.map(({ body }) => body.startRow)).toEqual([0, 25_000])
})

it('syncs Google Analytics in three lenses that are never added up, page by page', async () => {
  services.analyticsPage = 2
  expect(await run((await connect('ga4')).id)).toMatchObject({ status: 'synced', rows: 13 })
  for (const kind of ['ga4-session', 'ga4-first-user', 'ga4-manual']) {
    expect(await counts(kind, 'source')).toEqual([
      ['chatgpt.com / ai-assistant', 10],
      ['(other) / (other)', 9],
      ['claude.ai / ai-assistant', 8],
    ])
    expect((await listed(kind, 'day')).meta).toMatchObject({ days_total: 10 })
  }
  const [row] = (await listed('ga4-session', 'page')).data
  expect(row).toMatchObject({
    value: 'https://zuvari.example/boots',
    key_events: 9,
    revenue: 8,
    is_thresholded: false,
  })
  const filters = services.requests.map(({ body }) => JSON.stringify(body.dimensionFilter))
  expect(filters.filter((filter) => filter?.includes('AI Assistant')).length).toBeGreaterThan(4)
  expect(filters.at(-1)).toContain('sessionDefaultChannelGroup')
})

it('shows that Google Analytics withheld rows', async () => {
  services.isThresholded = true
  expect(await run((await connect('ga4')).id)).toMatchObject({ status: 'synced', is_thresholded: true })
  expect((await listed('ga4-session', 'source')).data[0]).toMatchObject({ is_thresholded: true })
})

it('stops before the quota of Google Analytics is exceeded, and continues with the next sync', async () => {
  services.analyticsQuota = 0
  const { id } = await connect('ga4')
  expect(await run(id)).toMatchObject({ status: 'quota_reached', next_sync_at: '2026-03-02T13:00:00.000Z' })
  expect(services.requests.filter(({ path }) => path.endsWith(':runReport'))).toHaveLength(1)
  services.analyticsQuota = 1000
  test.setNow('2026-03-02T13:00:00Z')
  expect(await run(id)).toMatchObject({ status: 'synced', problem: null })
})

it('syncs Bing by its own days, with pages and queries', async () => {
  expect(await run((await connect('bing')).id)).toMatchObject({ status: 'synced', rows: 3 })
  expect(await counts('bing', 'day')).toEqual([['2026-02-28', 40]])
  const [row] = (await listed('bing', 'page')).data
  expect(row).toMatchObject({ value: 'https://zuvari.example/boots', clicks: 30, average_position: 3 })
})

it('replaces the days of an earlier sync', async () => {
  const { id } = await connect('gsc')
  await run(id)
  services.clicks = 31
  services.queries = 1
  await again(id)
  const { data, meta } = await listed('gsc', 'day')
  expect(data.map(({ clicks }) => clicks)).toEqual([31, 31, 31, 31])
  expect(meta).toMatchObject({ days_total: 400 })
  expect(await counts('gsc', 'query')).toEqual([['query 0', 8]])
})

it('reads again only the days that services may still change', async () => {
  const { id } = await connect('gsc')
  await run(id)
  test.setNow('2026-03-20T12:00:00Z')
  services.requests.length = 0
  await again(id)
  const [first] = services.requests.filter(({ path }) => path.startsWith('/sites/'))
  expect(first?.body).toMatchObject({ startDate: '2026-02-22', endDate: '2026-03-19' })
})

it('keeps complete days if it is killed, and continues after them', async () => {
  const { id } = await connect('gsc')
  const killed = new AbortController()
  services.intercept = ({ body }) => {
    if ((body.startDate as unknown) === '2026-02-28') killed.abort(new Error('killed'))
    return undefined
  }
  await expect(run(id, killed.signal)).rejects.toThrow('killed')
  expect(await counts('gsc', 'day')).toEqual([
    ['2026-02-26', 100],
    ['2026-02-27', 100],
  ])
  expect(await shown()).toMatchObject({ status: 'syncing' })
  services.intercept = () => undefined
  expect(await run(id)).toMatchObject({ status: 'synced' })
  expect((await listed('gsc', 'day')).meta).toMatchObject({ rows: 4, days_total: 400 })
})

it('renews a token that expires during a sync', async () => {
  let isExpired = false
  services.intercept = ({ path }) => {
    if (isExpired || !path.startsWith('/sites/')) return undefined
    isExpired = true
    return googleError(401, 'UNAUTHENTICATED', 'authError', 'Invalid Credentials')
  }
  expect(await run((await connect('gsc')).id)).toMatchObject({ status: 'synced' })
  expect(services.requests.filter(({ path }) => path === '/token')).toHaveLength(2)
})

const forbidden = (reason: string) => googleError(403, 'PERMISSION_DENIED', reason, `The reason is ${reason}.`)
const bingError = (ErrorCode: number) => ({
  status: 400,
  body: { ErrorCode, Message: `ERROR!!! ${ErrorCode}` },
})
const exhausted = googleError(429, 'RESOURCE_EXHAUSTED', 'rateLimitExceeded', 'Exhausted property tokens per day.')

it.each([
  ['gsc', 'quota_reached', forbidden('quotaExceeded')],
  ['gsc', 'quota_reached', forbidden('rateLimitExceeded')],
  ['gsc', 'needs_access', forbidden('forbidden')],
  ['gsc', 'credential_refused', googleError(401, 'UNAUTHENTICATED', 'authError', 'Invalid Credentials')],
  ['gsc', 'failed', { status: 200, body: { rows: [{ keys: 'x' }] } }],
  ['ga4', 'quota_reached', exhausted],
  ['ga4', 'needs_access', forbidden('SERVICE_DISABLED')],
  ['ga4', 'failed', googleError(500, 'INTERNAL', 'backendError', 'Internal error')],
  ['bing', 'quota_reached', bingError(4)],
  ['bing', 'quota_reached', bingError(5)],
  ['bing', 'credential_refused', bingError(3)],
  ['bing', 'needs_access', bingError(14)],
  ['bing', 'failed', { status: 200, body: '<html>Bad gateway</html>' }],
] as const)('ends a sync of %s as %s, and the next one succeeds', async (kind, state, reply) => {
  const { id } = await connect(kind)
  services.intercept = ({ path }) => (path === '/token' ? undefined : reply)
  const ended = await run(id)
  expect(ended).toMatchObject({ status: state, problem: expect.any(String), last_synced_at: null })
  expect(ended.problem).not.toContain('bing-key')
  if (kind === 'bing' && state !== 'failed') expect(ended.problem).toMatch(/^Bing error \d+: ERROR!!! \d+; /)
  services.intercept = () => undefined
  test.setNow(ended.next_sync_at)
  expect(await run(id)).toMatchObject({ status: 'synced', problem: null })
})

it('says that Google refused a revoked token', async () => {
  services.refreshToken = 'another'
  const { id } = await connect('ga4')
  expect(await run(id)).toMatchObject({
    status: 'credential_refused',
    problem: expect.stringMatching(/^Google refused the credential: .*invalid_grant/),
  })
  services.refreshToken = 'refresh-1'
  expect(await again(id)).toMatchObject({ status: 'synced' })
})

it('retries a request that fails in passing', async () => {
  let failures = 2
  services.intercept = ({ path }) =>
    path !== '/token' && failures-- > 0 ? { status: 503, body: 'try later' } : undefined
  expect(await run((await connect('gsc')).id)).toMatchObject({ status: 'synced' })
})

it('queues due syncs in turns of the workspaces', async () => {
  const { db, jobs } = test.app.services
  await db.deleteFrom('connections').execute()
  const other = await makeBrand(test, 'Other')
  const names = new Map<string, string>()
  for (const [name, kind, brand_id] of [
    ['first', 'gsc', brand.brandId],
    ['second', 'ga4', brand.brandId],
    ['not due', 'bing', brand.brandId],
    ['foreign', 'bing', other.brandId],
    ['syncing', 'gsc', other.brandId],
  ] as const) {
    names.set((await connect(kind, { brand_id })).id, name)
    test.setNow(new Date(test.app.services.now().getTime() + 60_000))
  }
  const change = async (name: string, values: object) => {
    const [id] = [...names].find((entry) => entry[1] === name) as [string, string]
    await db.updateTable('connections').set(values).where('id', '=', id).execute()
  }
  await change('not due', { next_sync_at: new Date('2026-03-03') })
  await change('syncing', { state: 'syncing' })
  const queued: (string | undefined)[] = []
  const plan = () => {
    queued.length = 0
    const enqueue: typeof jobs.enqueue = async (_, data) => {
      queued.push(names.get((data as { connection_id: string }).connection_id))
    }
    return planSyncs.run({ ...test.app.services, jobs: { ...jobs, enqueue } }, {}, new AbortController().signal)
  }
  await plan()
  expect(queued).toEqual(['first', 'foreign', 'second'])
  test.setNow('2026-03-02T20:00:00Z')
  await plan()
  expect(queued).toContain('syncing')
})

it('shows the credential nowhere, and seals it again with a new key', async () => {
  const { id } = await connect('gsc')
  await run(id)
  const texts = await Promise.all([
    test.get(`/v1/brands/${brand.brandId}/connections`, brand.key).then(({ text }) => text),
    test.operate('list-changes', { workspace_id: brand.workspaceId }).then(JSON.stringify),
  ])
  for (const text of texts) expect(text).not.toMatch(/PRIVATE KEY|client_email/)
  const newKey = Buffer.alloc(32, 2).toString('base64')
  await test.restart({ SECRETS_KEY: `${newKey},${oldKey}` })
  await test.operate('rotate-secrets')
  const { credential } = await test.app.services.db
    .selectFrom('connections')
    .select('credential')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(keyIdOf(credential)).toBe(test.app.services.secrets.keyIds()[0])
  expect(await again(id)).toMatchObject({ status: 'synced' })
})

it('deletes a connection with its credential and keeps its rows until another property is synced', async () => {
  const { id } = await connect('gsc')
  await run(id)
  await test.operate('delete-connection', { brand_id: brand.brandId, connection_id: id })
  expect(await shown()).toBeUndefined()
  expect(await counts('gsc', 'day')).toHaveLength(4)
  services.hasDay = (day) => day === '2026-02-28'
  await run((await connect('gsc', { property: 'https://zuvari.example/shop/' })).id)
  expect(await counts('gsc', 'day')).toEqual([['2026-02-28', 100]])
})

it('stores nothing for a connection that is deleted during a sync', async () => {
  const { id } = await connect('bing')
  services.intercept = async () => {
    await test.tryOperate('delete-connection', { brand_id: brand.brandId, connection_id: id })
    return undefined
  }
  await run(id)
  expect(await counts('bing', 'day')).toEqual([])
})

it('erases connections and rows with their brand', async () => {
  await run((await connect('bing')).id)
  await test.operate('delete-brand', { brand_id: brand.brandId })
  const { db } = test.app.services
  for (const table of ['connections', 'first_party_rows'] as const)
    expect(await db.selectFrom(table).select('brand_id').where('brand_id', '=', brand.brandId).execute()).toEqual([])
})

it('compares synced rows with prompts and sampled citations', async () => {
  const answer = {
    ...{ prompt: 'Which boots?', engine: 'copilot', executed_at: '2026-03-01T01:00:00Z', answer: 'Zuvari.' },
    citations: [{ url: 'https://zuvari.example/boots' }],
  }
  await test.operate('import-answers', { brand_id: brand.brandId }, answersFile([answer]))
  await run((await connect('bing')).id)
  expect((await listed('bing', 'page')).data[0]).toMatchObject({ sampled_citations: 1 })
  const prompt_id = await promptIdOf(test, brand.brandId, 'Which boots?')
  expect((await listed('bing', 'query')).data[0]).toMatchObject({ value: 'which boots?', prompt_id })
})

it.each([
  ['gsc', { property: 'zuvari.example' }, 'property: must be sc-domain:example.com'],
  ['ga4', { property: 'G-ABC' }, 'property: must be the numeric id'],
  ['ga4', { credential: '{"client_email":"a"}' }, 'credential: must be the JSON key of a service account'],
  ['gsc', { credential: '{"client_email":"a","private_key":"b"}' }, 'credential: private_key must be an RSA key'],
  ['bing', { credential: 'a b' }, 'credential: must be the API key'],
  ['bing', { base_url: 'http://api.example' }, 'base_url must use https'],
] as const)('rejects a connection of kind %s with %j', async (kind, input, message) => {
  await expect(connect(kind, input)).rejects.toThrow(message)
})

it('allows one connection of each kind', async () => {
  await connect('bing')
  await expect(connect('bing')).rejects.toThrow('kind: the brand already has a connection of kind bing')
})
