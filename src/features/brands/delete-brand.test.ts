import { expect, test } from 'vitest'
import { operator } from '../../kernel/actor.ts'
import { type Prepared, prepare } from '../../kernel/invoke.ts'
import { fieldsOf, readEndpoints, validValue } from '../../testing/endpoints.ts'
import { startFixtureApp } from '../../testing/fixture.ts'

test('reads that are running when their brand is deleted succeed or return 404', async () => {
  const { test: app, fixture } = await startFixtureApp()
  const { ids } = fixture
  const endpoints = readEndpoints.filter(({ on }) => on === 'brand')
  const text = (value: string) => (/^\d+$/.test(value) ? Number(value) : value)
  const begun: [string, Prepared][] = []
  for (const endpoint of endpoints) {
    const own = [...endpoint.http.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
    const required = fieldsOf(endpoint).filter((field) => field.required && !own.includes(field.name))
    const prepared = await prepare(app.app.services, endpoint, {
      actor: operator,
      requestId: 'r',
      ids: Object.fromEntries(own.map((name) => [name, ids[name]?.[0] as string])),
      input: Object.fromEntries(required.map((field) => [field.name, text(validValue(field, ids))])),
    })
    begun.push([endpoint.name, prepared])
  }
  await app.operate('delete-brand', { brand_id: ids.brand_id?.[0] as string })
  for (const [name, { run }] of begun) {
    const outcome = await run().then(
      () => 'answered',
      (error) => error,
    )
    if (outcome !== 'answered') expect(outcome, name).toMatchObject({ code: 'not_found' })
  }
  await app.close()
})
