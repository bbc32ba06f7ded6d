import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ METRICS_TOKEN: 'a-token-of-metrics' })
})
afterAll(() => app.close())

test('metrics require the complete token', async () => {
  const status = async (headers: Record<string, string>) => (await app.get('/metrics', undefined, headers)).status
  expect(await status({ authorization: 'Bearer a-token-of-metrics' })).toBe(200)
  expect(await status({})).toBe(401)
  for (const authorization of [
    'Bearer a-token-of-metric',
    'Bearer a-token-of-metricsx',
    'bearer a-token-of-metrics',
    'a-token-of-metrics',
    'Bearer ',
  ])
    expect(await status({ authorization }), authorization).toBe(401)
})
