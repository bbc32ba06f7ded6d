import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathFields } from '../src/kernel/operation.ts'
import { type Endpoint, readEndpoints, urlOf } from '../src/testing/endpoints.ts'
import { jobsAreDone, postgresRows } from '../src/testing/stored-rows.ts'
import { startTestApp, type TestApp } from '../src/testing/test-app.ts'
import content from './data/brand.json' with { type: 'json' }
import { startDemoEmulator } from './emulated-sources.ts'
import { openDemo } from './load-demo.ts'

let app: TestApp
let emulator: Awaited<ReturnType<typeof startDemoEmulator>>
let key: string
let brandId: string

beforeAll(async () => {
  emulator = await startDemoEmulator()
  app = await startTestApp({ FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${emulator.port}` })
  // Time goes on for as long as tasks of a provider are waited for.
  let now = Date.parse('2026-06-15T12:00:00Z')
  const clock = setInterval(() => {
    now += 250
    app.setNow(new Date(now))
  }, 10)
  app.setNow(new Date(now))
  ;({ key, brandId } = await open())
  clearInterval(clock)
  // Documents are read in the background.
  await jobsAreDone(app.app.services)
})
afterAll(async () => {
  await app.close()
  await emulator.close()
})

async function open(): Promise<{ key: string; brandId: string }> {
  const welcome = await (await openDemo(app.app.services, emulator))('')
  const [, secret, id] = /Bearer (\S+)' '\/v1\/brands\/([^/]+)\//.exec(welcome) as RegExpExecArray
  return { key: secret as string, brandId: id as string }
}

const read = async <T>(path: string): Promise<T[]> => {
  const { status, body } = await app.get(`/v1/brands/${brandId}/${path}`, key)
  expect(status, path).toBe(200)
  return body.data as T[]
}

/** The id of one thing below the brand: the first of the list that it stands in. */
async function idsFor({ http }: Endpoint): Promise<Record<string, string[]>> {
  const field = pathFields(http.path).find((name) => name !== 'brand_id')
  if (field === undefined) return { brand_id: [brandId], q: ['descale'] }
  const list = http.path.slice('/v1/brands/{brand_id}/'.length, http.path.indexOf(`/{${field}}`))
  const [row] = await read<{ id: string }>(list)
  return { brand_id: [brandId], [field]: [row?.id as string] }
}

/** The demonstration's site is not to be had anywhere, so that there is nothing to audit. */
const ofSites = ['list-audits', 'get-audit', 'list-issues', 'get-issue']
const shown = readEndpoints.filter(({ name }) => !ofSites.includes(name))

test.each(shown.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s shows something',
  async (_, endpoint) => {
    const { status, body } = await app.get(urlOf(endpoint, await idsFor(endpoint)), key)
    expect(status).toBe(200)
    const isShown = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)
    expect(Object.values(body.data).filter(isShown)).not.toEqual([])
  },
)

test('what was entered about the brand fits together', async () => {
  const products = await read<{ name: string; parent_product_id: string | null; kind: string }>(
    'products?limit=100',
  )
  expect(products).toHaveLength(content.products.length)
  for (const { kind, parent_product_id } of products)
    expect(parent_product_id === null).toBe(kind === 'category')
  const categories = await read<{ prompt_count: number }>('alignment/categories')
  for (const { prompt_count } of categories) expect(prompt_count).toBeGreaterThan(1)
  const prompts = await read<{ category_id: string | null }>('prompts?limit=100')
  for (const { category_id } of prompts) expect(category_id).not.toBeNull()
  const suggestions = await read<{ category: object | null; state: string; product_id: string | null }>(
    'alignment/suggestions',
  )
  expect(suggestions).toHaveLength(content.suggestions.length)
  for (const { category } of suggestions) expect(category).not.toBeNull()
  expect(new Set(suggestions.map(({ state }) => state))).toEqual(
    new Set(['proposed', 'accepted', 'rejected']),
  )
  expect(suggestions.filter(({ product_id }) => product_id !== null).length).toBe(
    content.suggestions.filter(({ product }) => product !== undefined).length,
  )
  const profile = (await app.get(`/v1/brands/${brandId}/profile`, key)).body.data
  for (const [field, value] of Object.entries(profile)) expect([field, value]).not.toEqual([field, null])
  const styles = await read<{ name: string; is_default: boolean; channel: string | null }>('writing-styles')
  expect(styles.map(({ name }) => name).sort()).toEqual(content.styles.map(({ name }) => name).sort())
  expect(styles.filter((style) => style.is_default).map(({ channel }) => channel)).toEqual([
    null,
    'linkedin',
    'reddit',
  ])
})

test('bots read the site: pages that are cited and others, most of them well', async () => {
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

test('opened on a later day, it has the answers and visits of the days between, each once', async () => {
  const days = async () => {
    const period = 'start_date=2026-06-01&end_date=2026-06-20'
    const { data } = (await app.get(`/v1/brands/${brandId}/crawler/summary?${period}`, key)).body
    return (data as { days: { date: string; visits: number }[] }).days.map(({ visits }) => visits)
  }
  const answers = async (start: string, end: string) => {
    const period = `start_date=${start}&end_date=${end}`
    const { meta } = (await app.get(`/v1/brands/${brandId}/competitors/rankings?${period}`, key)).body
    return (meta as { executions: number }).executions
  }
  const before = [await days(), await answers('2026-06-01', '2026-06-14')]
  app.setNow('2026-06-18T12:00:00Z')
  await open()
  const after = await days()
  const added = [await answers('2026-06-16', '2026-06-18'), await answers('2026-06-19', '2026-06-20')]
  app.setNow('2026-06-15T12:00:00Z')
  expect([after.slice(0, 14), await answers('2026-06-01', '2026-06-14')]).toEqual([
    (before[0] as number[]).slice(0, 14),
    before[1],
  ])
  for (const visits of after.slice(14, 18)) expect(visits).toBeGreaterThan(10)
  expect(after.slice(18)).toEqual([0, 0])
  expect(added[0]).toBeGreaterThan(200)
  expect(added[1]).toBe(0)
})

test('opened again it finds everything, and issues another key', async () => {
  // What was asked for while the clock stood later is stored when its turn comes.
  const { db } = app.app.services
  const received = db.selectFrom('collection_slots').select('id').where('state', '=', 'received')
  await expect.poll(() => received.execute()).toEqual([])
  const stored = async () => {
    const rows = await postgresRows(app.app.services)
    // Opportunities are looked for anew each time, in the days until then; each start has a link to sign in by.
    const changing = /^jobs\.|api_keys|audit_records|brands|one_time_links|opportunities|schema/
    return [...rows].filter(([table]) => !changing.test(table))
  }
  const [before, records] = [
    await stored(),
    (await app.operate<object[]>('list-audit-records', await workspace())).length,
  ]
  const again = await open()
  expect(again.brandId).toBe(brandId)
  expect(again.key).not.toBe(key)
  expect(await stored()).toEqual(before)
  // The key, and the link that signs its owner in.
  expect(await app.operate('list-audit-records', await workspace())).toHaveLength(records + 2)
})

test('what an interrupted start has left out is made up for', async () => {
  const { db } = app.app.services
  const [products, styles] = [await read('products?limit=100'), await read('writing-styles')]
  for (const table of ['brand_profiles', 'alignment_categories', 'alignment_suggestions'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('products').where('name', '=', 'Service').execute()
  await db.deleteFrom('writing_styles').where('surface', '=', 'social').execute()
  await open()
  expect(await read('products?limit=100')).toHaveLength(products.length)
  expect(await read('writing-styles')).toHaveLength(styles.length)
  expect(
    (await read<{ prompt_count: number }>('alignment/categories')).every((row) => row.prompt_count > 1),
  ).toBe(true)
  expect(await read('alignment/suggestions?state=accepted')).toHaveLength(
    content.suggestions.filter(({ decision }) => decision === 'accept').length,
  )
  expect((await app.get(`/v1/brands/${brandId}/profile`, key)).status).toBe(200)
})

const workspace = async () => {
  const [found] = await app.operate<{ id: string }[]>('list-workspaces')
  return { workspace_id: found?.id as string }
}
