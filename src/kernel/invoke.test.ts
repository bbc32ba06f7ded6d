import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { TestApp } from '../testing/test-app.ts'
import { startWorldApp, type World } from '../testing/world.ts'
import type { KeyPrincipal } from './context.ts'
import { uuid } from './fields.ts'
import { invoke } from './invoke.ts'
import { defineOperation } from './operation.ts'

let app: TestApp
let world: World
let writer: KeyPrincipal

/** A write, which no endpoint of today stands for. */
const renameThing = defineOperation({
  name: 'rename-thing',
  summary: 'Rename a thing',
  on: 'brand',
  access: 'write:competitors',
  http: { method: 'PATCH', path: '/v1/brands/{brand_id}/things/{thing_id}', limit: 'write' },
  fields: { thing_id: uuid, name: z.string() },
  data: z.object({ thing_id: z.string(), name: z.string(), brand_id: z.string(), workspace_id: z.string() }),
  async run({ ctx, input }) {
    return { data: { ...input, brand_id: ctx.brand.id, workspace_id: ctx.workspace.id } }
  },
})
const operatorsOnly = defineOperation({ ...renameThing, name: 'operators-only', access: 'operator' })

beforeAll(async () => {
  ;({ test: app, world } = await startWorldApp())
  const workspace = await app.app.services.db
    .selectFrom('workspaces')
    .selectAll()
    .where('id', '=', world.workspaceId)
    .executeTakeFirstOrThrow()
  writer = {
    kind: 'key',
    id: crypto.randomUUID(),
    chainId: crypto.randomUUID(),
    name: 'writer',
    lastFour: '0000',
    workspace: { ...workspace, api_writes: true },
    scopes: ['write:competitors'],
    allBrands: true,
    brandIds: [],
    createdBy: null,
    createdAt: new Date(),
    expiresAt: null,
  }
})
afterAll(() => app.close())

const thing_id = crypto.randomUUID()
const call = (
  principal: Partial<KeyPrincipal>,
  ids: Record<string, string>,
  input = {},
  operation = renameThing,
) =>
  invoke(app.app.services, operation, {
    principal: { ...writer, ...principal },
    requestId: 'test',
    ids: { brand_id: world.ids.brand_id?.[0] as string, thing_id, ...ids },
    input,
  })
const refusal = (code: string, message = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(message) })

test('ids of the path reach the operation in lower case', async () => {
  const { data } = await call({}, { thing_id: thing_id.toUpperCase() }, { name: 'x' })
  expect(data).toEqual({
    thing_id,
    name: 'x',
    brand_id: world.ids.brand_id?.[0],
    workspace_id: world.workspaceId,
  })
})

test('brand, scope, write entitlement and input are checked in this order', async () => {
  const noWrites = { workspace: { ...writer.workspace, api_writes: false } }
  const noScope = { ...noWrites, scopes: ['read:basic'] }
  const missing = { brand_id: crypto.randomUUID() }
  await expect(call(noScope, missing, { x: 1 })).rejects.toEqual(refusal('not_found'))
  await expect(call(noScope, { brand_id: 'x' }, { x: 1 })).rejects.toEqual(
    refusal('invalid_request', 'brand_id'),
  )
  await expect(call(noScope, {}, { x: 1 })).rejects.toEqual(
    refusal('insufficient_scope', 'write:competitors'),
  )
  await expect(call(noWrites, {}, { x: 1 })).rejects.toEqual(refusal('plan_required', 'writes'))
  await expect(call({}, {}, { x: 1 })).rejects.toEqual(refusal('invalid_request', 'name is required'))
})

test('what the operator alone may do is out of any key’s reach', async () => {
  await expect(call({}, {}, { name: 'x' }, operatorsOnly)).rejects.toEqual(refusal('insufficient_scope'))
})

test('brands out of reach are not found', async () => {
  const other = world.otherIds.brand_id?.[0] as string
  const ids = { brand_id: world.ids.brand_id?.[0] as string }
  await expect(call({ allBrands: false, brandIds: [other] }, ids, { name: 'x' })).rejects.toEqual(
    refusal('not_found'),
  )
  await expect(
    call({}, { brand_id: world.foreignIds.brand_id?.[0] as string }, { name: 'x' }),
  ).rejects.toEqual(refusal('not_found'))
  await expect(
    call({ allBrands: false, brandIds: [ids.brand_id] }, ids, { name: 'x' }),
  ).resolves.toBeDefined()
  // A link to a brand of another workspace, which nothing should ever write, opens nothing either.
  const foreign = { brand_id: world.foreignIds.brand_id?.[0] as string }
  await expect(
    call({ allBrands: false, brandIds: [foreign.brand_id] }, foreign, { name: 'x' }),
  ).rejects.toEqual(refusal('not_found'))
})
