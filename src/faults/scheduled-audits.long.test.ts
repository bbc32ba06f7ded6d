import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FixtureSite, startFixtureSite } from '../testing/fixture-site.ts'
import type { RunningServer } from '../testing/processes.ts'
import { type StoreServers, startStoreServers } from '../testing/store-servers.ts'

let stores: StoreServers
let site: FixtureSite
let brandId: string

beforeAll(async () => {
  site = await startFixtureSite()
  stores = await startStoreServers({
    FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${site.port}`,
    AUDIT_BOT_REQUESTS: 'omit',
    CITED_PAGES: 'ignore',
  })
  const { id: workspace_id } = await stores.operate('create-workspace', { name: 'Ours', credits: '9' })
  const brand = await stores.operate('create-brand', { workspace_id, name: 'Acme', domain: 'acme.com' })
  brandId = brand.id
  const website = `http://127.0.0.1:${site.port}`
  const { db } = stores.services
  await db.updateTable('brands').set({ website }).where('id', '=', brandId).execute()
})
afterAll(async () => {
  await stores.remove()
  site.close()
})

const audits = () =>
  stores.services.db.selectFrom('audits').select(['id', 'state']).where('brand_id', '=', brandId).execute()
const schedule = () =>
  stores.services.db.selectFrom('audit_schedules').selectAll().where('brand_id', '=', brandId).executeTakeFirstOrThrow()

test('an audit overdue by weeks runs once, although two workers are killed during it and two follow', async () => {
  await stores.operate('set-audit-schedule', { brand_id: brandId, every: 'week' })
  const first = new Date(Date.now() - 40 * 86_400_000)
  const late = { first_at: first, next_at: first }
  await stores.services.db.updateTable('audit_schedules').set(late).where('brand_id', '=', brandId).execute()
  const asked = Promise.withResolvers<void>()
  site.answer = () => {
    asked.resolve()
    return new Promise(() => {})
  }
  const workers = () => Promise.all([stores.startWorker(), stores.startWorker()])
  const killed: RunningServer[] = await workers()
  await asked.promise
  await Promise.all(killed.map((worker) => worker.stop('SIGKILL')))
  expect(await audits()).toEqual([])
  site.answer = undefined
  const living = await workers()
  await expect.poll(audits).toMatchObject([{ state: 'completed' }])
  const { next_at, last_job_id } = await schedule()
  expect(await audits()).toMatchObject([{ id: last_job_id }])
  // Keeps its time of the week, instead of a week from now.
  expect((next_at.getTime() - first.getTime()) % (7 * 86_400_000)).toBe(0)
  expect(next_at.getTime()).toBeGreaterThan(Date.now())
  await Promise.all(living.map((worker) => worker.stop()))
  expect(await audits()).toHaveLength(1)
}, 300_000)
