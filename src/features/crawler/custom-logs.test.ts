import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { line, type Taken } from '../../testing/crawler/logs.ts'
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
  const input = { workspace_id: workspaceId, name: 'Acme', domain: 'acme.com' }
  brandId = (await running.operate<{ id: string }>('create-brand', input)).id
})

type Input = Record<string, string | string[]>

const importLog = (log: string, input: Input = {}) =>
  running.operate<Taken & { preview?: Record<string, unknown> }>(
    'import-crawler-logs',
    { brand_id: brandId, ...input } as never,
    log,
  )

async function refusalOf(log: string, input: Input): Promise<string> {
  const outcome = await running.tryOperate('import-crawler-logs', { brand_id: brandId, ...input } as never, log)
  return 'failure' in outcome ? outcome.failure.error.message : 'accepted'
}

async function stored(): Promise<object[]> {
  const answer = await running.get(`/v1/brands/${brandId}/crawler/logs?limit=100`, key)
  expect(answer.status, answer.text).toBe(200)
  return (answer.body.data as { ts: string; path: string; domain: string; bot_name: string }[]).map(
    ({ ts, path, domain, bot_name }) => ({ ts, path, domain, bot_name }),
  )
}

const fields = ['time=when', 'user-agent=client', 'path=page', 'host=site', 'status=code']
const visit = { ts: '2026-06-10T08:00:00.000Z', path: '/a', domain: 'shop.acme.com', bot_name: 'GPTBot' }

describe('a custom format', () => {
  it.each([
    ['commas', 'code,when,site,page,client\n200,2026-06-10T08:00:00Z,shop.acme.com,/a,"x, GPTBot/1.2"\n', {}],
    ['tabs', 'code\twhen\tsite\tpage\tclient\n200\t2026-06-10T08:00:00Z\tshop.acme.com\t/a\tGPTBot/1.2\n', {}],
    [
      'a given delimiter',
      'code;when;site;page;client\n200;1781078400;shop.acme.com;/a;GPTBot/1.2, a\n',
      { delimiter: 'semicolon' },
    ],
    ['JSON lines', '{"when":1781078400,"client":"GPTBot/1.2","page":"/a?x","site":"shop.acme.com","code":"200"}\n', {}],
  ])('reads columns by name: %s', async (_, log, more) => {
    expect(await importLog(log, { format: 'custom', fields, ...more })).toMatchObject({
      visits: 1,
      rejected: 0,
    })
    expect(await stored()).toEqual([visit])
  })

  it('reads columns by number, whole request lines, and times in brackets', async () => {
    const log = '[10/Jun/2026:08:00:00 +0000] shop.acme.com "GET /a HTTP/2" "GPTBot/1.2" 200\n'
    const numbered = ['time=1', 'host=2', 'method=3', 'user-agent=4', 'status=5']
    expect(await importLog(log, { format: 'custom', fields: numbered })).toMatchObject({ visits: 1 })
    expect(await stored()).toEqual([visit])
  })

  it('reads JSON paths, and of several columns the first with a value', async () => {
    const log = JSON.stringify({
      meta: { at: '2026-06-10T08:00:00Z' },
      req: { headers: [{ 'user-agent': 'GPTBot/1.2' }], url: '/a' },
      edge: { host: null },
      host: 'shop.acme.com',
    })
    const paths = [
      'time=$.meta.at',
      'user-agent=req.headers.0.user-agent',
      'path=req.url',
      'host=edge.host',
      'host=host',
    ]
    expect(await importLog(log, { format: 'custom', fields: paths })).toMatchObject({ visits: 1 })
    expect(await stored()).toEqual([visit])
  })

  it.each<[Input, string]>([
    [{ format: 'custom' }, 'fields: time is missing; set it, such as time=COLUMN'],
    [{ format: 'custom', fields: ['time=a'] }, 'fields: user-agent is missing'],
    [{ format: 'custom', fields: ['time=a', 'user-agent=2'] }, 'fields: columns have numbers and names'],
    [{ format: 'custom', fields: ['time=0', 'user-agent=2'] }, 'fields: column numbers are from 1 to 1000'],
    [{ format: 'custom', fields: ['time'] }, 'fields: "time" is not a field with its column'],
    [{ format: 'custom', fields: ['agent=a'] }, 'the fields are time, user-agent, path'],
    [{ format: 'json', fields }, 'fields and delimiter: apply only to the format custom'],
    [{ format: 'custom', fields, delimiter: 'dot' }, 'delimiter'],
  ])('is rejected if its fields are invalid: %j', async (input, reason) => {
    expect(await refusalOf('{}', input)).toContain(reason)
  })

  it('is rejected if the log does not have its columns', async () => {
    const csv = 'code,when,site,url,client\n200,2026-06-10T08:00:00Z,acme.com,/a,GPTBot\n'
    expect(await refusalOf(csv, { format: 'custom', fields })).toBe(
      'fields: no line fits; line 1: the first line names no column "page", only code, when, site, url, client',
    )
    const json = '{"when":1781078400,"agent":"GPTBot/1.2","page":"/a"}\n'
    expect(await refusalOf(json, { format: 'custom', fields })).toBe(
      'fields: user-agent=client has no value in the first lines; check the name',
    )
    expect(await refusalOf(json.replace('agent', 'client').replace('page', 'url'), { format: 'custom', fields })).toBe(
      'fields: path=page has no value in the first lines; check the name',
    )
    expect(await refusalOf(json.replace('when', 'at'), { format: 'custom', fields })).toBe(
      'fields: no line fits; line 1: no valid time',
    )
    expect(await stored()).toEqual([])
  })

  it('applies to pushed batches too', async () => {
    const { secret } = await running.operate<{ secret: string }>('create-ingest-token', {
      brand_id: brandId,
      name: 'd',
    })
    const push = async (query: string) => {
      const { statusCode, body } = await running.app.http.inject({
        method: 'POST',
        url: `/ingest/crawler-logs?${query}`,
        headers: { authorization: `Bearer ${secret}` },
        payload: 'when|client|page|site|code\n2026-06-10T08:00:00Z|GPTBot/1.2|/a|shop.acme.com|200\n',
      })
      return `${statusCode} ${body}`
    }
    const asked = fields.map((field) => `fields=${encodeURIComponent(field)}`).join('&')
    expect(await push(`format=custom&${asked}&delimiter=pipe`)).toMatch(/^200 .*"visits":1/)
    expect(await push('format=custom&fields=time')).toMatch(/^400 .*fields: /)
    expect(await push('format=custom&delimiter=dot')).toMatch(/^400 .*delimiter.*one of comma/)
    expect(await stored()).toEqual([visit])
  })
})

describe('a preview', () => {
  it('shows the first ten requests and what was not understood, and stores nothing', async () => {
    const person = line({ target: '/p', agent: 'Mozilla/5.0 Firefox/140.0' })
    const bots = Array.from({ length: 11 }, (_, at) => line({ target: `/${at}`, at: '2026-06-10T08:00:00Z' })).join('')
    const taken = await importLog(`${person}nonsense\n${bots}${bots.repeat(20)}`, { preview: 'true' })
    expect(taken).toMatchObject({ lines: 100, visits: 98, ignored: 1, rejected: 1, duplicates: 0, people: 0 })
    expect(taken.first_rejections).toEqual([{ line: 2, reason: expect.any(String) }])
    const { requests, ...preview } = taken.preview as { requests: Record<string, unknown>[] }
    expect(preview).toEqual({ format: 'combined', missing_fields: ['host', 'referrer'], unread_names: [] })
    expect(requests.map((request) => [request.line, request.path, request.bot_name])).toEqual([
      [1, '/p', null],
      ...Array.from({ length: 9 }, (_, at) => [at + 3, `/${at}`, 'GPTBot']),
    ])
    expect(requests[1]).toMatchObject({ time: '2026-06-10T08:00:00.000Z', method: 'GET', status: 200 })
    expect(requests[1]?.address).toMatch(/\.\*$/)
    expect(await stored()).toEqual([])
    const records = await running.app.services.db
      .selectFrom('audit_records')
      .select('operation')
      .where('brand_id', '=', brandId)
      .execute()
    expect(records.map(({ operation }) => operation)).not.toContain('import-crawler-logs')
  })

  it('names the columns that a custom format does not read', async () => {
    const csv = 'code,when,site,page,client,extra\n200,2026-06-10T08:00:00Z,acme.com,/a,GPTBot/1.2,7\n'
    const { preview } = await importLog(csv, { format: 'custom', fields, preview: 'true' })
    expect(preview).toMatchObject({
      format: 'custom',
      missing_fields: ['method', 'bytes', 'address', 'referrer'],
      unread_names: ['extra'],
    })
    const nested = { ts: 1781078400, user_agent: 'x', path: '/', a: { b: { c: 1 } }, tags: ['x'] }
    expect((await importLog(JSON.stringify(nested), { preview: 'true' })).preview).toMatchObject({
      format: 'json',
      unread_names: ['a', 'tags'],
    })
  })

  it('of an empty log shows nothing', async () => {
    expect((await importLog('', { preview: 'true' })).preview).toMatchObject({ format: null, requests: [] })
  })
})
