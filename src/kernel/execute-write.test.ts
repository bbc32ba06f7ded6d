import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../features.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { Actor, PersonActor } from './actor.ts'
import { executeWrite } from './execute-write.ts'
import { prepare } from './invoke.ts'
import type { Operation } from './operation.ts'
import type { Workspace } from './tables.ts'

let app: TestApp
let workspace: Workspace
let brandId: string
const createCompetitor = operations.find(({ name }) => name === 'create-competitor') as Operation

beforeAll(async () => {
  app = await startTestApp()
  const { id } = await app.operate('create-workspace', { name: 'Ours' })
  brandId = (await app.operate('create-brand', { workspace_id: id, name: 'Acme' })).id
  const { db } = app.app.services
  workspace = await db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
})
afterAll(() => app.close())

const makeActor = (): PersonActor => ({
  ...{ kind: 'person', id: crypto.randomUUID(), sessionId: crypto.randomUUID() },
  membership: {
    ...{ workspace, brands: 'all', role: 'editor' },
    signIn: { hasSecondFactor: false, hasPassword: true, isLinked: false },
  },
})

/** A write as an interface for people runs it. */
async function create(actor: Actor, name: string, idempotencyKey: unknown) {
  const { services } = app.app
  const body = { name, primary_url: `https://${name.toLowerCase()}.example` }
  const prepared = await prepare(services, createCompetitor, {
    ...{ actor, requestId: crypto.randomUUID(), ids: { brand_id: brandId } },
    ...{ query: {}, body: () => body },
  })
  return executeWrite(services, prepared, { idempotencyKey, input: [body] })
}

const competitors = async () =>
  (await app.operate<{ name: string }[]>('list-competitors', { brand_id: brandId })).map(({ name }) => name)

test('any interface runs a write once per caller and key, with a record that names the caller', async () => {
  const [one, other] = [makeActor(), makeActor()]
  const first = await create(one, 'Globex', 'a')
  expect(first).toMatchObject({ status: 200, replayed: false })
  expect(await create(one, 'Globex', 'a')).toEqual({ ...first, replayed: true })
  await expect(create(one, 'Initech', 'a')).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(create(one, 'Initech', undefined)).rejects.toMatchObject({ code: 'invalid_request' })
  // The same key of another caller is another write.
  expect(await create(other, 'Initech', 'a')).toMatchObject({ status: 200, replayed: false })
  expect((await competitors()).sort()).toEqual(['Globex', 'Initech'])
  const records = await app.app.services.db
    .selectFrom('audit_records')
    .select(['actor_kind', 'actor_id', 'key_id', 'operation'])
    .where('operation', '=', 'create-competitor')
    .orderBy('created_at')
    .execute()
  const record = { actor_kind: 'person', key_id: null, operation: 'create-competitor' }
  expect(records).toEqual([one, other].map(({ id }) => ({ ...record, actor_id: id })))
})

test('concurrent retries have one effect and one response', async () => {
  const actor = makeActor()
  const attempts = await Promise.all(Array.from({ length: 8 }, () => create(actor, 'Hooli', 'b')))
  expect(new Set(attempts.map(({ body }) => body)).size).toBe(1)
  expect(attempts.filter(({ replayed }) => !replayed)).toHaveLength(1)
  expect((await competitors()).filter((name) => name === 'Hooli')).toHaveLength(1)
})

test('a caller that cannot retry gets an error, and the write does not run', async () => {
  await expect(create({ kind: 'operator' }, 'Umbrella', 'c')).rejects.toThrow('operator')
  expect(await competitors()).not.toContain('Umbrella')
})
