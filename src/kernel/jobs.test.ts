import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'

test('a job that names only a brand counts for the brand’s workspace', async () => {
  const app = await startTestApp()
  const { db, jobs } = app.app.services
  const { id: workspace_id } = await app.operate('create-workspace', { name: 'Ours' })
  const { id: brand_id } = await app.operate('create-brand', { workspace_id, name: 'Acme' })
  await jobs.enqueue('read-history', { brand_id }, { key: brand_id })
  const { rows } = await sql<{ group_id: string }>`select group_id from jobs.job
    where name = 'read-history' and data ->> 'brand_id' = ${brand_id}`.execute(db)
  expect(new Set(rows.map(({ group_id }) => group_id))).toEqual(new Set([workspace_id]))
})
