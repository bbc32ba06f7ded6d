import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { type MadeBrand, makeBrand } from '../../../testing/visibility/make-brand.ts'

let test: TestApp
let brand: MadeBrand

const times = ['2026-03-09T23:59:59Z', '2026-03-10T00:00:00Z', '2026-03-10T23:59:59Z', '2026-03-11T00:00:00Z']

beforeAll(async () => {
  // As of a database server in New Zealand.
  process.env.PGOPTIONS = '-c timezone=Pacific/Auckland'
  test = await startTestApp({ ROLE: 'api' })
  test.setNow('2026-03-12T12:00:00Z')
  brand = await makeBrand(test, 'Zuvari')
  const { id } = await test.operate('create-prompt', { brand_id: brand.brandId, text: 'Which boots?' })
  const slots = times.map((time, index) => ({
    ...{ id: randomUUID(), brand_id: brand.brandId, engine: 'chatgpt', prompt_id: id, country: 'US', language: '' },
    ...{ replicate: index + 1, round: new Date(time), round_end: new Date('2026-03-12T00:00:00Z') },
    ...{ planned_at: new Date(time), due_at: new Date(time), state: 'planned' as const },
  }))
  await test.app.services.db.insertInto('collection_slots').values(slots).execute()
})
afterAll(() => {
  delete process.env.PGOPTIONS
  return test.close()
})

it('counts UTC days, whatever the time zone of the database', async () => {
  const path = `/v1/brands/${brand.brandId}/collection/coverage?start_date=2026-03-10&end_date=2026-03-10&group_by=day`
  const { body } = await test.get(path, brand.key)
  expect(body.data).toMatchObject([{ day: '2026-03-10', planned: 2 }])
  expect(body.meta).toMatchObject({ total: { planned: 2 } })
})
