import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SmtpTestServer, startSmtpServer } from '../testing/smtp-server.ts'
import { type StoreServers, startStoreServers } from '../testing/store-servers.ts'

let stores: StoreServers
let mail: SmtpTestServer
let brandId: string

beforeAll(async () => {
  mail = await startSmtpServer()
  stores = await startStoreServers({ SMTP_URL: mail.url, CITED_PAGES: 'ignore', CHROMIUM_PATH: 'none' })
  const { id: workspace_id } = await stores.operate('create-workspace', { name: 'Ours' })
  brandId = (await stores.operate('create-brand', { workspace_id, name: 'Acme' })).id
})
afterAll(async () => {
  await stores.remove()
  await mail.close()
})

const patience = { interval: 200 }
const reports = () =>
  stores.services.db.selectFrom('reports').select(['rhythm', 'start_date']).where('brand_id', '=', brandId).execute()
const mails = () =>
  stores.services.db.selectFrom('report_mails').select(['address', 'state']).where('brand_id', '=', brandId).execute()

test('after two workers are killed while mailing, two others send each report once, and each mail at least once', async () => {
  const taken = Promise.withResolvers<void>()
  mail.beforeTaken = () => {
    taken.resolve()
    return new Promise(() => {})
  }
  const addresses = ['a@people.example', 'b@people.example', 'c@people.example']
  await stores.operate('set-report-settings', {
    brand_id: brandId,
    weekly: 'true',
    monthly: 'true',
    addresses,
  })
  const workers = () => Promise.all([stores.startWorker(), stores.startWorker()])
  const killed = await workers()
  await taken.promise
  await Promise.all(killed.map((worker) => worker.stop('SIGKILL')))
  mail.beforeTaken = undefined
  // Skips the time after which another process takes over the work of a killed one.
  await stores.services.db.updateTable('report_mails').set({ next_at: new Date() }).execute()
  const living = await workers()
  await vi.waitFor(async () => {
    expect((await reports()).map(({ rhythm }) => rhythm).sort()).toEqual(['month', 'week'])
    expect((await mails()).map(({ state }) => state)).toEqual(Array(6).fill('sent'))
  }, patience)
  await Promise.all(living.map((worker) => worker.stop()))
  expect(await reports()).toHaveLength(2)
  const ids = mail.taken.map(({ headers }) => headers.get('message-id'))
  expect(ids.length).toBeGreaterThan(6)
  expect(new Set(ids).size).toBe(6)
}, 300_000)

test('after two workers are killed while correcting stored reports, two others correct each once', async () => {
  const { db } = stores.services
  const period = { start_date: '2026-06-01', end_date: '2026-06-07' }
  const { id } = await stores.operate('create-report', { brand_id: brandId, ...period })
  await db.deleteFrom('reports').where('id', '!=', id).execute()
  // As an earlier release stored them, with an impossible share.
  const wrong = JSON.stringify({ data: [{ segment: 'perplexity', visibility_pct: 193.2 }], meta: {} })
  await sql`insert into reports (id, brand_id, rhythm, start_date, end_date, content, created_at)
    select gen_random_uuid(), brand_id, 'once', start_date, end_date,
      jsonb_set(content, '{sections,engines}', ${wrong}::jsonb), created_at
    from reports, generate_series(1, 60) where id = ${id}`.execute(db)
  const corrections = async () =>
    (await db.selectFrom('reports').select(['corrected_at', 'computation']).where('id', '!=', id).execute()).filter(
      ({ corrected_at, computation }) => corrected_at !== null && computation > 0,
    )
  const killed = await stores.startWorker()
  await vi.waitFor(async () => expect((await corrections()).length).toBeGreaterThan(0), {
    ...patience,
    interval: 10,
  })
  await killed.stop('SIGKILL')
  const before = (await corrections()).map(({ corrected_at }) => corrected_at?.getTime())
  expect(before.length).toBeLessThan(60)
  const living = await Promise.all([stores.startWorker(), stores.startWorker()])
  await vi.waitFor(async () => expect(await corrections()).toHaveLength(60), patience)
  await Promise.all(living.map((worker) => worker.stop()))
  const after = (await corrections()).map(({ corrected_at }) => corrected_at?.getTime())
  expect(after).toEqual(expect.arrayContaining(before))
}, 300_000)
