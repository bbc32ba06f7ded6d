import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EmulatedServices, startEmulatedServices } from '../../../demo/emulator/connected-services.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../testing/visibility/make-brand.ts'
import { retainFirstParty } from './retain-first-party.ts'
import { syncConnectionJob } from './sync.ts'

let services: EmulatedServices
let test: TestApp
let brand: MadeBrand

beforeAll(async () => {
  services = await startEmulatedServices()
  services.hasDay = (day) => day >= '2026-01-25'
  test = await startTestApp({
    ...{ ROLE: 'api', VISIT_RETENTION_DAYS: '30', FETCH_ALLOWED_ADDRESSES: `127.0.0.1:${services.port}` },
  })
  test.setNow('2026-03-02T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
})
afterAll(async () => {
  await test.close()
  await services.close()
})

const importFile = (kind: string, text: string) =>
  test.operate('import-first-party', { brand_id: brand.brandId, kind }, Buffer.from(text))
const values = async (kind: string, by: string): Promise<unknown[]> => {
  const path = `/v1/brands/${brand.brandId}/traffic/first-party?kind=${kind}&by=${by}&limit=100`
  const { data } = (await test.get(path, brand.key)).body as unknown as { data: { value: string }[] }
  return data.map(({ value }) => value).sort()
}
const retain = (now: string) => {
  test.setNow(now)
  return retainFirstParty.run(test.app.services, {}, new AbortController().signal)
}

it('deletes imported rows by their day, and rows without days by their import', async () => {
  expect(await importFile('bing-ai', 'Date,Citations\n2026-01-30,1\n2026-01-31,2\n2026-02-20,3\n')).toMatchObject({
    ...{ imported: 2, rejected: 1 },
    first_rejections: [{ line: 2, reason: 'older than the retention period, which begins on 2026-01-31' }],
  })
  await importFile('gsc-ai', 'Page,Impressions\nhttps://zuvari.example/,7\n')
  await retain('2026-03-02T13:00:00Z')
  expect(await values('bing-ai', 'day')).toEqual(['2026-01-31', '2026-02-20'])
  await retain('2026-03-03T01:00:00Z')
  expect(await values('bing-ai', 'day')).toEqual(['2026-02-20'])
  await retain('2026-04-01T23:00:00Z')
  expect(await values('gsc-ai', 'page')).toHaveLength(1)
  await retain('2026-04-02T01:00:00Z')
  expect(await values('gsc-ai', 'page')).toEqual([])
})

it('deletes synced rows by their day, and syncs no expired days', async () => {
  test.setNow('2026-03-02T12:00:00Z')
  const { id } = await test.operate('create-connection', {
    ...{ brand_id: brand.brandId, kind: 'gsc', base_url: services.origin },
    property: 'sc-domain:zuvari.example',
    credential: JSON.stringify({ client_id: 'c', client_secret: 's', refresh_token: services.refreshToken }),
  })
  await syncConnectionJob.run(test.app.services, { connection_id: id }, new AbortController().signal)
  const days = await values('gsc', 'day')
  expect(days[0]).toBe('2026-01-31')
  await retain('2026-03-12T12:00:00Z')
  expect(await values('gsc', 'day')).toEqual(days.filter((day) => String(day) >= '2026-02-10'))
  expect(await values('gsc', 'day')).not.toEqual([])
})
