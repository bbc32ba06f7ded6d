import { randomBytes, randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSecretBox, keyIdOf } from '../kernel/secret-box.ts'
import { socketPath } from '../stores/data-directory.ts'
import { installWithBrand } from '../testing/installations.ts'
import { tokenOf } from '../testing/people.ts'
import type { Installation, RunningServer } from '../testing/processes.ts'
import { until } from './testing/campaign.ts'
import { openVisitor, type Visitor } from './testing/visitor.ts'

const kills = 10
const sources = 3000
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const both = { SECRETS_KEY: `${newKey.toString('base64')},${oldKey.toString('base64')}` }
const newId = createSecretBox([newKey], undefined).keyIds()[0] as string
const oldId = createSecretBox([oldKey], undefined).keyIds()[0] as string
const password = 'correct horse battery'

interface Report {
  resealed: number
  keys: { key_id: string; status: string; secrets: number }[]
  left: object[]
  unreadable: object[]
}

let sightline: Installation
let server: RunningServer
let workspace_id: string
/** Allowed values of a row, by its id: the acknowledged one, and both if a kill left a write open. */
const expected = new Map<string, Set<string>>()

beforeAll(async () => {
  const common = { SMTP_URL: 'smtp://127.0.0.1:9', WRITES_PER_MINUTE: '1000000' }
  const made = await installWithBrand(common)
  sightline = made.installation
  workspace_id = made.brand.workspaceId
})
afterAll(() => sightline.remove())

const start = async (environment: Record<string, string>) => {
  server = await sightline.startServer('serve', { environment })
}

/** Queries the server's PostgreSQL. */
async function ask<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const host = dirname(socketPath(join(sightline.directory, 'postgres'), '.s.PGSQL.5432'))
  const client = new pg.Client({ host, user: 'sightline', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const sealedRows = () =>
  ask<{ kind: string; id: string; sealed: Buffer }>(`
    select 'source' as kind, id, api_key as sealed from sources
    union all select 'webhook', id, secret from webhooks
    union all select 'former webhook', id, former_secret from webhooks where former_secret is not null
    union all select 'second factor', id, totp_secret from people where totp_secret is not null
    union all select 'mail', id, decode(data->>'sealed', 'base64') from jobs.job
      where name = 'send-mail' and state < 'completed'`)

/** Adds many sources in one statement, sealed under the old key as by create-source. */
async function addSources(): Promise<void> {
  const box = createSecretBox([oldKey], undefined)
  const ids = Array.from({ length: sources }, () => randomUUID())
  const secrets = ids.map((id) => `key of ${id}`)
  for (const [index, id] of ids.entries()) expected.set(id, new Set([secrets[index] as string]))
  await ask(
    `insert into sources (id, workspace_id, kind, name, base_url, model, concurrency, requests_per_minute, price,
      terms_confirmed, api_key, created_at, updated_at)
    select id, $1, 'openai', id::text, 'https://api.openai.com/v1', 'gpt-5', 1, 60, '{}', false, sealed, now(), now()
    from unnest($2::uuid[], $3::bytea[]) as made (id, sealed)`,
    [workspace_id, ids, ids.map((id, index) => box.seal(secrets[index] as string, id))],
  )
}

/** Runs a write that sets a row's secret. Without a response, the row may also keep its earlier value. */
async function write(id: string | undefined, secret: string, doing: () => Promise<{ id: string }>) {
  const before = id === undefined ? new Set<string>() : (expected.get(id) as Set<string>)
  if (id !== undefined) expected.set(id, before.union(new Set([secret])))
  const made = await doing()
  expected.set(id ?? made.id, new Set([secret]))
  return made
}

async function makeSecondFactor(): Promise<{ email: string; secret: string; visitor: Visitor }> {
  const email = `${randomUUID()}@people.example`
  const person = await sightline.operate('create-person', {
    ...{ workspace_id, email, name: 'Ada', role: 'viewer', password },
  })
  const visitor = openVisitor(() => server.url)
  const link = await sightline.operate<{ url: string }>('create-sign-in-link', { email })
  await visitor.post('/sign-in-by-link', { token: tokenOf(link) })
  const { data } = await visitor.post<{ secret: string }>('/operations/begin-second-factor', { password })
  expected.set(person.id, new Set([Secret.fromBase32(data.secret).hex.toLowerCase()]))
  return { email, secret: data.secret, visitor }
}

/** Creates and changes sources, webhooks and second factors until `isOver`; a kill interrupts single writes. */
async function writeUntil(isOver: () => boolean): Promise<number> {
  const known = [...expected.keys()]
  let done = 0
  for (let number = 0; !isOver(); number += 1) {
    const api_key = `new ${randomUUID()}`
    const given = { workspace_id, kind: 'openai', name: randomUUID(), model: 'gpt-5', api_key }
    const source_id = known[(number * 37) % known.length] as string
    const webhook = { workspace_id, name: randomUUID(), url: 'https://example.com', events: 'member.added' }
    const writes = [
      () => write(undefined, api_key, () => sightline.operate('create-source', given)),
      () => write(source_id, api_key, () => sightline.operate('update-source', { source_id, api_key })),
      async () => {
        const made = await sightline.operate<{ id: string; secret: string }>('create-webhook', webhook)
        const webhook_id = made.id
        // The previous value stays as the former secret, so rolling adds one.
        expected.set(webhook_id, new Set([made.secret]))
        const rolled = await sightline.operate<{ secret: string }>('roll-webhook-secret', { webhook_id })
        expected.get(webhook_id)?.add(rolled.secret)
      },
      makeSecondFactor,
    ]
    for (const one of writes)
      done += await one().then(
        () => 1,
        () => 0,
      )
  }
  return done
}

test('secrets are resealed while writers change them and the server is killed; then the old key is removed', async () => {
  await start({ SECRETS_KEY: oldKey.toString('base64') })
  await addSources()
  const ada = await makeSecondFactor()
  const totp = new TOTP({ secret: ada.secret })
  const used = Date.now()
  const confirmed = await ada.visitor.post('/operations/confirm-second-factor', {
    code: totp.generate({ timestamp: used }),
  })
  expect(confirmed.status).toBe(200)
  await sightline.operate('create-invitation', {
    workspace_id,
    email: 'invited@people.example',
    role: 'viewer',
  })
  expect(await server.stop()).toBe(0)

  await start(both)
  expect(server.log()).toMatch(/sealed with an old key; run sightline rotate-secrets/)
  const counted = await sightline.operate<Report>('rotate-secrets', { only_count: 'true' })
  expect(counted).toMatchObject({ resealed: 0, unreadable: [] })
  expect(counted.keys).toEqual([
    { key_id: newId, status: 'first', secrets: 0 },
    { key_id: oldId, status: 'in_use', secrets: sources + 2 },
  ])
  for (let kill = 0; kill < kills; kill += 1) {
    let isOver = false
    const writing = writeUntil(() => isOver)
    const rotating = sightline.operate('rotate-secrets').catch(() => {})
    const least = (sources * (kill + 1)) / (kills + 1)
    const current = `select count(*)::int as rows from sources where encode(substr(api_key, 2, 8), 'hex') = $1`
    await until(
      () => ask<{ rows: number }>(current, [newId]),
      ([count]) => (count?.rows ?? 0) >= least,
      5,
    )
    await server.stop('SIGKILL')
    isOver = true
    await Promise.all([rotating, writing])
    await start(both)
  }
  let isOver = false
  const writing = writeUntil(() => isOver)
  const report = await sightline.operate<Report>('rotate-secrets')
  isOver = true
  expect(report).toMatchObject({ left: [], unreadable: [] })
  expect(report.keys).toMatchObject([
    { key_id: newId, status: 'first' },
    { key_id: oldId, status: 'unused', secrets: 0 },
  ])
  expect(report.resealed).toBeGreaterThan(0)
  expect(await writing).toBeGreaterThan(0)
  expect((await sightline.operate<Report>('rotate-secrets')).resealed).toBe(0)
  expect(await server.stop()).toBe(0)

  await start({ SECRETS_KEY: newKey.toString('base64') })
  expect(server.log()).not.toMatch(/old key|cannot be opened/)
  const box = createSecretBox([newKey], undefined)
  const rows = await sealedRows()
  expect(new Set(rows.map(({ kind }) => kind)).size).toBe(5)
  for (const { kind, id, sealed } of rows) {
    expect({ kind, key: keyIdOf(sealed) }).toEqual({ kind, key: newId })
    if (kind === 'mail') continue
    const opened = box.open(sealed, kind === 'second factor' ? `second factor of ${id}` : id)
    // The test does not know the value of a row whose creation was interrupted, only that it opens.
    expect(expected.get(id)?.has(opened as string) ?? opened !== undefined, `${kind} ${id}: ${opened}`).toBe(true)
  }
  for (const id of expected.keys()) expect(rows.some((row) => row.id === id)).toBe(true)
  const code = totp.generate({ timestamp: Date.now() + 30_000 })
  const signedIn = await openVisitor(() => server.url).post('/sign-in', { email: ada.email, password, code })
  expect(signedIn.status, signedIn.text).toBe(200)
  expect(await server.stop()).toBe(0)
}, 600_000)
