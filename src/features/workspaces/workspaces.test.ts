import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleEnvironment } from '../../testing/browser.ts'
import { makePerson } from '../../testing/people.ts'
import { clickhouseRows, postgresRows } from '../../testing/stored-rows.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'

/** Tables that belong to no workspace. */
const globalTables = ['public.rate_limits', 'public.schema_migrations', 'public.secrets', 'schema_migrations']

let running: TestApp

beforeAll(async () => {
  running = await startTestApp(consoleEnvironment)
})

afterAll(() => running.close())

test('deleting a workspace deletes all its data except audit records, and its keys stop working immediately', async () => {
  const { id: workspace_id } = await running.operate('create-workspace', { name: 'Gone' })
  const { secret } = await running.operate<{ secret: string }>('create-key', { workspace_id, name: 'k' })
  for (const name of ['Acme', 'Globex']) {
    const { id: brand_id } = await running.operate('create-brand', { workspace_id, name })
    await running.operate('create-key', { workspace_id, name: 'restricted', brand_ids: [brand_id] })
    await running.operate('create-competitor', {
      brand_id,
      name: 'Initech',
      primary_url: 'https://initech.com',
    })
    const answer = {
      prompt: 'which?',
      engine: 'claude',
      executed_at: '2026-01-01T00:00:00Z',
      answer: name,
      tags: ['t'],
    }
    await running.operate('import-answers', { brand_id }, answersFile([answer]))
  }
  expect((await running.get('/v1/brands', secret)).status).toBe(200)
  expect(await running.operate('delete-workspace', { workspace_id })).toEqual({
    deleted_workspace_id: workspace_id,
    deleted_brands: 2,
  })
  expect((await running.get('/v1/brands', secret)).body.error.code).toBe('invalid_token')
  const { services } = running.app
  const tables = [...(await postgresRows(services)), ...(await clickhouseRows(services))]
  const left = tables.filter(([, rows]) => rows.length > 0).map(([table]) => table)
  const ofWorkspaces = left.filter((table) => !globalTables.includes(table) && !table.startsWith('jobs.'))
  expect(ofWorkspaces).toEqual(['public.audit_records'])
  const record = { operation: 'delete-workspace', before: { id: workspace_id, brands: 2 }, after: null }
  expect(await running.operate('list-installation-changes')).toMatchObject([record])
})

test('an owner can rename the workspace, which is recorded; an admin cannot', async () => {
  const { id: workspaceId } = await running.operate('create-workspace', { name: 'Ours' })
  const rename = async (role: 'admin' | 'owner', name: string) => {
    const { browser } = await makePerson(running, workspaceId, role)
    return browser.operate('rename-workspace', { name })
  }
  expect((await rename('admin', 'Theirs')).body.error.code).toBe('insufficient_scope')
  const renamed = { id: workspaceId, name: 'New name', second_factor_required: false }
  expect((await rename('owner', ' New name ')).body.data).toEqual(renamed)
  expect(await running.operate('list-workspaces')).toMatchObject([{ name: 'New name', api_access: true }])
  const records = { workspace_id: workspaceId, operation: 'rename-workspace' }
  expect(await running.operate('list-changes', records)).toMatchObject([
    { actor: { kind: 'person' }, before: { name: 'Ours' }, after: { name: 'New name' } },
  ])
})
