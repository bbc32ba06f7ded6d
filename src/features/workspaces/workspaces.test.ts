import { afterAll, beforeAll, expect, test } from 'vitest'
import { clickhouseTables } from '../../kernel/observed-tables.ts'
import { answersFile, startTestApp, type TestApp } from '../../testing/test-app.ts'

let running: TestApp

beforeAll(async () => {
  running = await startTestApp()
})

afterAll(() => running.close())

test('a deleted workspace leaves nothing in either store, and its keys stop at once', async () => {
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
  const { features, postgres, clickhouse } = running.app.services
  const tables = features.flatMap((feature) => feature.tables?.postgres ?? [])
  for (const table of tables.filter((name) => name !== 'secrets')) {
    expect([table, (await postgres.execute(`select * from ${table}`)).rows]).toEqual([table, []])
  }
  for (const { name } of clickhouseTables(running.app.services)) {
    expect([name, await clickhouse.query({ text: `SELECT * FROM ${name}` })]).toEqual([name, []])
  }
})
