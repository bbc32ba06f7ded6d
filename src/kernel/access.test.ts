import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkRows } from '../testing/check-rows.ts'
import { brandEndpoints, type Endpoint, endpoints, type Ids } from '../testing/endpoints.ts'
import { type Fixture, makeKey, startFixtureApp } from '../testing/fixture.ts'
import { followChanges } from '../testing/follow-changes.ts'
import { portion } from '../testing/forms.ts'
import { anyDraft, type ModelServer, modelEnvironment, startModelServer } from '../testing/model-server.ts'
import { jobsAreDone, postgresRows } from '../testing/stored-rows.ts'
import type { Answer, TestApp } from '../testing/test-app.ts'
import { bodyOf, sendValid, writeEndpoints } from '../testing/writes.ts'
import { pathFields } from './operation.ts'
import { allReadScopes, allWriteScopes, isWriteScope } from './scopes.ts'

let model: ModelServer
let test: TestApp
let fixture: Fixture
/** Keys with every scope: for all brands, for only the first one, for only the second. */
let ownKey: string
let restrictedKey: string
let otherKey: string

const scopes = [...allReadScopes, ...allWriteScopes]

beforeAll(async () => {
  model = await startModelServer()
  model.reply = () => anyDraft
})
afterAll(() => model.close())

/** With a model, which drafts need. */
async function startWritableFixture(): Promise<void> {
  ;({ test, fixture } = await startFixtureApp(modelEnvironment(model)))
  await allowWrites(true)
  ownKey = await makeKey(test, fixture.workspaceId, { scopes })
  restrictedKey = await makeKey(test, fixture.workspaceId, {
    scopes,
    brand_ids: fixture.ids.brand_id as string[],
  })
  otherKey = await makeKey(test, fixture.workspaceId, {
    scopes,
    brand_ids: fixture.otherIds.brand_id as string[],
  })
}

const allowWrites = (api_writes: boolean) =>
  test.operate('update-workspace', { workspace_id: fixture.workspaceId, api_writes })
const outcome = ({ status, body }: Answer) => [status, body.error?.code]

/** The parts that distinguish refusals: everything but request ids, the time and the remaining limit. */
function seenOf({ status, text, headers, body }: Answer) {
  const { 'x-request-id': requestId, date: _date, ratelimit: _left, ...rest } = headers
  expect(requestId).toBe(body.error.request_id)
  return { status, text: text.replace(body.error.request_id, ''), rest }
}

/** Describes each id whose response differs from the first one's. */
async function differences(
  endpoint: Endpoint,
  key: string,
  cases: readonly (readonly [kind: string, ids: Ids])[],
  due: number,
): Promise<string[]> {
  const found: string[] = []
  let missing: ReturnType<typeof seenOf> | undefined
  for (const [kind, ids] of cases) {
    const seen = seenOf(await sendValid(test, endpoint, ids, key))
    missing ??= seen
    if (seen.status !== due || JSON.stringify(seen) !== JSON.stringify(missing))
      found.push(`${endpoint.name}: ${kind}, ${seen.status} ${seen.text} against ${missing.text}`)
  }
  return found
}

/** Data of people and programs, without the queue and the traces that each request leaves. */
async function content(): Promise<object> {
  await jobsAreDone(test.app.services)
  await followChanges(test.app.services)
  const rows = await postgresRows(test.app.services)
  const aside = ['public.api_keys', 'public.rate_limits']
  return Object.fromEntries([...rows].filter(([table]) => !table.startsWith('jobs.') && !aside.includes(table)))
}

describe('things outside a key’s access get the same response as missing ones', () => {
  beforeAll(startWritableFixture)
  afterAll(() => test.close())
  const nobody = crypto.randomUUID()

  const things = brandEndpoints.flatMap((endpoint) =>
    pathFields(endpoint.http.path)
      .filter((name) => name !== 'brand_id')
      .map((name) => [`${endpoint.name}: ${name}`, endpoint, name] as const),
  )

  it('for several things', () => expect(things.length).toBeGreaterThan(4))

  /** The fixture's key for ids of this field: different things may share a name. */
  const placeOf = ({ name: operation }: Endpoint, name: string) =>
    [`${operation} ${name}`, name].find((place) => place in fixture.ids) as string

  interface HeldKey {
    name: string
    held: readonly string[]
    isRestricted?: boolean
    /** Every endpoint, or a portion: the keys with one scope cover all of them together. */
    of<T>(all: readonly T[]): readonly T[]
  }
  const keys: HeldKey[] = [
    { name: 'every scope', held: scopes, of: (all) => all },
    { name: 'every scope, for one brand', held: scopes, isRestricted: true, of: (all) => all },
    ...scopes.map(
      (scope, place): HeldKey => ({
        name: `the scope ${scope} alone`,
        held: [scope],
        of: (all) => portion(all, place, scopes.length),
      }),
    ),
  ]
  const makeOne = (held: readonly string[], isRestricted: boolean) =>
    makeKey(test, fixture.workspaceId, {
      scopes: held,
      ...(isRestricted ? { brand_ids: fixture.ids.brand_id as string[] } : {}),
    })

  it.each(keys)('brands, to a key with $name', async ({ held, isRestricted = false, of }) => {
    const key = await makeOne(held, isRestricted)
    const ofBrand = (brand: string | undefined): Ids => ({ ...fixture.ids, brand_id: [brand as string] })
    const [foreign, other] = [fixture.foreignIds.brand_id?.[0], fixture.otherIds.brand_id?.[0]]
    const elsewhere = [
      ['missing', ofBrand(nobody)],
      ['foreign', ofBrand(foreign)],
      ['foreign, with foreign things', fixture.foreignIds],
    ] as const
    const beyond = [
      ['out of reach', ofBrand(other)],
      ['out of reach, with its things', fixture.otherIds],
    ] as const
    const cases = isRestricted ? [...elsewhere, ...beyond] : elsewhere
    const found: string[] = []
    for (const endpoint of of(brandEndpoints)) found.push(...(await differences(endpoint, key, cases, 404)))
    expect(found).toEqual([])
  })

  it.each(keys)('things of brands, to a key with $name', async ({ held, isRestricted = false, of }) => {
    const key = await makeOne(held, isRestricted)
    const found: string[] = []
    for (const [, endpoint, name] of of(things)) {
      const place = placeOf(endpoint, name)
      const [foreign, other] = [fixture.foreignIds[place]?.[0], fixture.otherIds[place]?.[0]]
      expect([foreign, other]).not.toContain(undefined)
      const cases = Object.entries({ missing: nobody, foreign, other, capitals: other?.toUpperCase() }).map(
        ([kind, id]) => [kind, { ...fixture.ids, [place]: [id as string] }] as const,
      )
      // Without its scope, an operation looks up nothing of the brand.
      const due = held.includes(endpoint.access) ? 404 : 403
      found.push(...(await differences(endpoint, key, cases, due)))
    }
    expect(found).toEqual([])
  })

  it('and they still exist for keys with access', async () => {
    // Deletions come last.
    const inOrder = things.sort(
      ([, a], [, b]) => Number(a.http.method === 'DELETE') - Number(b.http.method === 'DELETE'),
    )
    for (const [, endpoint] of inOrder) {
      const ids = pathFields(endpoint.http.path).map((name) => [
        name,
        fixture.foreignIds[placeOf(endpoint, name)]?.[0] as string,
      ])
      const body = Object.entries(bodyOf(endpoint, fixture.foreignIds) ?? {})
      const texts = body.filter(([, value]) => typeof value === 'string')
      const input = Object.fromEntries([...ids, ...texts])
      expect(await test.tryOperate(endpoint.name, input), endpoint.name).toMatchObject({ envelope: {} })
      expect((await sendValid(test, endpoint, fixture.otherIds, otherKey)).status, endpoint.name).toBe(200)
    }
  })
})

const writes = writeEndpoints.map((endpoint) => [endpoint.name, endpoint] as const)

describe('every write', () => {
  // No write takes effect, so all of them use the same fixture.
  beforeAll(startWritableFixture)
  afterAll(() => test.close())

  it('has no effect for a key without its scope, or without write access', () =>
    checkRows(writes, async (endpoint) => {
      const without = await makeKey(test, fixture.workspaceId, {
        scopes: scopes.filter((scope) => scope !== endpoint.access),
      })
      const before = await content()
      const scopeless = await sendValid(test, endpoint, fixture.ids, without)
      expect(outcome(scopeless)).toEqual([403, 'insufficient_scope'])
      expect(scopeless.body.error.message).toContain(endpoint.access)
      for (const ids of [fixture.foreignIds, { ...fixture.ids, brand_id: [crypto.randomUUID()] }])
        expect(outcome(await sendValid(test, endpoint, ids, ownKey))).toEqual([404, 'not_found'])
      expect(outcome(await sendValid(test, endpoint, fixture.ids, otherKey))).toEqual([404, 'not_found'])
      expect(outcome(await sendValid(test, endpoint, fixture.ids, ownKey, ''))).toEqual([400, 'invalid_request'])
      expect(await content()).toEqual(before)
      // Exports only read data, so readers may make them.
      if (!isWriteScope(endpoint.access)) return

      await allowWrites(false)
      const withdrawn = await content()
      for (const key of [ownKey, restrictedKey]) {
        const refused = await sendValid(test, endpoint, fixture.ids, key, 'same')
        expect(outcome(refused)).toEqual([403, 'plan_required'])
        expect(refused.body.error.message).toContain('API writes')
      }
      expect(await content()).toEqual(withdrawn)
      await allowWrites(true)
    }))
})

describe('every write', () => {
  beforeEach(startWritableFixture)
  afterEach(() => test.close())

  // Each has its own app.
  it.each(portion(writes, 0, 12))(
    '%s needs only its scope, is recorded once, and does not run again',
    async (_, endpoint) => {
      const key = await test.operate<{ id: string; secret: string }>('create-key', {
        workspace_id: fixture.workspaceId,
        name: 'Writer',
        scopes: [endpoint.access],
        brand_ids: fixture.ids.brand_id as string[],
      })
      // A refused request does not use up its Idempotency-Key.
      if (isWriteScope(endpoint.access)) {
        await allowWrites(false)
        expect((await sendValid(test, endpoint, fixture.ids, key.secret, 'one')).status).toBe(403)
        await allowWrites(true)
      }
      const first = await sendValid(test, endpoint, fixture.ids, key.secret, 'one')
      expect(first.status, first.text).toBe(200)
      const records = () =>
        test.operate<{ key_id: string | null; before: object | null; after: object | null }[]>('list-audit-records', {
          workspace_id: fixture.workspaceId,
          of_brand_id: fixture.ids.brand_id?.[0] as string,
        })
      const ofKey = (await records()).filter(({ key_id }) => key_id === key.id)
      expect(ofKey).toMatchObject([{ operation: endpoint.name, key_name: 'Writer', request_id: first.body.request_id }])
      expect(ofKey[0]?.before ?? ofKey[0]?.after).not.toBeNull()
      await jobsAreDone(test.app.services)
      const before = await content()
      const again = await sendValid(test, endpoint, fixture.ids, key.secret, 'one')
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true'])
      expect(await content()).toEqual(before)
    },
  )
})

it('reads need a read scope and writes a write scope, except for a key’s own details', () => {
  const open = endpoints.filter(({ access }) => access === 'any-key')
  expect(open.map(({ name }) => name).sort()).toEqual(['get-me', 'get-usage', 'get-usage-days'])
  // Files made only of reads.
  const ofReads = ['create-export', 'create-export-link', 'delete-export']
  for (const { name, access, http } of endpoints.filter((endpoint) => !open.includes(endpoint)))
    expect(http.method === 'GET' || ofReads.includes(name) ? allReadScopes : allWriteScopes, name).toContain(access)
})
