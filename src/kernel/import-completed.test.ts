import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readEmittedEvents, subscribeTo } from '../testing/emitted-events.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { importCompleted } from './import-completed.ts'

let app: TestApp
let workspace_id: string
let brand_id: string

beforeAll(async () => {
  app = await startTestApp()
  workspace_id = (await app.operate('create-workspace', { name: 'W' })).id
  brand_id = (await app.operate('create-brand', { workspace_id, name: 'Acme' })).id
  await subscribeTo(app, workspace_id, importCompleted)
  await app.app.services.postgres.execute(
    `create function refuse_row() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
  )
})
afterEach(async () => {
  for (const table of ['audit_records', 'events'])
    await app.app.services.postgres.execute(`drop trigger if exists refuse on ${table}`)
})
afterAll(() => app.close())

const refuse = (table: string, when: string) =>
  app.app.services.postgres.execute(
    `create trigger refuse before insert on ${table} for each row when (${when}) execute function refuse_row()`,
  )

const imports: [name: string, file: string][] = [
  ['import-answers', '{"prompt":"Which?","engine":"chatgpt","executed_at":"2026-06-09T08:00:00Z","answer":"Acme."}'],
  ['import-crawler-logs', '{"ts":"2026-06-09T00:00:00Z","user_agent":"GPTBot/1.2","ip":"198.51.100.9","path":"/"}'],
  ['import-page-scans', '{"url":"https://reviews.example/laces","content":"Globex."}'],
]
const recordsOf = async (operation: string) => {
  const records = await app.operate<{ operation: string; after: object }[]>('list-audit-records', {
    workspace_id,
  })
  return records.filter((record) => record.operation === operation).map(({ after }) => after)
}

test.each(imports)(
  '%s emits its completion event together with its audit record, or not at all',
  async (name, file) => {
    const run = () => app.operate(name, { brand_id }, file)
    const countEvents = async () => (await readEmittedEvents(app, workspace_id, importCompleted)).length
    const before = await countEvents()
    await refuse('audit_records', `new.operation = '${name}' and new.after ? 'rejected'`)
    await expect(run()).rejects.toThrow()
    expect(await countEvents()).toBe(before)
    expect(await recordsOf(name)).toEqual([{ failed: 'internal_error' }])
    await app.app.services.postgres.execute('drop trigger refuse on audit_records')
    await refuse('events', 'true')
    await expect(run()).rejects.toThrow()
    expect(await recordsOf(name)).toEqual([{ failed: 'internal_error' }, { failed: 'internal_error' }])
    await app.app.services.postgres.execute('drop trigger refuse on events')
    await run()
    expect(await countEvents()).toBe(before + 1)
    expect(await recordsOf(name)).toHaveLength(3)
  },
)
