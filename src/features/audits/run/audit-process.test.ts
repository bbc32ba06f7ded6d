import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditedBrand, holdSite, makeAuditedBrand } from '../../../testing/audits/audited-brand.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
let brand: AuditedBrand

beforeAll(async () => {
  app = await startTestApp({}, { subprocesses: true })
  brand = await makeAuditedBrand(app, 1)
})
afterAll(() => app.close())

test('an audit continues if its process dies', async () => {
  const { body } = await brand.start()
  const path = `/v1/brands/${brand.brandId}/technical/audits/${body.data.job_id}`
  const { release, isAsked } = holdSite(app)
  await isAsked
  execFileSync('pkill', ['-KILL', '-P', `${process.pid}`, '-f', 'site-program'])
  release()
  await app.auditsAreOver()
  const { state, pages_done } = (await app.get(path, brand.key)).body.data
  expect(state).toBe('completed')
  const row = app.app.services.db.selectFrom('audits').select('failures').where('id', '=', body.data.job_id)
  expect(await row.executeTakeFirst()).toEqual({ failures: 1 })
  expect(await brand.issues()).not.toEqual([])
  expect((await brand.audit()).pages_done).toBe(pages_done)
})
