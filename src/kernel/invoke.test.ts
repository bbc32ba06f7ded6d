import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { commands, operations } from '../features.ts'
import { type Fixture, startFixtureApp } from '../testing/fixture.ts'
import type { TestApp } from '../testing/test-app.ts'
import { type Actor, type ApiKeyActor, type Membership, operator, type PersonActor, systemActor } from './actor.ts'
import { uuid } from './fields.ts'
import { invoke, prepare } from './invoke.ts'
import { defineOperation, type Operation, pathFields } from './operation.ts'
import { type Role, roles } from './roles.ts'
import { allReadScopes, allWriteScopes } from './scopes.ts'

let app: TestApp
let fixture: Fixture
let writer: ApiKeyActor

/** A write without an endpoint in production. */
const renameThing = defineOperation({
  name: 'rename-thing',
  summary: 'Rename a thing',
  on: 'brand',
  access: 'write:competitors',
  role: 'editor',
  http: { method: 'PATCH', path: '/v1/brands/{brand_id}/things/{thing_id}', limit: 'write' },
  fields: { thing_id: uuid, name: z.string() },
  data: z.object({ thing_id: z.string(), name: z.string(), brand_id: z.string(), workspace_id: z.string() }),
  async run({ ctx, input }) {
    return { data: { ...input, brand_id: ctx.brand.id, workspace_id: ctx.workspace.id } }
  },
})
const operatorsOnly = defineOperation({
  ...renameThing,
  name: 'operators-only',
  access: 'operator',
  role: 'none',
})

beforeAll(async () => {
  ;({ test: app, fixture } = await startFixtureApp())
  const workspace = await app.app.services.db
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', fixture.workspaceId)
    .executeTakeFirstOrThrow()
  writer = {
    kind: 'api-key',
    id: crypto.randomUUID(),
    chainId: crypto.randomUUID(),
    name: 'writer',
    lastFour: '0000',
    workspace: { ...workspace, api_writes: true },
    scopes: ['write:competitors'],
    brands: 'all',
    createdBy: null,
    createdAt: new Date(),
    expiresAt: null,
  }
})
afterAll(() => app.close())

const thing_id = crypto.randomUUID()
const call = (changed: Partial<ApiKeyActor>, ids: Record<string, string>, input = {}, operation = renameThing) =>
  invoke(app.app.services, operation, {
    actor: { ...writer, ...changed },
    requestId: 'test',
    ids: { brand_id: fixture.ids.brand_id?.[0] as string, thing_id, ...ids },
    input,
  })
const refusal = (code: string, message = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(message) })

test('path ids reach the operation in lower case', async () => {
  const { data } = await call({}, { thing_id: thing_id.toUpperCase() }, { name: 'x' })
  expect(data).toEqual({
    thing_id,
    name: 'x',
    brand_id: fixture.ids.brand_id?.[0],
    workspace_id: fixture.workspaceId,
  })
})

test('brand, scope, write entitlement and input are checked in this order', async () => {
  const noWrites = { workspace: { ...writer.workspace, api_writes: false } }
  const noScope: Partial<ApiKeyActor> = { ...noWrites, scopes: ['read:basic'] }
  const missing = { brand_id: crypto.randomUUID() }
  await expect(call(noScope, missing, { x: 1 })).rejects.toEqual(refusal('not_found'))
  await expect(call(noScope, { brand_id: 'x' }, { x: 1 })).rejects.toEqual(refusal('invalid_request', 'brand_id'))
  await expect(call(noScope, {}, { x: 1 })).rejects.toEqual(refusal('insufficient_scope', 'write:competitors'))
  await expect(call(noWrites, {}, { x: 1 })).rejects.toEqual(refusal('plan_required', 'writes'))
  await expect(call({}, {}, { x: 1 })).rejects.toEqual(refusal('invalid_request', 'name is required'))
})

test('operator-only operations are inaccessible to every key', async () => {
  await expect(call({}, {}, { name: 'x' }, operatorsOnly)).rejects.toEqual(refusal('insufficient_scope'))
})

test('inaccessible brands are not found', async () => {
  const other = fixture.otherIds.brand_id?.[0] as string
  const ids = { brand_id: fixture.ids.brand_id?.[0] as string }
  await expect(call({ brands: [other] }, ids, { name: 'x' })).rejects.toEqual(refusal('not_found'))
  await expect(call({}, { brand_id: fixture.foreignIds.brand_id?.[0] as string }, { name: 'x' })).rejects.toEqual(
    refusal('not_found'),
  )
  await expect(call({ brands: [ids.brand_id] }, ids, { name: 'x' })).resolves.toBeDefined()
  // A link to another workspace's brand, which should never be written, gives no access either.
  const foreign = { brand_id: fixture.foreignIds.brand_id?.[0] as string }
  await expect(call({ brands: [foreign.brand_id] }, foreign, { name: 'x' })).rejects.toEqual(refusal('not_found'))
})

describe('callers of every kind', () => {
  const request = (actor: Actor, operation: Operation) => {
    const names = ['workspace_id', 'brand_id', ...pathFields(operation.http?.path ?? '')]
    const ids = { workspace_id: fixture.workspaceId, ...first(fixture.ids) }
    const known = Object.entries(ids).filter(([name]) => names.includes(name) && name in subjectOf(operation))
    return prepare(app.app.services, operation, {
      actor,
      requestId: 'test',
      ids: Object.fromEntries(known),
      input: {},
    })
  }
  const first = (ids: Record<string, readonly string[] | undefined>) =>
    Object.fromEntries(Object.entries(ids).map(([name, values]) => [name, values?.[0] as string]))
  const subjectOf = ({ on }: Operation): Record<string, true> =>
    on === 'brand' ? { brand_id: true } : on === 'workspace' ? { workspace_id: true } : {}
  const code = (preparing: Promise<unknown>) =>
    preparing.then(
      () => 'prepared',
      (error) => error.code ?? String(error),
    )
  const signIn = { hasSecondFactor: false, hasPassword: true, isLinked: false }
  const person = (role: Role, brands: Membership['brands'] = 'all'): PersonActor => ({
    kind: 'person',
    id: crypto.randomUUID(),
    sessionId: crypto.randomUUID(),
    membership: { workspace: writer.workspace, brands, role, signIn },
  })

  test('every operation refuses an unknown kind, whatever access it claims', async () => {
    const claims = { ...writer, scopes: [...allReadScopes, ...allWriteScopes], role: 'owner' }
    const stranger = { ...claims, kind: 'stranger' } as unknown as Actor
    for (const operation of operations)
      expect(await code(request(stranger, operation)), operation.name).toMatch(/^(not_found|insufficient_scope)$/)
  })

  test('Sightline’s own work on a brand can run no operation', async () => {
    const brand = await app.app.services.db
      .selectFrom('brands')
      .selectAll()
      .where('id', '=', fixture.ids.brand_id?.[0] as string)
      .executeTakeFirstOrThrow()
    for (const operation of operations)
      expect(await code(request(systemActor('job', writer.workspace, brand), operation))).toBe('insufficient_scope')
  })

  test('people can run what their role allows, but not in other workspaces or brands', async () => {
    for (const operation of operations)
      for (const role of roles) {
        const outcome = await code(request(person(role), operation))
        const { role: least } = operation
        if (operation.on === 'installation') expect(least, operation.name).toBe('none')
        // An allowed operation is rejected only for its input.
        const isOwn = operation.on === 'person'
        const may = isOwn || (least !== 'none' && roles.indexOf(role) >= roles.indexOf(least))
        if (may) expect(outcome, `${operation.name} ${role}`).not.toMatch(/not_found|insufficient_scope/)
        else expect(outcome, `${operation.name} ${role}`).toBe('insufficient_scope')
      }
    const owner = person('owner')
    const foreign = { ids: { brand_id: fixture.foreignIds.brand_id?.[0] as string } }
    const ask = (actor: Actor, ids: Record<string, string>) =>
      code(
        prepare(app.app.services, renameThing, {
          actor,
          requestId: 'test',
          ids,
          input: { thing_id, name: 'x' },
        }),
      )
    expect(await ask(owner, foreign.ids)).toBe('not_found')
    const own = fixture.ids.brand_id?.[0] as string
    expect(await ask(person('owner', []), { brand_id: own })).toBe('not_found')
    expect(await ask(person('owner', [own]), { brand_id: own })).toBe('prepared')
  })

  test('a token can do what both its scopes and the role of its person allow', async () => {
    const token = (role: Role, scopes: ApiKeyActor['scopes']): Actor => ({
      ...{
        kind: 'oauth-token',
        id: crypto.randomUUID(),
        personId: crypto.randomUUID(),
        clientName: 'Agent',
        scopes,
      },
      ...{ workspace: writer.workspace, brands: 'all', role, signIn },
    })
    const outcomes = []
    for (const actor of [
      token('viewer', ['write:competitors']),
      token('editor', ['read:basic']),
      token('editor', ['write:competitors']),
    ])
      outcomes.push(
        await code(
          prepare(app.app.services, renameThing, {
            ...{ actor, requestId: 'test', input: { thing_id, name: 'x' } },
            ids: { brand_id: fixture.ids.brand_id?.[0] as string },
          }),
        ),
      )
    expect(outcomes).toEqual(['insufficient_scope', 'insufficient_scope', 'prepared'])
  })

  test('the operator is rejected only for invalid input', async () => {
    for (const operation of commands)
      expect(await code(request(operator, operation)), operation.name).toMatch(/^(prepared|invalid_request)$/)
  })
})
