import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Browser, consoleEnvironment } from '../../testing/browser.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let workspaceId: string
let brandId: string
let editor: Browser
let viewer: Browser

beforeAll(async () => {
  test = await startTestApp({ ...consoleEnvironment, UPLOAD_MAX_MEGABYTES: '4' })
  workspaceId = (await test.operate('create-workspace', { name: 'Ours', api_writes: true })).id
  brandId = (await test.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })).id
  editor = await signedIn('editor')
  viewer = await signedIn('viewer')
})
afterAll(() => test.close())

async function signedIn(role: string): Promise<Browser> {
  const email = `${role}@example.com`
  const browser = new Browser(test)
  await test.operate('create-person', { workspace_id: workspaceId, email, name: role, role })
  const { url } = await test.operate<{ url: string }>('create-sign-in-link', { email })
  await browser.post('/sign-in-by-link', { token: url.split('#')[1] })
  browser.workspaceId = workspaceId
  return browser
}

const answers = (count: number, text = 'Acme is good.') =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      id: `a${i}`,
      prompt: 'Which is best?',
      engine: 'chatgpt',
      country: 'US',
      executed_at: '2026-11-01T00:00:00Z',
      answer: text,
      citations: [],
    }),
  ).join('\n')

interface Task {
  id: string
  state: string
  result: { imported?: number } | null
  error: { code: string } | null
}

/** Uploads a file for an operation. */
const upload = (browser: Browser, operation: string, file: string, input: object = {}) => {
  const query = new URLSearchParams({ operation, brand_id: brandId, input: JSON.stringify(input) })
  return browser.post(`/operations/start-task?${query}`, file, { 'content-type': 'application/x-ndjson' })
}

async function finished(id: string): Promise<Task> {
  const readTask = async (): Promise<Task> => (await editor.operate('get-task', { task_id: id })).body.data
  await expect.poll(async () => (await readTask()).state).toMatch(/done|failed/)
  return readTask()
}

describe('an uploaded file', () => {
  it('is imported in the background, and the task shows the result', async () => {
    const started = await upload(editor, 'import-answers', answers(300, 'Acme is good. '.repeat(40)))
    expect(started.status, started.text).toBe(200)
    const task = started.body.data as Task
    expect(task).toMatchObject({ operation: 'import-answers', state: 'waiting', brand_id: brandId })
    expect(await finished(task.id)).toMatchObject({ state: 'done', result: { imported: 300 }, error: null })
    const { db } = test.app.services
    expect(await db.selectFrom('task_file_parts').selectAll().execute()).toEqual([])
    const changes = await test.operate('list-changes', {
      workspace_id: workspaceId,
      operation: 'import-answers',
    })
    expect(changes).toMatchObject([
      {
        actor: { kind: 'person', name: 'editor' },
        via: 'console',
        address: editor.address,
        brand_id: brandId,
        before: null,
        after: { imported: 300, duplicates: 0, rejected: 0 },
      },
    ])
    const [newest] = (await viewer.operate('list-tasks')).body.data as Task[]
    expect(newest?.id).toBe(task.id)
  })

  it('is rejected if it is too large, empty, for an unsupported operation, or the role is insufficient', async () => {
    const outcome = async (answer: ReturnType<typeof upload>) => {
      const { status, body } = await answer
      return [status, body.error?.message]
    }
    expect(await outcome(upload(editor, 'import-answers', 'x'.repeat(4_000_001)))).toEqual([
      400,
      'the file exceeds 4 MB; import it in parts',
    ])
    expect(await outcome(upload(editor, 'import-answers', ''))).toEqual([400, 'the file is empty'])
    expect(await outcome(upload(editor, 'delete-brand', 'x'))).toEqual([
      400,
      expect.stringContaining('operation must be one of'),
    ])
    expect(await outcome(upload(editor, 'import-answers', 'x', { surprise: 1 }))).toEqual([
      400,
      expect.stringContaining('surprise'),
    ])
    expect(await outcome(upload(viewer, 'import-answers', answers(1)))).toEqual([403, 'this needs the role editor'])
    expect((await viewer.operate('list-tasks')).body.data).toHaveLength(1)
  })

  it('is imported only if its person still has the permission when the task runs', async () => {
    const leaving = await signedIn('admin')
    await test.restart({ ROLE: 'api' })
    const started = await upload(leaving, 'import-answers', answers(1))
    await test.operate('remove-person', { workspace_id: workspaceId, email: 'admin@example.com' })
    const again = await upload(editor, 'import-answers', answers(2))
    await test.restart({ ROLE: 'all' })
    expect(await finished((started.body.data as Task).id)).toMatchObject({
      state: 'failed',
      error: { code: 'not_found' },
    })
    expect((await finished((again.body.data as Task).id)).state).toBe('done')
  })
})

it('concurrent requests with one idempotency key start one task', async () => {
  const tasks = async () => ((await editor.operate('list-tasks')).body.data as Task[]).length
  const before = await tasks()
  const start = (browser: Browser, operation: string, key: string) =>
    browser.operate(
      `start-task?${new URLSearchParams({ operation, brand_id: brandId })}`,
      {},
      {
        'idempotency-key': key,
      },
    )
  const attempts = await Promise.all([1, 2, 3].map(() => start(editor, 'reread-answers', 'once')))
  const ids = attempts.map(({ status, body, text }) => {
    expect([200, 503], text).toContain(status)
    return status === 200 ? (body.data as Task).id : undefined
  })
  const [id = ''] = ids.filter((one) => one !== undefined)
  expect((await finished(id)).state).toBe('done')
  expect(((await start(editor, 'reread-answers', 'once')).body.data as Task).id).toBe(id)
  expect(await tasks()).toBe(before + 1)
  expect((await start(editor, 'run-collection', 'once')).status).toBe(400)
  // The same key of another person is independent.
  const theirs = (await start(await signedIn('owner'), 'reread-answers', 'once')).body.data as Task
  expect(theirs.id).not.toBe(id)
})

it('limits the number of unfinished tasks of a workspace', async () => {
  const { db } = test.app.services
  const { id: workspace_id } = await test.operate('create-workspace', { name: 'Busy' })
  const { id: busyBrand } = await test.operate('create-brand', { workspace_id, name: 'Busy' })
  const { browser } = await makePerson(test, workspace_id, 'editor')
  const open = { workspace_id, operation: 'reread-answers', input: '{}', created_at: new Date() }
  const states = ['receiving', 'waiting', 'working', 'done', 'failed'] as const
  const rows = states.flatMap((state) => Array.from({ length: 7 }, () => ({ id: randomUUID(), state, ...open })))
  await db.insertInto('tasks').values(rows).execute()
  const query = new URLSearchParams({ operation: 'reread-answers', brand_id: busyBrand })
  const start = async () => (await browser.operate(`start-task?${query}`)).body.error?.message
  expect(await start()).toBe('21 tasks are already in progress; retry when one finishes')
  const { body } = await upload(editor, 'import-answers', '{}')
  await finished((body.data as Task).id)
  await db.deleteFrom('tasks').where('workspace_id', '=', workspace_id).where('state', '=', 'waiting').execute()
  expect(await start()).toBeUndefined()
})

it('records a failed import, because it may have stored some rows', async () => {
  const truncated = gzipSync(answers(1)).subarray(0, 40)
  expect(await test.tryOperate('import-answers', { brand_id: brandId }, truncated)).toHaveProperty('failure')
  const of = { workspace_id: workspaceId, operation: 'import-answers' }
  const [change] = await test.operate<object[]>('list-changes', of)
  expect(change).toMatchObject({ actor: { kind: 'operator' }, after: { failed: 'invalid_request' } })
})

it('runs a long operation in the background, and does not restart it after an interruption', async () => {
  const begin = () =>
    editor.operate(`start-task?${new URLSearchParams({ operation: 'reread-answers', brand_id: brandId })}`)
  const { id } = (await begin()).body.data as Task
  expect(await finished(id)).toMatchObject({ state: 'done', result: { answers: expect.any(Number) } })
  await test.restart({ ROLE: 'api' })
  const cut = (await begin()).body.data as Task
  await test.app.services.db.updateTable('tasks').set({ state: 'working' }).where('id', '=', cut.id).execute()
  await test.restart({ ROLE: 'all' })
  expect(await finished(cut.id)).toMatchObject({ state: 'failed', error: { code: 'service_unavailable' } })
})
