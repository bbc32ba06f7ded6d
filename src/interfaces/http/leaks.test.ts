import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type App, buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { operations } from '../../features.ts'
import { generateSecret } from '../../lib/key-format.ts'
import { sql } from '../../stores/clickhouse-sql.ts'
import { tryOpenDataDirectory } from '../../stores/data-directory.ts'
import { dumpStores } from '../../testing/stored-rows.ts'
import { runCommand } from '../control/run-command.ts'

interface Row {
  id: string
  secret: string
}

// This test drops tables, so the program is disposable. Its log is recorded in full, without redaction.
const directory = mkdtempSync(join(tmpdir(), 'sightline-leaks-'))
const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
let app: App
let key: Row
let unknown: string
let brandId: string

beforeAll(async () => {
  const config = readConfig({ DATA_DIR: directory, UNKNOWN_KEYS_PER_MINUTE: '2' })
  app = await buildApp({
    config,
    log,
    role: 'server',
    dataDirectory: tryOpenDataDirectory(directory, 'server'),
  })
  const workspace = await operate('create-workspace', { name: 'Marked-Workspace' })
  brandId = (await operate('create-brand', { workspace_id: workspace.id, name: 'Acme' })).id
  key = await operate('create-key', { workspace_id: workspace.id, name: 'Marked-Key' })
  unknown = generateSecret()
  const answer = {
    prompt: 'p',
    engine: 'chatgpt',
    executed_at: '2026-06-01T00:00:00Z',
    answer: 'Marked-Answer by Acme',
  }
  await operate('import-answers', { brand_id: brandId }, JSON.stringify(answer))
})
afterAll(async () => {
  await app.close()
  rmSync(directory, { recursive: true, force: true })
})

async function operate(name: string, input: Record<string, string>, file = ''): Promise<Row> {
  const operation = operations.find((one) => one.name === name)
  if (operation === undefined) throw new Error(`no operation ${name}`)
  const texts = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, [value]]))
  const outcome = await runCommand(
    app.services,
    operation,
    { name, texts },
    Readable.from([Buffer.from(file)]),
    () => {},
  )
  if ('failure' in outcome) throw new Error(outcome.failure.error.message)
  return outcome.envelope.data as Row
}

const get = (url: string, secret?: string) =>
  app.http.inject({ url, headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` } })

/** A secret in all encodings in which it could be recorded. */
const encodingsOf = (secret: string) => {
  const digest = createHash('sha256').update(secret).digest()
  return [
    secret.slice(7),
    Buffer.from(secret).toString('base64').slice(0, -4),
    Buffer.from(secret).toString('hex'),
    digest.toString('hex'),
    digest.toString('base64'),
  ]
}
const expectNone = (where: string, secrets: readonly string[]) => {
  for (const secret of secrets) for (const written of encodingsOf(secret)) expect(where.includes(written)).toBe(false)
}

test('no secret gets into the log, whatever is done with it', async () => {
  const revoked = await operate('create-key', {
    workspace_id: (await operate('create-workspace', { name: 'w' })).id,
    name: 'r',
  })
  await operate('revoke-key', { key_id: revoked.id })
  for (const secret of [key.secret, revoked.secret, unknown, `${unknown}x`]) {
    for (const url of [
      '/v1/me',
      '/v1/nothing',
      `/v1/brands/${brandId}/tags?x=${secret}`,
      `/v1/brands/${secret}/tags`,
      `/${secret}`,
      `/%zz${secret}`,
    ])
      await get(url, secret)
    await get(`/v1/me?key=${secret}`)
    await app.http.inject({
      url: '/v1/me',
      headers: { authorization: `Basic ${secret}`, cookie: secret, 'x-request-id': secret },
    })
  }
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.http.server.address() as AddressInfo).port, '127.0.0.1')
  socket.end(`GET /v1/me HTTP/1.1\r\nauthorization: Bearer ${key.secret}\r\nbroken\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400/)
  const written = lines.join('')
  expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(20)
  expect(written).toContain(key.id)
  expectNone(written, [key.secret, revoked.secret, unknown])
})

test('no secret is in the stores: neither in a table nor anywhere in the data directory', async () => {
  const dump = await dumpStores(app.services)
  for (const marker of ['Marked-Workspace', 'Marked-Key', 'Marked-Answer']) expect(dump).toContain(marker)
  expectNone(dump, [key.secret, unknown])

  await app.services.postgres.execute('checkpoint')
  let found = 0
  for (const file of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue
    const content = readFileSync(path).toString('latin1')
    if (content.includes('Marked-Key')) found += 1
    expectNone(content, [key.secret, unknown])
  }
  expect(found).toBeGreaterThan(0)
})

test('an internal failure is a 500 without details, and a log line with all of them', async () => {
  await app.services.postgres.execute('alter table tags rename to secret_tags')
  await app.services.clickhouse.command(sql`RENAME TABLE readings TO secret_readings`)
  for (const [url, cause] of [
    [`/v1/brands/${brandId}/tags?limit=7`, 'relation'],
    [`/v1/brands/${brandId}/engines`, 'readings'],
  ]) {
    lines.length = 0
    const response = await get(url as string, key.secret)
    const id = response.headers['x-request-id']
    expect([response.statusCode, response.json()]).toEqual([
      500,
      {
        error: { code: 'internal_error', message: 'internal error; retry', request_id: id },
      },
    ])
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      ratelimit: expect.any(String),
    })
    expect(JSON.stringify(response.headers)).not.toMatch(/tags|readings|kysely|fastify|node/i)
    const failure = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 50)
    expect(failure).toMatchObject({
      request_id: id,
      err: { message: expect.stringContaining(cause as string) },
    })
    expectNone(lines.join(''), [key.secret])
  }
})

test('while PostgreSQL is unreachable the API returns Retry-After, and the service is not ready', async () => {
  const error = Object.assign(new Error('connect ECONNREFUSED /secret/.s.PGSQL.5432'), {
    code: 'ECONNREFUSED',
  })
  type Callback = (error: Error) => void
  const refuse = (callback?: Callback) => (callback === undefined ? Promise.reject(error) : callback(error))
  const connecting = vi.spyOn(app.services.postgres.pool, 'connect').mockImplementation(refuse as never)
  try {
    for (const url of ['/v1/brands', '/readyz']) {
      const response = await get(url, key.secret)
      expect([response.statusCode, Number(response.headers['retry-after'])]).toEqual([
        503,
        expect.toSatisfy((seconds) => seconds > 0),
      ])
      expect(response.json().error.code).toBe('service_unavailable')
      expect(response.body).not.toMatch(/secret|ECONN|PGSQL/)
    }
    expect((await get('/healthz')).statusCode).toBe(200)
  } finally {
    connecting.mockRestore()
  }
  expect([(await get('/v1/brands', key.secret)).statusCode, (await get('/readyz')).statusCode]).toEqual([200, 200])
})
