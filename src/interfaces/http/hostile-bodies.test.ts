import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, endpoints, urlOf } from '../../testing/endpoints.ts'
import { type Fixture, makeWriter, startFixtureApp } from '../../testing/fixture.ts'
import { longTest, portion } from '../../testing/forms.ts'
import { fullBodies } from '../../testing/full-bodies.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { testData } from '../../testing/test-data.ts'
import { writeEndpoints } from '../../testing/writes.ts'

/** https://github.com/nst/JSONTestSuite: files that a parser must accept (y_), must reject (n_), or may do either with (i_). */
const suite = testData('robustness/JSONTestSuite/test_parsing')
const files = (suite === undefined ? [] : readdirSync(suite)).map((name) => ({
  name,
  bytes: readFileSync(join(suite as string, name)),
}))

const notJson = 'the body is not valid JSON in UTF-8'

let app: TestApp
let fixture: Fixture
let key: string
let origin: string

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  key = await makeWriter(app, fixture.workspaceId)
  origin = await app.app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

async function sendBytes(endpoint: Endpoint, body: Uint8Array): Promise<{ status: number; message?: string }> {
  const response = await fetch(origin + urlOf(endpoint, fixture.ids), {
    method: endpoint.http.method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body,
  })
  const { error } = (await response.json()) as { error?: { message: string } }
  return { status: response.status, ...(error === undefined ? {} : { message: error.message }) }
}

/** The bytes of a body before and after a field's value. */
function splitAtField(body: object, field: string): [Buffer, Buffer] {
  const [before = '', after = ''] = JSON.stringify({ ...body, [field]: '\u0001' }).split('"\\u0001"')
  return [Buffer.from(before), Buffer.from(after)]
}

/** The allowed responses for a file of that name. */
function expectFitting(what: string, name: string, { status, message }: { status: number; message?: string }): void {
  if (name.startsWith('n_')) expect({ what, status, message }).toEqual({ what, status: 400, message: notJson })
  else {
    expect(status, `${what}: ${message}`).toBeLessThan(500)
    if (name.startsWith('y_')) expect(message, what).not.toBe(notJson)
  }
}

test.skipIf(suite === undefined)('a body that is not JSON is rejected as such, and none causes a 5xx', async () => {
  expect(files.length).toBeGreaterThan(300)
  const bodies = files.filter((file) => file.bytes.length > 0)
  for (const [index, endpoint] of writeEndpoints.entries())
    for (const { name, bytes } of portion(bodies, index, 16))
      expectFitting(`${endpoint.name} ${name}`, name, await sendBytes(endpoint, bytes))
})

longTest('nor does a value within a body, in any field', async ({ skip }) => {
  if (suite === undefined) return skip()
  for (const { name: operation, body } of fullBodies(fixture.ids)) {
    const endpoint = endpoints.find(({ name }) => name === operation) as Endpoint
    const fields = Object.keys(body)
    for (const [number, { name, bytes }] of files.entries()) {
      const field = fields[number % fields.length] as string
      const [before, after] = splitAtField(body, field)
      const whole = Buffer.concat([before, bytes, after])
      expectFitting(`${operation} ${field} ${name}`, name, await sendBytes(endpoint, whole))
    }
  }
})

longTest('bodies of maximum depth or length get a response, in any field', async () => {
  const most = 1_048_576
  const deep = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times)
  for (const { name: operation, body } of fullBodies(fixture.ids)) {
    const endpoint = endpoints.find(({ name }) => name === operation) as Endpoint
    for (const field of Object.keys(body)) {
      const [before, after] = splitAtField(body, field)
      const room = most - before.length - after.length
      const values = [
        deep('[', ']', Math.floor(room / 2)),
        deep('{"a":', '}', 100_000).replace(':}', ':1}'),
        `[${'0,'.repeat(Math.floor(room / 2) - 2)}0]`,
        `"${'x'.repeat(room - 2)}"`,
        `"${'\\u0000'.repeat(Math.floor(room / 6) - 2)}"`,
      ]
      for (const value of values) {
        const { status, message } = await sendBytes(endpoint, Buffer.concat([before, Buffer.from(value), after]))
        const what = `${operation} ${field} ${value.slice(0, 20)}`
        expect({ what, status, length: (message ?? '').length < 2000 }).toEqual({
          what,
          status: 400,
          length: true,
        })
      }
    }
  }
})
