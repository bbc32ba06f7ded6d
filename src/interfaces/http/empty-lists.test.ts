import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../features.ts'
import { operator } from '../../kernel/actor.ts'
import { invoke } from '../../kernel/invoke.ts'
import { subjectField } from '../../kernel/operation.ts'
import { fieldsOf } from '../../testing/endpoints.ts'
import { type Fixture, startFixtureApp } from '../../testing/fixture.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let fixture: Fixture
beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
})
afterAll(() => app.close())

/** Reads, and writes whose lists are filters. */
const filtered = operations.filter(
  ({ name, change, isRecorded }) => (change === undefined && isRecorded === undefined) || name === 'create-export',
)
/** Lists of additional data, of which an empty one requests none. */
const additions = ['include']

test('a filter without a value is rejected by name', async () => {
  const ids = { brand_id: fixture.ids.brand_id?.[0] ?? '', workspace_id: fixture.workspaceId }
  const taken: string[] = []
  let asked = 0
  for (const operation of filtered)
    for (const { name } of fieldsOf(operation).filter((field) => field.repeatable)) {
      if (additions.includes(name)) continue
      asked += 1
      const subject = subjectField(operation)
      const refused: unknown = await invoke(app.app.services, operation, {
        actor: operator,
        requestId: crypto.randomUUID(),
        ids: subject === undefined ? {} : { [subject]: ids[subject] },
        input: { [name]: [] },
      }).catch((error: unknown) => error)
      const { code, message = '' } = refused as { code?: string; message?: string }
      if (code !== 'invalid_request' || !message.includes(`${name} must be a list of at least 1 items`))
        taken.push(`${operation.name} ${name}: ${code} ${message}`)
    }
  expect(taken).toEqual([])
  expect(asked).toBeGreaterThan(60)
})

test('PostgreSQL finds nothing in an empty list, and everything outside it', async () => {
  const { db } = app.app.services
  const within = db.selectFrom('brands').select('id').where('id', 'in', [])
  const outside = db.selectFrom('brands').select('id').where('id', 'not in', [])
  expect(await within.execute()).toEqual([])
  expect((await outside.execute()).length).toBeGreaterThan(0)
})
