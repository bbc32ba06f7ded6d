import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { sealedPlaces } from './sealed-secrets.ts'
import { createSecretBox } from './secret-box.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ SECRETS_KEY: randomBytes(32).toString('base64') })
})
afterAll(() => app.close())

/** Byte columns without sealed secrets: hashes, salts, files, public keys and keys of this installation. */
const unsealed = [
  'api_keys.hash',
  'api_keys.salt',
  'audit_pages.facts',
  'audits.site',
  'collected_bodies.body',
  'export_parts.bytes',
  'first_party_rows.key',
  'idempotent_responses.fingerprint',
  'ingest_tokens.hash',
  'ingest_tokens.salt',
  'knowledge_parts.content',
  'oauth_artifacts.id_hash',
  'one_time_links.token_hash',
  'passkey_challenges.token_hash',
  'passkeys.public_key',
  'prompts.text_hash',
  'recovery_codes.hash',
  'secrets.value',
  'sessions.token_hash',
  'task_file_parts.bytes',
]

test('every byte column is declared as sealed by its feature, or listed as something else', async () => {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public' and data_type = 'bytea'`.execute(app.app.services.db)
  const sealed = sealedPlaces(app.app.services).flatMap((place) =>
    'table' in place ? [`${place.table}.${place.column}`] : [],
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...sealed, ...unsealed].sort())
})

test('every feature that seals values declares their columns', () => {
  const files = globSync('src/**/*.ts', { exclude: (name) => /\.test\.ts$/.test(name) })
  const sealing = files.filter((file) => /\bsecrets\.seal\(/.test(readFileSync(file, 'utf8')))
  const jobs = sealing.filter((file) => /\bsealed\b.*toString\('base64'\)/.test(readFileSync(file, 'utf8')))
  const folders = new Set(sealing.map((file) => file.split('/')[2] as string))
  expect(sealing.length).toBeGreaterThan(5)
  const { services } = app.app
  expect([...folders].sort()).toEqual(
    services.features.flatMap(({ name, sealed }) => (sealed === undefined ? [] : [name])).sort(),
  )
  expect(sealedPlaces(services).filter((place) => 'queue' in place)).toHaveLength(jobs.length)
})

test('secrets that no key opens are reported by kind and count, and stay unchanged', async () => {
  const { id: workspace_id } = await app.operate('create-workspace', { name: 'W' })
  const given = { workspace_id, kind: 'openai', name: 'O', model: 'gpt-5', api_key: 'sk-0123456789' }
  const { id } = await app.operate('create-source', given)
  const other = createSecretBox([randomBytes(32)], undefined)
  const lost = other.seal('sk-0123456789', id)
  await app.app.services.db.updateTable('sources').set({ api_key: lost }).where('id', '=', id).execute()
  const first = app.app.services.secrets.keyIds()[0]
  const left = { kind: 'source keys', key_id: other.keyIds()[0], secrets: 1 }
  expect(await app.operate('rotate-secrets')).toEqual({
    resealed: 0,
    keys: [
      { key_id: first, status: 'first', secrets: 0 },
      { key_id: left.key_id, status: 'missing', secrets: 1 },
    ],
    left: [],
    unreadable: [left],
  })
  const { api_key } = await app.app.services.db
    .selectFrom('sources')
    .select('api_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(api_key).toEqual(lost)
})
