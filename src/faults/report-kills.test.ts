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

const patience = { timeout: 240_000, interval: 200 }
const reports = () =>
  stores.services.db
    .selectFrom('reports')
    .select(['rhythm', 'start_date'])
    .where('brand_id', '=', brandId)
    .execute()
const mails = () =>
  stores.services.db
    .selectFrom('report_mails')
    .select(['address', 'state'])
    .where('brand_id', '=', brandId)
    .execute()

test('two workers that are killed while they mail, and two that come after them: each report once, each mail at least once', async () => {
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
  // The time passes after which what a killed process was at is done by another one.
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
