import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allReadScopes, allWriteScopes } from '../kernel/scopes.ts'
import { generateSecret, lastFour } from '../lib/key-format.ts'
import { startEmbeddedPostgres } from '../stores/embedded-postgres.ts'
import { knownMigrations } from '../stores/migrate.ts'
import { openPostgres, type PostgresStore } from '../stores/postgres.ts'
import { tokenOf } from '../testing/people.ts'
import { type Installation, makeInstallation, type RunningServer } from '../testing/processes.ts'
import { until } from './testing/campaign.ts'
import { openVisitor } from './testing/visitor.ts'

const password = 'correct horse battery, with blanks'
const competitor = { name: 'Globex', primary_url: 'https://globex.com' }
const ids = { workspace: randomUUID(), brand: randomUUID(), key: randomUUID() }
const secret = generateSecret()

let sightline: Installation
let server: RunningServer

beforeAll(async () => {
  sightline = makeInstallation()
  const postgres = await startEmbeddedPostgres(sightline.directory, pino({ level: 'silent' }))
  const events = { onLost: () => {}, onSilence: () => {} }
  const known = knownMigrations('postgres').filter(({ name }) => name < '0030-people')
  const store = await openPostgres(postgres, events, known)
  await store.migrate()
  await fill(store)
  await store.close()
  await postgres.stop()
  server = await sightline.startServer()
})
afterAll(() => sightline.remove())

/** A workspace, a brand, a key and a write response, as the release before accounts stored them. */
async function fill({ pool }: PostgresStore): Promise<void> {
  const { workspace, brand, key } = ids
  const insert = (text: string, values: unknown[]) => pool.query(`insert into ${text}`, values)
  await insert(`workspaces values ($1, 'Old', true, true, false, 0, now(), now())`, [workspace])
  await insert(
    `brands (id, workspace_id, name, aliases, is_active, reading_version, created_at, updated_at)
     values ($1, $2, 'Acme', '{}', true, 1, now(), now())`,
    [brand, workspace],
  )
  const salt = randomBytes(16)
  const hash = createHash('sha256').update(salt).update(secret).digest()
  const scopes = [...allReadScopes, ...allWriteScopes]
  await insert(
    `api_keys (id, chain_id, workspace_id, name, salt, hash, last_four, scopes, all_brands, created_at)
     values ($1, $1, $2, 'Old', $3, $4, $5, $6, true, now())`,
    [key, workspace, salt, hash, lastFour(secret), scopes],
  )
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([{}, competitor]))
    .digest()
  await insert(
    `idempotent_responses (chain_id, method, path, idempotency_key, fingerprint, status, body, request_id, created_at)
     values ($1, 'POST', $2, 'one', $3, 200, '{"data":{"id":"of before"}}', $4, now())`,
    [key, `/v1/brands/${brand}/competitors`, fingerprint, randomUUID()],
  )
  await insert(
    `audit_records (id, workspace_id, created_at, actor_kind, operation, request_id)
     values ($1, $2, now(), 'operator', 'create-workspace', $3)`,
    [randomUUID(), workspace, randomUUID()],
  )
}

const setUpLink = () => /http:\S+\/set-up#\S+/.exec(server.log())?.[0]

test('keys still work, and a retry of an earlier write does not run it again', async () => {
  const authorization = `Bearer ${secret}`
  const brands = await fetch(`${server.url}/v1/brands`, { headers: { authorization } })
  expect(await brands.json()).toMatchObject({ data: [{ id: ids.brand }] })
  const retry = await fetch(`${server.url}/v1/brands/${ids.brand}/competitors`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'one' },
    body: JSON.stringify(competitor),
  })
  // That release stored a hash of the request, this one a MAC.
  expect([retry.status, await retry.json()]).toEqual([
    400,
    { error: expect.objectContaining({ message: expect.stringMatching(/^Idempotency-Key: already used/) }) },
  ])
  expect(await sightline.operate('list-audit-records', { workspace_id: ids.workspace })).toMatchObject([
    { operation: 'create-workspace' },
  ])
})

test('the server prints a link for the first owner, and a command creates one too', async () => {
  const link = (await until(setUpLink)) as string
  expect(link.startsWith(`${server.url}/set-up#`)).toBe(true)
  const file = join(sightline.directory, 'password')
  writeFileSync(file, `${password}\n`)
  const flags = { 'workspace-id': ids.workspace, email: 'Ada@people.example', name: 'Ada', role: 'owner' }
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
  await sightline.data('create-person', ...words, '--password-file', file)
  const visitor = openVisitor(() => server.url)
  // The link no longer works.
  const late = { token: tokenOf({ url: link }), email: 'eve@people.example', name: 'Eve', password }
  expect((await visitor.post('/set-up', late)).status).toBe(400)
  expect((await visitor.post('/sign-in', { email: 'ada@people.example', password })).status).toBe(200)
  visitor.workspaceId = ids.workspace
  expect((await visitor.post('/operations/list-people')).data).toMatchObject([{ name: 'Ada', role: 'owner' }])
  await server.stop()
  server = await sightline.startServer()
  expect((await visitor.post('/operations/list-people')).status).toBe(200)
  await server.stop()
  expect(setUpLink()).toBeUndefined()
})
