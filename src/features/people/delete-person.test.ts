import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Browser, consoleEnvironment } from '../../testing/browser.ts'
import { dumpStores, postgresRows } from '../../testing/stored-rows.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let logged = ''
const stream = new Writable({
  write(chunk, _, done) {
    logged += String(chunk)
    done()
  },
})

/** Rejects every message for now, and repeats its recipient in the response. */
const mailServer = createServer((socket) => {
  socket.write('220 mail\r\n')
  socket.on('data', (data) => {
    const [command = ''] = String(data).split(/[\s:]/)
    if (command === 'RCPT') socket.write(`450 4.2.1 ${String(data).trim()}: not now\r\n`)
    else socket.write(command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  const { port } = mailServer.address() as AddressInfo
  const environment = { ...consoleEnvironment, SMTP_URL: `smtp://127.0.0.1:${port}` }
  test = await startTestApp(environment, { log: pino({ level: 'trace' }, stream) })
})
afterAll(async () => {
  await test.close()
  mailServer.close()
})

const password = 'correct-horse-battery'
const email = 'Zacharias.Quillfeather@Example.com'
const names = [/quillfeather/i, /zacharias/i, /zebulon/i]
const tokenOf = (url: string) => url.split('#')[1] as string
const holds = (text: string) => names.filter((name) => name.test(text)).map(String)

async function as(address: string, workspaceId: string): Promise<Browser> {
  const browser = new Browser(test)
  browser.workspaceId = workspaceId
  expect((await browser.signIn(address, password)).status).toBe(200)
  return browser
}

/** Waits until the mail server has rejected a message, and the use of the key is stored. */
async function backgroundIsDone(): Promise<void> {
  const refused = `select 1 from jobs.job where output::text like '%did not accept a message: EENVELOPE 450%'`
  const used = 'select 1 from api_keys where last_used_at is not null'
  for (const query of [refused, used])
    while ((await test.app.services.postgres.execute(query)).rows.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 50))
}

const done = async (answer: Promise<{ status: number; text: string; body: { data: unknown } }>) => {
  const { status, text, body } = await answer
  expect(status, text).toBe(200)
  return body.data as Record<string, string>
}

/** Invites a person and leaves traces of them everywhere. @returns their id and the secret of their key */
async function live(workspaceId: string, brandId: string) {
  const admin = await as('ada@example.com', workspaceId)
  const invited = await done(admin.operate('create-invitation', { email, role: 'admin' }))
  const visitor = new Browser(test)
  const account = { token: tokenOf(invited.url as string), name: 'Zacharias Quillfeather', password }
  const { person_id: id = '' } = await done(visitor.post('/accept-invitation', account))
  expect((await visitor.signIn(email, 'wrong')).status).toBe(401)
  const browser = await as(email.toLowerCase(), workspaceId)
  await done(browser.operate('update-account', { name: 'Zebulon Quillfeather' }))
  await done(browser.operate('begin-second-factor', { password }))
  const competitor = { name: 'Globex', primary_url: 'https://globex.com' }
  await done(browser.post(`/brands/${brandId}/competitors`, competitor))
  const { id: key_id } = await done(browser.operate('create-key', { name: 'theirs' }))
  const { secret = '' } = await done(browser.operate('roll-key', { key_id }))
  await done(browser.operate('create-invitation', { email: 'new@example.com', role: 'viewer' }))
  const idempotency = { 'idempotency-key': randomUUID() }
  for (const _ of [1, 2]) await done(admin.operate('update-person', { email, role: 'admin' }, idempotency))
  await as(email, workspaceId)
  await done(visitor.post('/request-password-link', { email }))
  const { id: workspace_id } = await test.operate('create-workspace', { name: 'Theirs' })
  await test.operate('create-invitation', { workspace_id, email: email.toUpperCase(), role: 'viewer' })
  await test.operate('create-sign-in-link', { email })
  await test.operate('reset-password', { email })
  return { id, secret, admin }
}

it('after a deletion, no store or log contains the person’s name or email, but records show that they existed', async () => {
  const { id: workspaceId } = await test.operate('create-workspace', { name: 'Ours' })
  const { id: brandId } = await test.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })
  const ada = { email: 'ada@example.com', name: 'Ada', role: 'owner', password }
  await test.operate('create-person', { workspace_id: workspaceId, ...ada })
  const { id, secret, admin } = await live(workspaceId, brandId)
  const keys = async () => (await admin.operate('list-keys')).body.data as object[]
  const byThem = { created_by: 'Zebulon Quillfeather', created_by_person: id }
  expect(await keys()).toMatchObject([byThem, byThem])
  expect((await test.get('/v1/me', secret)).body.data).toMatchObject({ creator: 'Zebulon Quillfeather' })
  await backgroundIsDone()
  const before = await postgresRows(test.app.services)
  expect(holds(await dumpStores(test.app.services))).not.toEqual([])

  expect(await test.operate('delete-person', { email })).toEqual({ id })
  const after = await postgresRows(test.app.services)
  expect(holds(await dumpStores(test.app.services))).toEqual([])
  expect(holds(logged)).toEqual([])
  // Their row, what belongs to it, and invitations to their email are gone; one record was added, and none changed.
  const isLost = (table: string) => (row: string) => !after.get(table)?.includes(row)
  const stored = [...before].filter(([table]) => table.startsWith('public.'))
  const lost = stored.filter(([table, rows]) => rows.some(isLost(table)))
  const theirs = ['people', 'memberships', 'sessions', 'one_time_links']
  expect(lost.map(([table]) => table).sort()).toEqual(theirs.map((table) => `public.${table}`).sort())
  expect(after.get('public.people')).toHaveLength((before.get('public.people')?.length ?? 0) - 1)

  const erased = { id, name: 'an erased person', email: null }
  const changes = (await admin.operate('list-changes', { actor: id })).body.data as { operation: string }[]
  expect(new Set(changes.map(({ operation }) => operation))).toContain('create-competitor')
  for (const change of changes) expect(change).toMatchObject({ actor: { kind: 'person', ...erased } })
  const [role] = (await admin.operate('list-changes', { operation: 'update-person' })).body.data as object[]
  expect(role).toMatchObject({ actor: { name: 'Ada' }, person: erased })
  expect(await keys()).toMatchObject([
    { created_by: 'an erased person', created_by_person: id },
    { created_by: 'an erased person', created_by_person: id },
  ])
  test.app.services.onAccessChanged()
  expect((await test.get('/v1/me', secret)).body.data).toMatchObject({ creator: 'an erased person' })
})

it('only the operator can set created_by of a key; a member’s key records the member', async () => {
  const workspaces = await test.operate<{ id: string; name: string }[]>('list-workspaces')
  const workspace = workspaces.find(({ name }) => name === 'Ours')
  const admin = await as('ada@example.com', workspace?.id as string)
  const refused = await admin.operate('create-key', { name: 'x', created_by: 'Somebody else' })
  expect(refused.body.error).toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/^created_by/),
  })
  const input = { workspace_id: workspace?.id as string, name: 'x', created_by: 'Grace' }
  expect(await test.operate('create-key', input)).toMatchObject({
    created_by: 'Grace',
    created_by_person: null,
  })
})
