import { dirname, join } from 'node:path'
import { TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '../features/people/index.ts'
import { socketPath } from '../stores/data-directory.ts'
import { Authenticator } from '../testing/authenticator.ts'
import { tokenOf } from '../testing/people.ts'
import { type Installation, makeInstallation, type RunningServer } from '../testing/processes.ts'
import { until } from './testing/campaign.ts'
import { openVisitor, type Visitor } from './testing/visitor.ts'

const password = 'correct horse battery'
const newPassword = 'another good one'

let sightline: Installation
let server: RunningServer
/** Owns every workspace. */
let owner: Visitor
let workspaces: string[]
let made = 0

beforeAll(async () => {
  sightline = makeInstallation(undefined, { WRITES_PER_MINUTE: '1000000' })
  server = await sightline.startServer()
  workspaces = []
  for (let number = 0; number < 12; number += 1)
    workspaces.push((await sightline.operate('create-workspace', { name: `W${number}` })).id)
})
afterAll(() => sightline.remove())

const open = () => openVisitor(() => server.url)

/** An account action, ready to run. */
type Act = () => Promise<unknown>

/** An act that posts as a browser does. @throws Error if it is refused or gets no response */
const postAct =
  (visitor: Visitor, path: string, body: () => object): Act =>
  async () => {
    const { status, text } = await visitor.post(path, body())
    if (status !== 200) throw new Error(`${path}: ${text}`)
  }

const callAct = (visitor: Visitor, name: string, body: object): Act =>
  postAct(visitor, `/operations/${name}`, () => body)

/** A workspace that nothing else in the round uses: changes to the members of one workspace wait for each other. */
const ownWorkspace = () => workspaces[made++ % workspaces.length] as string

/** A new viewer of a workspace. */
async function makeMember(workspace_id: string, given: Record<string, string> = {}): Promise<string> {
  made += 1
  const email = `member-${made}@people.example`
  await sightline.operate('create-person', { workspace_id, email, name: 'Member', role: 'viewer', ...given })
  return email
}

async function signIn(email: string): Promise<Visitor> {
  const visitor = open()
  const link = await sightline.operate<{ url: string }>('create-sign-in-link', { email })
  await postAct(visitor, '/sign-in-by-link', () => ({ token: tokenOf(link) }))()
  return visitor
}

/** A new person, signed in with their password. */
async function makeUser(): Promise<{ visitor: Visitor; email: string }> {
  const email = await makeMember(workspaces[0] as string, { password })
  return { visitor: await signIn(email), email }
}

async function beginSecondFactor(visitor: Visitor): Promise<() => string> {
  const begun = await visitor.post<{ secret: string }>('/operations/begin-second-factor', { password })
  const totp = new TOTP({ secret: begun.data.secret })
  let ahead = 0
  // A code works once: each attempt uses the next one.
  return () => totp.generate({ timestamp: Date.now() + 30_000 * ahead++ })
}

type Challenge = { options: { challenge: string; user: { id: string } } }

/** A restarted server has another port. */
const passkeyOrigin = () => server.url.replace('127.0.0.1', 'localhost')

/** Starts adding a passkey to an account. @returns the device and the input of add-passkey */
async function beginPasskey(visitor: Visitor) {
  const begun = await visitor.post<Challenge>('/operations/begin-passkey', { password })
  const device = new Authenticator(passkeyOrigin())
  const input = () => ({
    name: 'Phone',
    credential: device.create(begun.data.options, { origin: passkeyOrigin() }),
  })
  return { device, input }
}

async function makePasskey() {
  const { visitor } = await makeUser()
  const { device, input } = await beginPasskey(visitor)
  const { data } = await visitor.post<{ id: string }>('/operations/add-passkey', input())
  return { visitor, device, passkey_id: data.id }
}

const linkFor = async (name: string, input: Record<string, string>) =>
  tokenOf(await sightline.operate<{ url: string }>(name, input))

const acts: Record<string, () => Promise<Act>> = {
  'create-person': async () => {
    const input = { workspace_id: ownWorkspace(), email: `made-${made}@people.example`, name: 'Made' }
    return () => sightline.operate('create-person', { ...input, role: 'viewer', password })
  },
  'update-person': async () => {
    const workspaceId = ownWorkspace()
    return inWorkspace(workspaceId, 'update-person', { email: await makeMember(workspaceId), role: 'editor' })
  },
  'remove-person': async () => {
    const workspaceId = ownWorkspace()
    return inWorkspace(workspaceId, 'remove-person', { email: await makeMember(workspaceId) })
  },
  'delete-person': async () => {
    const email = await makeMember(workspaces[0] as string)
    return () => sightline.operate('delete-person', { email })
  },
  'unlink-person': async () => {
    const email = await makeMember(workspaces[0] as string)
    const client = await connect()
    await client.query('update people set issuer = $1, subject = $2 where email = $2', ['https://id.example', email])
    await client.end()
    return () => sightline.operate('unlink-person', { email })
  },
  'create-invitation': async () =>
    inWorkspace(ownWorkspace(), 'create-invitation', { email: 'invited@people.example', role: 'viewer' }),
  'revoke-invitation': async () => {
    const workspace_id = ownWorkspace()
    const input = { workspace_id, email: 'invited@people.example', role: 'viewer' }
    const { id } = await sightline.operate('create-invitation', input)
    return inWorkspace(workspace_id, 'revoke-invitation', { invitation_id: id })
  },
  'create-sign-in-link': async () => {
    const email = await makeMember(workspaces[0] as string)
    return () => sightline.operate('create-sign-in-link', { email })
  },
  'reset-password': async () => {
    const email = await makeMember(workspaces[0] as string)
    return () => sightline.operate('reset-password', { email })
  },
  'sign-in': async () => {
    const email = await makeMember(workspaces[0] as string, { password })
    return postAct(open(), '/sign-in', () => ({ email, password }))
  },
  'sign-in-by-link': async () => {
    const token = await linkFor('create-sign-in-link', { email: await makeMember(workspaces[0] as string) })
    return postAct(open(), '/sign-in-by-link', () => ({ token }))
  },
  'accept-invitation': async () => {
    const email = `invited-${made}@people.example`
    const input = { workspace_id: ownWorkspace(), email, role: 'editor' }
    const token = await linkFor('create-invitation', input)
    return postAct(open(), '/accept-invitation', () => ({ token, name: 'Invited', password }))
  },
  'join-workspace': async () => {
    const { visitor, email } = await makeUser()
    const token = await linkFor('create-invitation', { workspace_id: ownWorkspace(), email, role: 'editor' })
    return callAct(visitor, 'join-workspace', { token })
  },
  'choose-password': async () => {
    const token = await linkFor('reset-password', { email: await makeMember(workspaces[0] as string) })
    return postAct(open(), '/choose-password', () => ({ token, password: newPassword }))
  },
  'sign-out': async () => postAct((await makeUser()).visitor, '/sign-out', () => ({})),
  'update-account': async () => callAct((await makeUser()).visitor, 'update-account', { name: 'Renamed' }),
  'change-password': async () =>
    callAct((await makeUser()).visitor, 'change-password', { password, new_password: newPassword }),
  'begin-second-factor': async () => callAct((await makeUser()).visitor, 'begin-second-factor', { password }),
  'confirm-second-factor': async () => {
    const { visitor } = await makeUser()
    const nextCode = await beginSecondFactor(visitor)
    return postAct(visitor, '/operations/confirm-second-factor', () => ({ code: nextCode() }))
  },
  'remove-second-factor': async () => {
    const { visitor } = await makeUser()
    const nextCode = await beginSecondFactor(visitor)
    await postAct(visitor, '/operations/confirm-second-factor', () => ({ code: nextCode() }))()
    return callAct(visitor, 'remove-second-factor', { password })
  },
  'sign-in-with-passkey': async () => {
    const { device } = await makePasskey()
    return async () => {
      const visitor = open()
      const begun = await visitor.post<Challenge>('/begin-passkey-sign-in')
      const credential = device.get(begun.data.options, { origin: passkeyOrigin() })
      await postAct(visitor, '/sign-in-with-passkey', () => ({ credential }))()
    }
  },
  'begin-passkey': async () => callAct((await makeUser()).visitor, 'begin-passkey', { password }),
  'add-passkey': async () => {
    const { visitor } = await makeUser()
    return postAct(visitor, '/operations/add-passkey', (await beginPasskey(visitor)).input)
  },
  'rename-passkey': async () => {
    const { visitor, passkey_id } = await makePasskey()
    return callAct(visitor, 'rename-passkey', { passkey_id, name: 'Key' })
  },
  'delete-passkey': async () => {
    const { visitor, passkey_id } = await makePasskey()
    return callAct(visitor, 'delete-passkey', { passkey_id })
  },
  'end-member-sessions': async () => {
    const workspaceId = ownWorkspace()
    return inWorkspace(workspaceId, 'end-member-sessions', { email: await makeMember(workspaceId) })
  },
  'require-second-factor': async () => inWorkspace(ownWorkspace(), 'require-second-factor', { required: false }),
  'end-session': async () => {
    const { visitor, email } = await makeUser()
    await signIn(email)
    return callAct(visitor, 'end-session', {})
  },
}

/** Runs an operation as the owner in the given workspace. */
function inWorkspace(workspaceId: string, name: string, body: object): Act {
  return async () => {
    owner.workspaceId = workspaceId
    await callAct(owner, name, body)()
  }
}

const tables = [
  'workspaces',
  'people',
  'memberships',
  'membership_brands',
  'recovery_codes',
  'passkeys',
  'sessions',
  'one_time_links',
  'audit_records',
  'idempotent_responses',
]

async function connect(): Promise<pg.Client> {
  const host = dirname(socketPath(join(sightline.directory, 'postgres'), '.s.PGSQL.5432'))
  const client = new pg.Client({ host, user: 'sightline', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** All account data, except the last use of sessions and codes: a code works only once. */
async function stored(): Promise<Record<string, unknown>> {
  const client = await connect()
  const rows: Record<string, unknown> = {}
  for (const table of tables) {
    const asText = `select (to_jsonb(t) - 'last_used_at' - 'used_in' - 'totp_last_step')::text as row from ${table} t order by 1`
    rows[table] = (await client.query(asText)).rows
  }
  await client.end()
  return rows
}

/** Kills the server when each of these has done everything but its audit record, the last step of its transaction. */
async function killBeforeRecord(doing: readonly Act[]): Promise<void> {
  const holder = await connect()
  await holder.query('begin; lock table audit_records in exclusive mode')
  const ends = Promise.allSettled(doing.map((act) => act()))
  const waiting = `select 1 from pg_locks where relation = 'audit_records'::regclass and not granted`
  await until(
    async () => (await holder.query(waiting)).rowCount,
    (count) => count === doing.length,
  )
  await server.stop('SIGKILL')
  for (const { status } of await ends) expect(status).toBe('rejected')
  await holder.end()
  server = await sightline.startServer()
}

const setUpToken = async () =>
  tokenOf({ url: (await until(() => /http:\S+\/set-up#\S+/.exec(server.log())?.[0])) as string })

test('a kill during setup leaves no account, and a new link sets up the installation', async () => {
  const before = await stored()
  const visitor = open()
  const account = { email: 'owner@people.example', name: 'Owner', password }
  const token = await setUpToken()
  await killBeforeRecord([postAct(visitor, '/set-up', () => ({ ...account, token }))])
  expect({ ...(await stored()), one_time_links: [] }).toEqual({ ...before, one_time_links: [] })
  owner = open()
  const next = await setUpToken()
  expect(next).not.toBe(token)
  await postAct(owner, '/set-up', () => ({ ...account, token: next }))()
})

test('these tests cover every operation that changes an account', () => {
  const changing = (people.operations ?? [])
    .filter(({ change, console }) => change !== undefined || console?.method === 'POST')
    .map(({ name }) => name)
  // The first is tested above, the second only queues mail, and the third only creates a challenge.
  const others = ['set-up', 'request-password-link', 'begin-passkey-sign-in']
  expect(Object.keys(acts).sort()).toEqual(changing.filter((name) => !others.includes(name)).sort())
})

const names = Object.keys(acts)

test.each([names.slice(0, 8), names.slice(8, 14), names.slice(14)].map((some) => [some] as const))(
  'a kill in the middle of %j rolls everything back, and all of it can be done again',
  async (some) => {
    const doing: Act[] = []
    for (const name of some) doing.push(await (acts[name] as () => Promise<Act>)())
    const before = await stored()
    await killBeforeRecord(doing)
    expect(await stored()).toEqual(before)
    for (const act of doing) await act()
    const after = await stored()
    expect((after.audit_records as []).length).toBe((before.audit_records as []).length + doing.length)
  },
)
