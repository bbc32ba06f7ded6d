import type { AddressInfo } from 'node:net'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyPage, type List, Sightline } from '../sdk/src/index.ts'
import { pathFields } from '../src/kernel/operation.ts'
import { connectAgent } from '../src/testing/agents.ts'
import { checkRows } from '../src/testing/check-rows.ts'
import { documented } from '../src/testing/clients/documented.ts'
import { listCalls } from '../src/testing/clients/list-calls.ts'
import { newCode, startNewerServer } from '../src/testing/clients/newer-server.ts'
import { hasPython, readWithPython, runDocumentedPython } from '../src/testing/clients/python-client.ts'
import { methodName, readWithSdk } from '../src/testing/clients/sdk-client.ts'
import { readWithTypeScript } from '../src/testing/clients/typescript-client.ts'
import {
  type Endpoint,
  listEndpoints,
  parametersOf,
  readEndpoints,
  urlOf,
  validValue,
} from '../src/testing/endpoints.ts'
import { marketersQuestions, maxBytes, maxCalls } from '../src/testing/marketers-questions.ts'
import { jobsAreDone, postgresRows } from '../src/testing/stored-rows.ts'
import { type Answer, startTestApp, type TestApp } from '../src/testing/test-app.ts'
import content from './data/brand.json' with { type: 'json' }
import { type DemoServers, startDemoServers } from './demo-servers.ts'
import { openDemo } from './load-demo.ts'

let app: TestApp
let servers: DemoServers
let key: string
let brandId: string

beforeAll(async () => {
  servers = await startDemoServers()
  app = await startTestApp({ ...servers.reaching({}), AUDIT_BOT_REQUESTS: 'send' })
  // The clock advances while provider tasks are pending.
  let now = Date.parse('2026-06-15T12:00:00Z')
  const clock = setInterval(() => {
    now += 250
    app.setNow(new Date(now))
  }, 10)
  app.setNow(new Date(now))
  ;({ key, brandId } = await open())
  clearInterval(clock)
  // Documents, and the site for the profile, are read in the background.
  await jobsAreDone(app.app.services)
})
afterAll(async () => {
  await app.close()
  await servers.close()
})

async function open(): Promise<{ key: string; brandId: string }> {
  const demo = await openDemo(app.app.services, servers)
  const welcome = await demo.welcome('')
  await demo.completed
  const [, secret, id] = /Bearer (\S+)' '\/v1\/brands\/([^/]+)\//.exec(welcome) as RegExpExecArray
  return { key: secret as string, brandId: id as string }
}

const read = async <T>(path: string): Promise<T[]> => {
  const { status, body } = await app.get(`/v1/brands/${brandId}/${path}`, key)
  expect(status, path).toBe(200)
  return body.data as T[]
}

/** The id of one object of the brand: the first in its list. */
async function idsFor({ http }: Endpoint): Promise<Record<string, string[]>> {
  const field = pathFields(http.path).find((name) => name !== 'brand_id')
  if (field === undefined) return { brand_id: [brandId], q: ['descale'] }
  const list = http.path.slice('/v1/brands/{brand_id}/'.length, http.path.indexOf(`/{${field}}`))
  const rows = await read<Record<string, string>>(list)
  // Only assigned opportunities have comments.
  const row = rows.find((one) => one.owner_id != null) ?? rows[0]
  return { brand_id: [brandId], [field]: [(row?.[field] ?? row?.id) as string] }
}

test('every endpoint returns data', () =>
  checkRows(
    readEndpoints.map((endpoint) => [endpoint.name, endpoint] as const),
    async (endpoint) => {
      const { status, body, text } = await app.get(urlOf(endpoint, await idsFor(endpoint)), key)
      expect(status).toBe(200)
      expect(text.match(/"\d{4}-\d\d-\d\dT(?!\d\d:\d\d:\d\d\.\d{3}Z")[^"]*"/g)).toBeNull()
      const isShown = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)
      expect(Object.values(body.data).filter(isShown)).not.toEqual([])
    },
  ))

describe('over the network', () => {
  let url: string
  let sdk: Record<string, (input: object) => List<AnyPage>>

  beforeAll(async () => {
    await app.app.http.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(app.app.http.server.address() as AddressInfo).port}`
    sdk = new Sightline({ url, key }) as unknown as typeof sdk
  })

  /** All pages of a list, each fetched with the previous page's cursor. */
  async function pagesOf(path: string, cursor?: string): Promise<Answer[]> {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const answer = await app.get(`${path}${query}`, key)
    const next = answer.body.pagination.next_cursor
    return [answer, ...(next === null ? [] : await pagesOf(path, next))]
  }

  test('the SDK reads every list to its end, as rows and as CSV', () =>
    checkRows(
      listEndpoints.map((endpoint) => [endpoint.name, endpoint] as const),
      async (endpoint, name) => {
        const ids = await idsFor(endpoint)
        const given = parametersOf(endpoint).filter(({ required }) => required)
        const input = {
          ...Object.fromEntries(pathFields(endpoint.http.path).map((field) => [field, ids[field]?.[0]])),
          ...Object.fromEntries(given.map((parameter) => [parameter.name, validValue(parameter, ids)])),
          limit: 100,
        }
        const list = (sdk[methodName(name)] as (input: object) => List<AnyPage>).call(sdk, input)
        const rows = await list.all()
        const pages = await pagesOf(urlOf(endpoint, ids, [['limit', '100']]))
        expect(rows).toEqual(pages.flatMap(({ body }) => body.data as object[]))
        expect(rows.length).toBeGreaterThan(0)
        const lines = parse(await list.csv(), { relax_column_count: false }) as string[][]
        expect(lines).toHaveLength(rows.length + 1)
      },
    ))

  test('the docs/clients.md example reads every brand’s rankings in Python', async ({ skip }) => {
    skip(!hasPython(), 'there is no Python 3.11 with venv')
    const variables = { SIGHTLINE_URL: url, SIGHTLINE_KEY: key }
    const [commands, program] = ['sh', 'python'].map((language) => documented('docs/clients.md', language))
    const printed = await runDocumentedPython(commands as string, program as string, variables)
    const ranked = await read<{ rank: number; name: string; visibility_pct: number }>('competitors/rankings?limit=5')
    const lines = ranked.map(({ rank, name, visibility_pct }) => `Calvenzo: ${rank}. ${name} ${visibility_pct}\n`)
    expect(printed).toBe(lines.join(''))
  })
})

describe('a client, hand-written or generated from the document, reads every list, including unknown fields and codes:', () => {
  const generators = { '@sightline/client': readWithSdk, TypeScript: readWithTypeScript, Python: readWithPython }
  const theirs = Object.entries(generators).map(([name, generate]) => ({ name, generate }))

  test.for(theirs)('$name', async ({ name, generate }, { skip }) => {
    skip(name === 'Python' && !hasPython(), 'there is no Python 3.11 with venv')
    const { text } = await app.get('/openapi.json')
    const [issue] = await read<{ id: string }>('technical/issues')
    const opportunities = await read<{ id: string; owner_id: string | null }>('opportunities?limit=100')
    const assigned = opportunities.find(({ owner_id }) => owner_id !== null)
    const ids = { brand_id: brandId, issue_id: issue?.id as string, opportunity_id: assigned?.id as string }
    const calls = listCalls(JSON.parse(text), ids, { q: 'descale' })
    const server = await startNewerServer(app)
    const { rows, code } = await generate(text, calls, { url: server.url, key })
    await server.close()
    expect(code).toBe(newCode)
    expect(Object.keys(rows).sort()).toEqual(listEndpoints.map((endpoint) => endpoint.name).sort())
    expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([])
  })
})

test('the data entered about the brand is consistent', async () => {
  const products = await read<{ name: string; parent_product_id: string | null; kind: string }>('products?limit=100')
  expect(products).toHaveLength(content.products.length)
  for (const { kind, parent_product_id } of products) expect(parent_product_id === null).toBe(kind === 'category')
  const categories = await read<{ prompt_count: number }>('alignment/categories')
  for (const { prompt_count } of categories) expect(prompt_count).toBeGreaterThan(1)
  const prompts = await read<{ category_id: string | null }>('prompts?limit=100')
  for (const { category_id } of prompts) expect(category_id).not.toBeNull()
  const suggestions = await read<{ category: object | null; state: string; product_id: string | null }>(
    'alignment/suggestions',
  )
  expect(suggestions).toHaveLength(content.suggestions.length)
  for (const { category } of suggestions) expect(category).not.toBeNull()
  expect(new Set(suggestions.map(({ state }) => state))).toEqual(new Set(['proposed', 'accepted', 'rejected']))
  expect(suggestions.filter(({ product_id }) => product_id !== null).length).toBe(
    content.suggestions.filter(({ product }) => product !== undefined).length,
  )
  const profile = (await app.get(`/v1/brands/${brandId}/profile`, key)).body.data
  for (const [field, value] of Object.entries(profile)) expect([field, value]).not.toEqual([field, null])
  const styles = await read<{ name: string; is_default: boolean; channel: string | null }>('writing-styles')
  expect(styles.map(({ name }) => name).sort()).toEqual(content.styles.map(({ name }) => name).sort())
  expect(styles.filter((style) => style.is_default).map(({ channel }) => channel)).toEqual([null, 'linkedin', 'reddit'])
})

test('earned-mention work on pages that name only competitors covers every state', async () => {
  for (const state of ['open', 'in_progress', 'done', 'dismissed'])
    expect(await app.operate('list-earned-mention-work', { brand_id: brandId, state }), state).not.toEqual([])
})

test('documents have several formats, and one is unreadable', async () => {
  const documents = await read<{
    title: string
    source: string
    format: string
    status: string
    error: string | null
  }>('knowledge-documents')
  expect(documents.map(({ title, source, format, status }) => [title, source, format, status]).sort()).toEqual([
    ['About Calvenzo', 'text', 'text', 'ready'],
    ['Care guide', 'text', 'text', 'ready'],
    ['Duo 60: service manual', 'file', 'pdf', 'ready'],
    ['How to descale a Calvenzo', 'url', 'html', 'ready'],
    ['Price list (scanned)', 'file', 'pdf', 'failed'],
  ])
  expect(documents.find(({ status }) => status === 'failed')?.error).toContain('no text')
})

test('the site yields issues of several kinds, opportunities and the profile', async () => {
  const audits = await read<{ state: string; problem: string | null; pages_done: number }>('technical/audits')
  expect(audits.map(({ state, problem }) => [state, problem])).toEqual([
    ['completed', null],
    ['completed', null],
  ])
  const issues = await read<{ category: string; severity: string; affected_pages: number }>(
    'technical/issues?limit=100',
  )
  expect(new Set(issues.map(({ severity }) => severity))).toEqual(new Set(['high', 'medium', 'low']))
  expect(new Set(issues.map(({ category }) => category)).size).toBeGreaterThan(9)
  for (const state of ['open', 'done', 'dismissed'])
    expect(await read(`opportunities?category=technical&state=${state}`), state).not.toEqual([])
  const analysis = await app.operate<{ pages: string[] }>('get-brand-analysis', { brand_id: brandId })
  expect(analysis).toMatchObject({ status: 'done', site_problem: null, products_added: 0 })
  expect(analysis.pages).toContain('https://www.calvenzo.example/en/machines/aurea')
})

test('the second audit reports which issues are fixed, new or unchanged since the first', async () => {
  const [, first] = await read<{ job_id: string }>('technical/audits')
  const { body } = await app.get(`/v1/brands/${brandId}/technical/audits/${first?.job_id}/changes`, key)
  const { new_pages, gone_pages, remaining_pages, issues } = body.data as {
    new_pages: number
    gone_pages: number
    remaining_pages: number
    issues: { name: string; new_urls: string[]; gone_urls: string[] }[]
  }
  expect([new_pages, gone_pages, remaining_pages].every((pages) => pages > 2)).toBe(true)
  const site = 'https://www.calvenzo.example'
  const mended = issues.filter(({ gone_urls }) => gone_urls.includes(`${site}/en/press`))
  expect(mended.map(({ name }) => name)).toContain('Page has no title')
  const added = issues.filter(({ new_urls }) => new_urls.includes(`${site}/en/about`))
  expect(added.map(({ name }) => name)).toContain('Page has no meta description')
})

test('one experiment worked as planted, one had no clear effect, and one runs', async () => {
  interface Found {
    id: string
    name: string
    verdict: string
    effect: { low: number; high: number } | null
  }
  const found: Found[] = []
  for (const { id } of await read<{ id: string }>('experiments'))
    found.push((await app.get(`/v1/brands/${brandId}/experiments/${id}`, key)).body.data)
  expect(Object.fromEntries(found.map(({ name, verdict }) => [name, verdict]))).toEqual({
    'Guides with measurements': 'worked',
    'Newsletter to reviewers': 'no_clear_effect',
    'German and French product pages': 'running',
  })
  // The data names the brand in 21 more of 100 answers to the treated prompts.
  const effect = found.find(({ name }) => name === 'Guides with measurements')?.effect
  expect(effect?.low).toBeLessThan(21)
  expect(effect?.high).toBeGreaterThan(21)
})

test('bots visit the site: cited pages and others, most of them successfully', async () => {
  const { totals, bots } = (await app.get(`/v1/brands/${brandId}/crawler/summary`, key)).body.data as {
    totals: Record<string, number>
    bots: { bot_name: string; visits: number }[]
  }
  expect(bots.filter(({ visits }) => visits > 0)).toHaveLength(10)
  expect(totals.visits).toBeGreaterThan(1000)
  expect(totals.error_share_pct).toBeGreaterThan(0.5)
  expect(totals.error_share_pct).toBeLessThan(15)
  expect(totals.spoofed_visits).toBeGreaterThan(0)
  for (const query of ['visited=true&cited=true', 'visited=true&cited=false', 'visited=false&cited=true'])
    expect(await read(`website/pages?${query}`), query).not.toEqual([])
})

test('alerts report the launch, with the prompts that moved most', async () => {
  const alerts = await read<{ engine: string; country: string; direction: string; evidence: object[] }>(
    'visibility/alerts',
  )
  expect(alerts.map(({ engine, country, direction }) => [engine, country, direction]).sort()).toEqual([
    ['perplexity', 'GB', 'up'],
    ['perplexity', 'US', 'up'],
  ])
  for (const { evidence } of alerts) expect(evidence.length).toBeGreaterThan(2)
})

describe('the demo reopened on a later day, after an interrupted start,', () => {
  const visitsPerDay = async () => {
    const period = 'start_date=2026-06-01&end_date=2026-06-20'
    const { data } = (await app.get(`/v1/brands/${brandId}/crawler/summary?${period}`, key)).body
    return (data as { days: { date: string; visits: number }[] }).days.map(({ visits }) => visits)
  }
  const answersBetween = async (start: string, end: string) => {
    const period = `start_date=${start}&end_date=${end}`
    const { meta } = (await app.get(`/v1/brands/${brandId}/competitors/rankings?${period}`, key)).body
    return (meta as { executions: number }).executions
  }
  const seen = async () => ({
    visits: await visitsPerDay(),
    answers: await answersBetween('2026-06-01', '2026-06-14'),
    products: (await read('products?limit=100')).length,
    styles: (await read('writing-styles')).length,
  })
  let before: Awaited<ReturnType<typeof seen>>

  beforeAll(async () => {
    before = await seen()
    const { db } = app.app.services
    for (const table of ['brand_profiles', 'alignment_categories', 'alignment_suggestions'] as const)
      await db.deleteFrom(table).execute()
    await db.deleteFrom('products').where('name', '=', 'Service').execute()
    await db.deleteFrom('writing_styles').where('surface', '=', 'social').execute()
    app.setNow('2026-06-18T12:00:00Z')
    await open()
  })
  afterAll(() => app.setNow('2026-06-15T12:00:00Z'))

  test('adds the answers and visits of the days between, each once', async () => {
    const { visits, answers } = await seen()
    expect([visits.slice(0, 14), answers]).toEqual([before.visits.slice(0, 14), before.answers])
    for (const day of visits.slice(14, 18)) expect(day).toBeGreaterThan(10)
    expect(visits.slice(18)).toEqual([0, 0])
    expect(await answersBetween('2026-06-16', '2026-06-18')).toBeGreaterThan(200)
    expect(await answersBetween('2026-06-19', '2026-06-20')).toBe(0)
  })

  test('completes the interrupted work', async () => {
    const { products, styles } = await seen()
    expect([products, styles]).toEqual([before.products, before.styles])
    const categories = await read<{ prompt_count: number }>('alignment/categories')
    expect(categories.every((row) => row.prompt_count > 1)).toBe(true)
    expect(await read('alignment/suggestions?state=accepted')).toHaveLength(
      content.suggestions.filter(({ decision }) => decision === 'accept').length,
    )
    expect((await app.get(`/v1/brands/${brandId}/profile`, key)).status).toBe(200)
  })
})

test('the reopened demo keeps its data and issues another key', async () => {
  // Tasks submitted while the clock was ahead are stored when they become due.
  const { db } = app.app.services
  const received = db.selectFrom('collection_slots').select('id').where('state', '=', 'received')
  await expect.poll(() => received.execute()).toEqual([])
  const stored = async () => {
    const rows = await postgresRows(app.app.services)
    // Each start searches again for opportunities, alerts and unknown brands, for the days until then,
    // notifies webhooks, and makes a sign-in link.
    const changing =
      /^jobs\.|\.events|webhook|alerts|api_keys|audit_records|brands|competitor_se|competitor_su|one_time_links|opportunities|schema/
    return [...rows].filter(([table]) => !changing.test(table))
  }
  const records = async () => app.operate<{ id: string; operation: string }[]>('list-audit-records', await workspace())
  const [before, known] = [await stored(), new Set((await records()).map(({ id }) => id))]
  const again = await open()
  expect(again.brandId).toBe(brandId)
  expect(again.key).not.toBe(key)
  expect(await stored()).toEqual(before)
  // The key, the owner's sign-in link, and the imports and searches of each start.
  const operations = (await records()).filter(({ id }) => !known.has(id)).map(({ operation }) => operation)
  expect(operations.toSorted()).toEqual([
    'create-key',
    'create-sign-in-link',
    'import-answers',
    'import-crawler-logs',
    'refresh-competitor-suggestions',
    'refresh-opportunities',
    'refresh-visibility-alerts',
  ])
})

const workspace = async () => {
  const [found] = await app.operate<{ id: string }[]>('list-workspaces')
  return { workspace_id: found?.id as string }
}

test.each(marketersQuestions.map(({ question, ask }) => [question, ask] as const))(
  'an agent answers with few calls and little text: %s',
  async (_, ask) => {
    const agent = await connectAgent(app, key)
    let calls = 0
    let bytes = 0
    await ask(async (tool, given) => {
      calls += 1
      const result = await agent.call(tool, given)
      expect([result.isError, result.text]).toEqual([false, expect.stringMatching(/\d/)])
      bytes += result.bytes
      return result
    })
    await agent.close()
    expect(calls).toBeLessThanOrEqual(maxCalls)
    expect(bytes).toBeLessThanOrEqual(maxBytes)
  },
)
