import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../stores/clickhouse-sql.ts'
import { claude, line, person, type Taken } from '../../testing/crawler/logs.ts'
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

const importLog = (log: string | Buffer, input: Record<string, string> = {}) =>
  running.operate<Taken>('import-crawler-logs', { brand_id: brandId, ...input }, log)

interface ShownVisit {
  id: string
  ts: string
  bot_name: string
  bot_category: string
  path: string
  domain: string
}

async function visits(query = ''): Promise<ShownVisit[]> {
  const answer = await running.get(`/v1/brands/${brandId}/crawler/logs?limit=100${query}`, key)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data as ShownVisit[]
}

const paths = async (query = '') => (await visits(query)).map(({ path }) => path)
const summary = async (query = '') =>
  (await running.get(`/v1/brands/${brandId}/crawler/summary?${query}`, key)).body.data as never as Record<string, never>

const mixed =
  line({ target: '/a?token=1', at: '2026-06-10T08:00:00Z' }) +
  line({ target: '/people', agent: person }) +
  line({ target: '/b', at: '2026-06-11T08:00:00Z', agent: claude, status: 500 }) +
  'no log line at all\n' +
  line({ target: '/a', at: '2026-06-12T08:00:00Z' })

describe('import', () => {
  test('stores AI bot visits, ignores people and reports invalid lines by number', async () => {
    expect(await importLog(mixed)).toEqual({
      lines: 5,
      visits: 3,
      duplicates: 0,
      people: 0,
      ignored: 1,
      rejected: 1,
      first_rejections: [{ line: 4, reason: expect.any(String) }],
    })
    expect(await visits()).toEqual([
      expect.objectContaining({ path: '/a', bot_name: 'GPTBot', ts: '2026-06-12T08:00:00.000Z' }),
      expect.objectContaining({ path: '/b', bot_name: 'ClaudeBot', bot_category: 'anthropic' }),
      expect.objectContaining({ path: '/a', bot_category: 'openai', domain: 'acme.com' }),
    ])
  })

  test('the same file again adds nothing, and a longer one adds only the new lines', async () => {
    await importLog(mixed)
    expect(await importLog(gzipSync(mixed))).toMatchObject({ visits: 3, duplicates: 3 })
    const grown = mixed + line({ target: '/c', at: '2026-06-13T08:00:00Z' })
    expect(await importLog(zstdCompressSync(grown))).toMatchObject({ visits: 4, duplicates: 3 })
    expect(await paths()).toEqual(['/c', '/a', '/b', '/a'])
  })

  test('takes a JSON array, such as an export of Vercel’s logs, and lines in the log of a container', async () => {
    const request = {
      host: 'acme.com',
      path: '/v',
      userAgent: ['GPTBot/1.2'],
      method: 'GET',
      statusCode: 200,
    }
    const proxy = { ...request, timestamp: Date.parse('2026-06-10T08:00:00Z'), clientIp: '198.51.100.7' }
    const messages = [1, 2].map((id) => ({ deploymentId: 'dpl_1', requestId: `${id}`, proxy }))
    expect(await importLog(JSON.stringify(messages, null, 2))).toMatchObject({ visits: 2, rejected: 0 })
    const log = { log: line({ target: '/d', at: '2026-06-11T08:00:00Z' }), stream: 'stdout' }
    expect(await importLog(JSON.stringify(log))).toMatchObject({ visits: 1, rejected: 0 })
    expect(await paths()).toEqual(['/d', '/v', '/v'])
  })

  test('counts identical lines of one file as separate visits', async () => {
    expect(await importLog(line({}).repeat(3))).toMatchObject({ visits: 3, duplicates: 0 })
    expect(await importLog(line({}).repeat(5))).toMatchObject({ visits: 5, duplicates: 3 })
    expect(await visits()).toHaveLength(5)
  })

  test('two concurrent imports of one file store it once', async () => {
    const log = Array.from({ length: 200 }, (_, number) => line({ target: `/${number}` })).join('')
    const taken = await Promise.all([1, 2, 3].map(() => importLog(log)))
    expect(taken.reduce((sum, { visits: found, duplicates }) => sum + found - duplicates, 0)).toBe(200)
    expect((await summary()).totals).toMatchObject({ visits: 200 })
  })

  test('shows nothing that identifies a person', async () => {
    await importLog(line({ target: '/a?mail=someone@example.org', address: '203.0.113.9' }))
    const answer = await running.get(`/v1/brands/${brandId}/crawler/logs`, key)
    expect(Object.keys((answer.body.data as object[])[0] as object).sort()).toEqual(
      ['bot_category', 'bot_name', 'domain', 'id', 'path', 'ts', 'verified_by'].sort(),
    )
    expect(answer.text).not.toMatch(/203\.0\.113|someone|GPTBot\/1\.2/)
  })

  test('assigns lines without a host to the given domain', async () => {
    await importLog(line({}), { domain: 'Shop.Acme.com' })
    expect((await visits())[0]?.domain).toBe('shop.acme.com')
    const refused = await running.tryOperate(
      'import-crawler-logs',
      { brand_id: brandId, domain: 'not a host' },
      line({}),
    )
    expect(refused).toMatchObject({ failure: { error: { message: expect.stringContaining('domain') } } })
  })

  test('hides rows of a killed import, and shows them once after the next import', async () => {
    const { clickhouse, db } = running.app.services
    await importLog(line({ target: '/before', at: '2026-06-09T08:00:00Z' }))
    const { insert } = clickhouse
    clickhouse.insert = async (...rows) => {
      await insert(...rows)
      throw new Error('killed')
    }
    const killed = await running.tryOperate('import-crawler-logs', { brand_id: brandId }, mixed)
    clickhouse.insert = insert
    expect(killed).toHaveProperty('failure')
    const [stored] = await clickhouse.query<{ rows: string }>(
      sql`SELECT count() AS rows FROM crawler_visits WHERE brand_id = ${brandId}`,
    )
    expect(Number(stored?.rows)).toBe(4)
    expect(await paths()).toEqual(['/before'])
    expect((await summary()).totals).toMatchObject({ visits: 1 })
    expect(await importLog(mixed)).toMatchObject({ visits: 3, duplicates: 0 })
    expect(await paths()).toEqual(['/a', '/b', '/a', '/before'])
    expect((await summary()).totals).toMatchObject({ visits: 4 })
    const brand = db.selectFrom('brands').select('visits_pending').where('id', '=', brandId)
    expect(await brand.executeTakeFirst()).toEqual({ visits_pending: false })
  })
})

describe('verification', () => {
  test('counts visits from outside current published ranges only as spoofed', async () => {
    const folder = join(running.directory, 'bot-ranges')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'gptbot.json'), '{"prefixes":[{"ipv4Prefix":"20.42.10.0/24"}]}')
    const now = new Date().toISOString()
    running.setNow(now)
    await importLog(
      line({ at: now, address: '20.42.10.5', target: '/true' }) +
        line({ at: now, address: '8.8.8.8', target: '/false' }) +
        line({ at: now, address: '10.0.0.1', target: '/proxied' }),
    )
    expect((await paths()).sort()).toEqual(['/proxied', '/true'])
    expect(await summary()).toMatchObject({
      totals: { visits: 2, spoofed_visits: 1 },
      bots: [{ bot_name: 'GPTBot', visits: 2, verified_visits: 1, spoofed_visits: 1 }],
      pages: [{ visits: 1 }, { visits: 1 }],
    })
    running.setNow('2026-06-15T12:00:00Z')
  })
})

describe('reads', () => {
  test('filters by operator and bot, and rejects unknown values', async () => {
    await importLog(mixed)
    expect(await paths('&bot_category=anthropic')).toEqual(['/b'])
    expect(await paths('&crawler=GPTBot&crawler=ClaudeBot')).toEqual(['/a', '/b', '/a'])
    expect(await paths('&start_date=2026-06-11&end_date=2026-06-11')).toEqual(['/b'])
    for (const query of ['bot_category=nobody', 'crawler=gptbot', 'start_date=2026-02-30', 'bot=x'])
      expect((await running.get(`/v1/brands/${brandId}/crawler/logs?${query}`, key)).status).toBe(400)
  })

  test('shows each visit once on pages of one row while newer visits arrive', async () => {
    await importLog(line({ at: '2026-06-10T08:00:00Z' }).repeat(7) + mixed)
    const all = (await visits()).map(({ id }) => id)
    const walked: string[] = []
    let cursor: string | null = ''
    for (let page = 0; cursor !== null; page += 1) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`
      const { body } = await running.get(`/v1/brands/${brandId}/crawler/logs?limit=1${after}`, key)
      walked.push(...(body.data as ShownVisit[]).map(({ id }) => id))
      cursor = (body.pagination as { next_cursor: string | null }).next_cursor
      await importLog(line({ at: '2026-06-14T08:00:00Z', target: `/later/${page}` }))
    }
    expect(walked).toEqual(all)
  })

  test('the summary includes every day and compares with the previous period', async () => {
    await importLog(mixed + line({ at: '2026-06-08T08:00:00Z' }) + line({ at: '2026-06-07T08:00:00Z', agent: claude }))
    const shown = await summary('start_date=2026-06-10&end_date=2026-06-12')
    expect(shown).toMatchObject({
      period: { start_date: '2026-06-10', end_date: '2026-06-12' },
      previous_period: { start_date: '2026-06-07', end_date: '2026-06-09' },
      totals: { visits: 3, errors: 1, error_share_pct: 33.33, previous_visits: 2, visits_delta: 1 },
      bots: [
        {
          bot_name: 'GPTBot',
          purpose: 'training',
          visits: 2,
          previous_visits: 1,
          last_visit_at: '2026-06-12T08:00:00.000Z',
        },
        { bot_name: 'ClaudeBot', visits: 1, errors: 1, error_share_pct: 100, visits_delta: 0 },
      ],
      categories: [
        { bot_category: 'openai', visits: 2 },
        { bot_category: 'anthropic', visits: 1 },
      ],
      days: [
        { date: '2026-06-10', visits: 1 },
        { date: '2026-06-11', visits: 1, errors: 1 },
        { date: '2026-06-12', visits: 1 },
      ],
      pages: [
        { domain: 'acme.com', path: '/a', visits: 2, errors: 0 },
        { domain: 'acme.com', path: '/b', visits: 1, error_share_pct: 100 },
      ],
    })
    expect(await summary('start_date=2026-01-01&end_date=2026-01-02')).toMatchObject({
      totals: { visits: 0, error_share_pct: null },
      days: [{ visits: 0 }, { visits: 0 }],
      pages: [],
    })
  })

  test('compares pages that bots read with pages that answers cite', async () => {
    const answer = {
      prompt: 'Which?',
      engine: 'chatgpt',
      executed_at: '2026-06-10T09:00:00Z',
      answer: 'Acme.',
      citations: [
        { url: 'https://acme.com/a/' },
        { url: 'https://www.acme.com/cited' },
        { url: 'https://other.com/x' },
      ],
    }
    await running.operate('import-answers', { brand_id: brandId }, JSON.stringify(answer))
    await importLog(mixed)
    const pages = async (query = '') =>
      (
        (await running.get(`/v1/brands/${brandId}/website/pages${query}`, key)).body.data as {
          path: string
          visits: number
          citation_count: number
        }[]
      ).map(({ path, visits: read, citation_count }) => [path, read, citation_count])
    expect(await pages()).toEqual([
      // Read as /a, cited as /a/: one page.
      ['/a/', 2, 1],
      ['/b', 1, 0],
      ['/cited', 0, 1],
    ])
    expect(await pages('?visited=true&cited=false')).toEqual([['/b', 1, 0]])
    expect(await pages('?visited=false&cited=true')).toEqual([['/cited', 0, 1]])
    const { body } = await running.get(`/v1/brands/${brandId}/website/pages?limit=1`, key)
    expect(body.meta).toMatchObject({ total: 3 })
    expect((body.data as object[])[0]).toMatchObject({
      last_visits: [{ bot_name: 'GPTBot', last_visit_at: '2026-06-12T08:00:00.000Z' }],
      engines: ['chatgpt'],
      last_cited_at: '2026-06-10T09:00:00.000Z',
    })
  })
})

describe('erasure', () => {
  const stored = async () => {
    const rows = await running.app.services.clickhouse.query<Record<string, string>>(
      sql`SELECT path, address, user_agent, query FROM crawler_visits WHERE brand_id = ${brandId} ORDER BY path`,
    )
    return rows.map(({ path, address, user_agent, query }) => [path, address, user_agent !== '', query])
  }

  test('forget-address erases the data stored with an address, in either notation, and keeps the visit', async () => {
    await importLog(
      line({ target: '/a?x=1', address: '203.0.113.9' }) +
        line({ target: '/b?x=1', address: '203.0.113.90' }) +
        line({ target: '/c', address: '2001:db8::1' }),
    )
    const forget = (address: string) => running.operate('forget-address', { brand_id: brandId, address }).catch(String)
    expect(await forget('203.0.113.9')).toEqual({ forgotten: 1 })
    expect(await forget('2001:DB8:0:0::1')).toEqual({ forgotten: 1 })
    expect(await forget('203.0.113.9')).toEqual({ forgotten: 0 })
    expect(await forget('203.0.113')).toContain('address')
    expect(await stored()).toEqual([
      ['/a', '', false, ''],
      ['/b', '203.0.113.90', true, 'x=1'],
      ['/c', '', false, ''],
    ])
    expect(await paths()).toHaveLength(3)
  })

  test('an address forgotten during an import loses no visit and can be forgotten again', async () => {
    const log = Array.from({ length: 12_000 }, (_, number) =>
      line({ target: `/${number}`, address: number % 2 === 0 ? '203.0.113.9' : '203.0.113.10' }),
    ).join('')
    const forget = async () => {
      const input = { brand_id: brandId, address: '203.0.113.9' }
      return (await running.operate<{ forgotten: number }>('forget-address', input)).forgotten
    }
    let isOver = false
    const importing = importLog(log).finally(() => {
      isOver = true
    })
    let forgotten = 0
    while (!isOver) forgotten += await forget()
    expect(await importing).toMatchObject({ visits: 12_000, duplicates: 0 })
    forgotten += await forget()
    expect(forgotten).toBe(6000)
    const remaining = await stored()
    expect(remaining).toHaveLength(12_000)
    expect(new Set(remaining.map(([, address]) => address))).toEqual(new Set(['', '203.0.113.10']))
    expect(await importLog(log)).toMatchObject({ duplicates: 12_000 })
    expect((await summary()).totals).toMatchObject({ visits: 12_000 })
  })

  test('deleting a brand deletes its visits', async () => {
    await importLog(mixed)
    await running.operate('delete-brand', { brand_id: brandId })
    expect(await stored()).toEqual([])
  })
})
