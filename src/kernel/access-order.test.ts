import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { generateSecret } from '../lib/key-format.ts'
import { checkRows } from '../testing/check-rows.ts'
import { type Endpoint, endpoints, urlOf } from '../testing/endpoints.ts'
import { makeKey } from '../testing/fixture.ts'
import { longTest } from '../testing/forms.ts'
import { type Answer, startTestApp, type TestApp } from '../testing/test-app.ts'
import { bodyOf } from '../testing/writes.ts'
import { bodySchema, pathFields } from './operation.ts'
import { allReadScopes, allWriteScopes, isWriteScope, requiredPlan } from './scopes.ts'

/** A request and its faults; even without faults, the things in its path are missing. */
interface Attempt {
  endpoint: Endpoint
  key: 'valid' | 'none' | 'malformed' | 'unknown' | 'revoked' | 'expired'
  method: string
  hasAccess: boolean
  isSecondInMinute: boolean
  brand: string
  reachesBrand: boolean
  thing: string
  hasScope: boolean
  mayWrite: boolean
  hasPlan: boolean
  idempotencyKey: string | undefined
  query: [string, string][]
  body: string | undefined
  contentType: string
}

interface Fault {
  /** Faults of one step are reported in any order. */
  step: number
  made(attempt: Attempt): Partial<Attempt>
  answer: [status: number, code: string]
  says?: (endpoint: Endpoint) => string
  in?: (endpoint: Endpoint) => boolean
}

const isWrite = ({ http }: Endpoint) => http.method !== 'GET'
const ofBrand = ({ on }: Endpoint) => on === 'brand'
/** Without a field, this one returns the unchanged prompt. */
const changesNothing = 'update-prompt'
/** The body cannot be empty: a field is required, or one of several. */
const needsBody = (endpoint: Endpoint) =>
  endpoint.name !== changesNothing &&
  (endpoint.http.needsOne ||
    Object.values(bodySchema(endpoint)?.shape ?? {}).some(
      (field) => !(field as z.ZodType).safeParse(undefined).success,
    ))
const needsScope = ({ access }: Endpoint) => access !== 'any-key'
const hasResourceId = ({ http }: Endpoint) => pathFields(http.path).length > 1

const invalid: Fault['answer'] = [400, 'invalid_request']
const missing: Fault['answer'] = [404, 'not_found']
const dead: Fault['answer'] = [401, 'token_revoked']
const unknown: Fault['answer'] = [401, 'invalid_token']
const plan: Fault['answer'] = [403, 'plan_required']

/** All checks of access and input, in their order. */
const faults: Record<string, Fault> = {
  'no key': { step: 1, made: () => ({ key: 'none' }), answer: unknown },
  'malformed key': { step: 1, made: () => ({ key: 'malformed' }), answer: unknown },
  'unknown key': { step: 1, made: () => ({ key: 'unknown' }), answer: unknown },
  'revoked key': { step: 1, made: () => ({ key: 'revoked' }), answer: dead },
  'expired key': { step: 1, made: () => ({ key: 'expired' }), answer: [401, 'token_expired'] },
  'wrong method': { step: 2, made: () => ({ method: 'PUT' }), answer: [405, 'method_not_allowed'] },
  'no API access': { step: 3, made: () => ({ hasAccess: false }), answer: plan, says: () => 'API access' },
  'over the limit': { step: 4, made: () => ({ isSecondInMinute: true }), answer: [429, 'rate_limited'] },
  'malformed brand': {
    step: 5,
    made: () => ({ brand: 'x' }),
    answer: invalid,
    says: () => 'brand_id',
    in: ofBrand,
  },
  'missing brand': { step: 5, made: () => ({ brand: randomUUID() }), answer: missing, in: ofBrand },
  'brand elsewhere': { step: 5, made: () => ({ brand: foreignBrand }), answer: missing, in: ofBrand },
  'brand out of reach': { step: 5, made: () => ({ reachesBrand: false }), answer: missing, in: ofBrand },
  'malformed thing': { step: 5, made: () => ({ thing: 'x' }), answer: invalid, in: hasResourceId },
  'no scope': {
    step: 6,
    made: () => ({ hasScope: false }),
    answer: [403, 'insufficient_scope'],
    says: ({ access }) => access,
    in: needsScope,
  },
  'no write access': {
    step: 7,
    made: () => ({ mayWrite: false }),
    answer: plan,
    says: () => 'API writes',
    in: ({ access }) => isWriteScope(access),
  },
  'not in the plan': {
    step: 8,
    made: () => ({ hasPlan: false }),
    answer: plan,
    says: () => 'brand knowledge',
    in: (endpoint) => requiredPlan(endpoint.access) !== undefined,
  },
  'no Idempotency-Key': {
    step: 9,
    made: () => ({ idempotencyKey: undefined }),
    answer: invalid,
    in: isWrite,
  },
  'bad Idempotency-Key': { step: 9, made: () => ({ idempotencyKey: 'ü' }), answer: invalid, in: isWrite },
  'unknown parameter': { step: 9, made: () => ({ query: [['nonsense', '1']] }), answer: invalid },
  'no JSON': { step: 9, made: () => ({ body: '{' }), answer: invalid, in: isWrite },
  'another type': {
    step: 9,
    made: () => ({ body: '{}', contentType: 'text/plain' }),
    answer: invalid,
    in: isWrite,
  },
  'unknown field': { step: 9, made: () => ({ body: '{"nonsense":1}' }), answer: invalid, in: isWrite },
  'no body': { step: 9, made: () => ({ body: undefined }), answer: invalid, in: needsBody },
  'missing thing': { step: 10, made: () => ({}), answer: missing, in: hasResourceId },
}

interface MadeWorkspace {
  id: string
  brands: string[]
}

let app: TestApp
let foreignBrand: string
/** By access and writes. */
const workspaces = new Map<string, MadeWorkspace>()
const keys = new Map<string, string>()
let time = Date.parse('2026-06-15T12:00:00Z')

beforeAll(async () => {
  const one = { READS_PER_MINUTE: '1', WRITES_PER_MINUTE: '1', AUDITS_PER_MINUTE: '1' }
  app = await startTestApp({ ...one, UNKNOWN_KEYS_PER_MINUTE: '1000000' })
  // Limits use the process clock, which is stopped except for deliberate steps.
  vi.useFakeTimers({ toFake: ['Date'] })
  foreignBrand = (await makeWorkspace({ api_writes: true })).brands[0] as string
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
})

interface Rights {
  api_access?: boolean
  api_writes?: boolean
  brand_knowledge?: boolean
}

async function makeWorkspace(rights: Rights): Promise<MadeWorkspace> {
  const { id } = await app.operate('create-workspace', { name: 'W', ...rights })
  const brands = []
  for (const name of ['One', 'Two']) brands.push((await app.operate('create-brand', { workspace_id: id, name })).id)
  for (const brand_id of brands) await app.operate('import-profile', { brand_id }, '{"industry":"Shoes"}')
  return { id, brands }
}

async function workspaceOf({ hasAccess, mayWrite, hasPlan }: Attempt): Promise<MadeWorkspace> {
  const name = `${hasAccess} ${mayWrite} ${hasPlan}`
  const rights = { api_access: hasAccess, api_writes: mayWrite, brand_knowledge: hasPlan }
  const found = workspaces.get(name) ?? (await makeWorkspace(rights))
  workspaces.set(name, found)
  return found
}

/** A key for the attempt; write keys are issued while the workspace briefly allows writes. */
async function keyOf(attempt: Attempt, { id, brands }: MadeWorkspace): Promise<string | undefined> {
  const { key, hasScope, hasAccess, mayWrite, hasPlan, reachesBrand, endpoint } = attempt
  if (key === 'none') return undefined
  if (key === 'malformed') return 'svc_sk_x'
  if (key === 'unknown') return generateSecret()
  const lacking = hasScope ? 'nothing' : endpoint.access
  const name = [key, hasAccess, mayWrite, hasPlan, reachesBrand, lacking].join(' ')
  const known = keys.get(name)
  if (known !== undefined) return known
  const scopes = [...allReadScopes, ...allWriteScopes].filter((scope) => scope !== lacking)
  await app.operate('update-workspace', { workspace_id: id, api_writes: true })
  const restriction = reachesBrand ? {} : { brand_ids: [brands[1] as string] }
  const secret = await makeKey(app, id, { scopes, name, ...restriction })
  await app.operate('update-workspace', { workspace_id: id, api_writes: mayWrite })
  const ended = {
    revoked: { revoked_at: new Date(0) },
    expired: { expires_at: new Date(0) },
    valid: undefined,
  }[key]
  if (ended !== undefined) {
    await app.app.services.db.updateTable('api_keys').set(ended).where('name', '=', name).execute()
    app.app.services.onAccessChanged()
  }
  keys.set(name, secret)
  return secret
}

async function send(endpoint: Endpoint, made: readonly Fault[]): Promise<Answer> {
  const attempt: Attempt = {
    endpoint,
    key: 'valid',
    method: endpoint.http.method,
    hasAccess: true,
    isSecondInMinute: false,
    brand: '',
    reachesBrand: true,
    thing: randomUUID(),
    hasScope: true,
    mayWrite: true,
    hasPlan: true,
    idempotencyKey: randomUUID(),
    query: [],
    body: JSON.stringify(bodyOf(endpoint, { category_id: [randomUUID()], suggestion_id: [randomUUID()] })),
    contentType: 'application/json',
  }
  for (const fault of made) Object.assign(attempt, fault.made(attempt))
  const workspace = await workspaceOf(attempt)
  const secret = await keyOf(attempt, workspace)
  const things = pathFields(endpoint.http.path).map((name) => [name, [attempt.thing]])
  const ids = {
    ...Object.fromEntries(things),
    q: ['boots'],
    brand_id: [attempt.brand || (workspace.brands[0] as string)],
  }
  const headers: Record<string, string> = { 'content-type': attempt.contentType }
  if (isWrite(endpoint) && attempt.idempotencyKey !== undefined) headers['idempotency-key'] = attempt.idempotencyKey
  const request = () =>
    app.send(attempt.method, urlOf(endpoint, ids, attempt.query), secret, {
      headers,
      ...(attempt.body === undefined ? {} : { body: attempt.body }),
    })
  time += 61_000
  vi.setSystemTime(time)
  if (attempt.isSecondInMinute) await request()
  return request()
}

const inEndpoint = (endpoint: Endpoint) =>
  Object.entries(faults).filter(([, fault]) => fault.in === undefined || fault.in(endpoint))

function expectRefused(answer: Answer, endpoint: Endpoint, fault: Fault, what: string): void {
  expect([answer.status, answer.body.error?.code], `${endpoint.name}: ${what}`).toEqual(fault.answer)
  expect(answer.body.error.message, `${endpoint.name}: ${what}`).toContain(fault.says?.(endpoint) ?? '')
}

const all = endpoints.map((endpoint) => [endpoint.name, endpoint] as const)

longTest('reports the fault that is checked first of two, at every endpoint', () =>
  checkRows(all, async (endpoint) => {
    const possible = inEndpoint(endpoint)
    for (const [name, fault] of possible) {
      expectRefused(await send(endpoint, [fault]), endpoint, fault, name)
      for (const [laterName, later] of possible.filter(([, other]) => other.step > fault.step))
        expectRefused(await send(endpoint, [later, fault]), endpoint, fault, `${name} with ${laterName}`)
    }
  }),
)

test('several faults are reported from the first to the last, as each is fixed in turn', async () => {
  for (const endpoint of endpoints) {
    const steps = Map.groupBy(inEndpoint(endpoint), ([, { step }]) => step)
    const left = [...steps.values()].map(([first]) => first as [string, Fault])
    while (left.length > 0) {
      const [name, fault] = left[0] as [string, Fault]
      const made = left.map(([, one]) => one)
      expectRefused(await send(endpoint, made), endpoint, fault, `${name} first`)
      left.shift()
    }
  }
})
