import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { operator } from '../../kernel/actor.ts'
import { invoke } from '../../kernel/invoke.ts'
import type { Browser } from '../../testing/browser.ts'
import { consoleEnvironment } from '../../testing/browser.ts'
import { portion } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { runSmallTask, smallTaskQueue, taskQueue, waitingTaskQueue } from './run-task.ts'
import { startTask } from './start-task.ts'

interface Place {
  workspaceId: string
  brandId: string
}
interface Member {
  id: string
  browser: Browser
}

let test: TestApp
let ours: Place
let theirs: Place
let editor: Member

beforeAll(async () => {
  test = await startTestApp(consoleEnvironment)
})
beforeEach(async () => {
  ours = await makePlace()
  theirs = await makePlace()
  editor = await makePerson(test, ours.workspaceId, 'editor')
})
afterAll(() => test.close())

async function makePlace(): Promise<Place> {
  const { id: workspaceId } = await test.operate('create-workspace', { name: randomUUID() })
  const { id: brandId } = await test.operate('create-brand', { workspace_id: workspaceId, name: 'Acme' })
  return { workspaceId, brandId }
}

const answer = {
  prompt: 'Which is best?',
  engine: 'chatgpt',
  executed_at: '2026-11-01T00:00:00Z',
  answer: 'Acme.',
}

/** Stores a task with its file, as start-task does, and queues it. */
async function makeTask(
  { workspaceId, brandId }: Place,
  { queue, ...more }: { queue?: string; person_id?: string; state?: 'working'; starts?: number } = {},
): Promise<string> {
  const { db, jobs } = test.app.services
  const id = randomUUID()
  const of = { workspace_id: workspaceId, brand_id: brandId, operation: 'import-answers', input: '{}' }
  await db
    .insertInto('tasks')
    .values({ id, ...of, state: 'waiting', created_at: new Date(), ...more })
    .execute()
  const bytes = Buffer.from(JSON.stringify(answer))
  await db.insertInto('task_file_parts').values({ task_id: id, number: 0, bytes }).execute()
  if (queue !== undefined) await jobs.enqueue(queue, { id, workspace_id: workspaceId }, { key: id })
  return id
}

const taskOf = (id: string) =>
  test.app.services.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const stateBecomes = (id: string, state: string) => expect.poll(async () => (await taskOf(id)).state).toBe(state)
const partsOf = (id: string) =>
  test.app.services.db.selectFrom('task_file_parts').select('number').where('task_id', '=', id).execute()

const tasksOf = ({ workspaceId }: Place) =>
  test.app.services.db
    .selectFrom('tasks')
    .leftJoin('task_file_parts', 'task_id', 'id')
    .where('workspace_id', '=', workspaceId)
    .select(({ fn }) => ['id', fn.count<number>('number').as('parts')])
    .groupBy('id')
    .execute()

/** Runs `work` while no task can read its file: tasks that start wait at their beginning. */
function whileFilesAreLocked(work: () => Promise<void>): Promise<void> {
  return test.app.services.db.transaction().execute(async (transaction) => {
    await sql`lock table task_file_parts in access exclusive mode`.execute(transaction)
    await work()
  })
}

const cancel = async (id: string, { browser }: Member) => {
  const { status, body } = await browser.operate('cancel-task', { task_id: id })
  return { status, error: body.error?.message, state: (body.data as { state?: string } | undefined)?.state }
}

it('a workspace uses one slot per lane, and tasks of other workspaces run in the rest', async () => {
  const queues = [taskQueue, taskQueue, smallTaskQueue, smallTaskQueue]
  const mine: string[] = []
  for (const _ of queues) mine.push(await makeTask(ours))
  const other = [await makeTask(theirs), await makeTask(theirs)]
  const { jobs } = test.app.services
  await whileFilesAreLocked(async () => {
    for (const [index, id] of mine.entries())
      await jobs.enqueue(queues[index] as string, { id, workspace_id: ours.workspaceId }, { key: id })
    for (const [index, queue] of [taskQueue, smallTaskQueue].entries()) {
      const id = other[index] as string
      await jobs.enqueue(queue, { id, workspace_id: theirs.workspaceId }, { key: id })
    }
    for (const id of other) await stateBecomes(id, 'working')
    for (const [first, second] of [mine.slice(0, 2), mine.slice(2)] as [string, string][]) {
      const states = async () => [(await taskOf(first)).state, (await taskOf(second)).state].sort()
      await expect.poll(states).toEqual(['waiting', 'working'])
    }
  })
  for (const id of [...mine, ...other]) await stateBecomes(id, 'done')
})

it('start-task uses separate queues for small files, large files and operations that wait for providers', async () => {
  await test.restart({ ROLE: 'api' })
  const lines = (count: number) => `${JSON.stringify({ ...answer, answer: 'Acme. '.repeat(1000) })}\n`.repeat(count)
  const query = new URLSearchParams({ operation: 'import-answers', brand_id: ours.brandId })
  const waiting = { operation: 'run-collection', brand_id: ours.brandId, input: '{"engine":"chatgpt"}' }
  const { body } = await editor.browser.post(`/operations/start-task?${new URLSearchParams(waiting)}`)
  const ids = [(body.data as { id: string }).id]
  for (const count of [1, 200]) {
    const { body } = await editor.browser.post(`/operations/start-task?${query}`, lines(count), {
      'content-type': 'application/x-ndjson',
    })
    ids.push((body.data as { id: string }).id)
  }
  const { rows } = await sql<{ id: string; name: string }>`
    select data ->> 'id' as id, name from jobs.job where data ->> 'id' in (${sql.join(ids)})`.execute(
    test.app.services.db,
  )
  const queueOf = new Map(rows.map(({ id, name }) => [id, name]))
  expect(ids.map((id) => queueOf.get(id))).toEqual([waitingTaskQueue, smallTaskQueue, taskQueue])
  await test.restart({ ROLE: 'all' })
})

it('a task that exceeds a limit fails and names the limit', async () => {
  const { config } = test.app.services
  const original = { ...config }
  for (const name of portion(['TASK_MAX_PROCESSOR_HOURS', 'TASK_MAX_HOURS'] as const, 0, 2)) {
    const id = await makeTask(ours)
    const failed = await failedImports()
    Object.assign(config, { [name]: 0 })
    await whileFilesAreLocked(async () => {
      await test.app.services.jobs.enqueue(taskQueue, { id, workspace_id: ours.workspaceId }, { key: id })
      await oneMoreImportFails(failed)
    })
    await stateBecomes(id, 'failed')
    Object.assign(config, original)
    expect((await taskOf(id)).error).toEqual({
      code: 'invalid_request',
      message: expect.stringContaining(`(${name})`),
    })
    expect(await partsOf(id)).toEqual([])
  }
})

/** Number of imports of our workspace that were recorded as failed. */
async function failedImports(): Promise<number> {
  const input = { workspace_id: ours.workspaceId, operation: 'import-answers' }
  const records = await test.operate<{ after: object | null }[]>('list-changes', input)
  return records.filter(({ after }) => after !== null && 'failed' in after).length
}

const oneMoreImportFails = (before: number) => expect.poll(failedImports).toBe(before + 1)

it('a task whose process died twice fails instead of starting a third time', async () => {
  const once = await makeTask(ours, { queue: smallTaskQueue, state: 'working', starts: 1 })
  await stateBecomes(once, 'done')
  const twice = await makeTask(ours, { queue: smallTaskQueue, state: 'working', starts: 2 })
  await stateBecomes(twice, 'failed')
  expect((await taskOf(twice)).error?.message).toContain('the server stopped twice while it ran')
  expect(await partsOf(twice)).toEqual([])
})

it('a task interrupted by a server stop can restart any number of times', async () => {
  const { services } = test.app
  const id = await makeTask(ours)
  for (const _ of [1, 2, 3])
    await expect(runSmallTask.run(services, { id }, AbortSignal.abort(new Error('stopping')))).rejects.toThrow()
  expect(await taskOf(id)).toMatchObject({ state: 'working', starts: 0 })
  await services.jobs.enqueue(smallTaskQueue, { id, workspace_id: ours.workspaceId }, { key: id })
  await stateBecomes(id, 'done')
})

describe('cancel-task', () => {
  it('lets members cancel their own tasks, and admins and the operator any task, and records it', async () => {
    const admin = await makePerson(test, ours.workspaceId, 'admin')
    const own = await makeTask(ours, { person_id: editor.id })
    expect(await cancel(own, editor)).toEqual({ status: 200, error: undefined, state: 'canceled' })
    const [change] = await test.operate<object[]>('list-changes', {
      workspace_id: ours.workspaceId,
      operation: 'cancel-task',
    })
    expect(change).toMatchObject({
      brand_id: ours.brandId,
      before: { id: own, state: 'waiting' },
      after: { id: own, state: 'canceled' },
    })
    expect(await partsOf(own)).toEqual([])
    expect(await cancel(await makeTask(ours, { person_id: editor.id }), admin)).toMatchObject({ status: 200 })
    expect(await test.operate('cancel-task', { task_id: await makeTask(ours) })).toMatchObject({
      state: 'canceled',
    })
  })

  it('is refused for another editor and for finished tasks, and returns 404 in another workspace', async () => {
    const colleague = await makePerson(test, ours.workspaceId, 'editor')
    const owner = await makePerson(test, theirs.workspaceId, 'owner')
    const id = await makeTask(ours, { person_id: editor.id })
    expect(await cancel(id, colleague)).toMatchObject({ status: 403, error: 'this needs the role admin' })
    expect(await cancel(id, owner)).toMatchObject({ status: 404 })
    expect((await taskOf(id)).state).toBe('waiting')
    expect(await cancel(id, editor)).toMatchObject({ status: 200 })
    expect(await cancel(id, editor)).toMatchObject({ status: 409, error: 'the task is already canceled' })
  })

  it('stops an upload and deletes the stored parts of its file', async () => {
    const { workspaceId: workspace_id, brandId: brand_id } = ours
    let id = ''
    async function* upload() {
      yield Buffer.alloc(1_100_000, 'x')
      await expect.poll(async () => (await tasksOf(ours))[0]?.parts).toBe(1)
      id = (await tasksOf(ours))[0]?.id ?? ''
      await test.operate('cancel-task', { task_id: id })
      yield Buffer.alloc(1_100_000, 'x')
    }
    const started = invoke(test.app.services, startTask, {
      actor: operator,
      requestId: randomUUID(),
      ids: { workspace_id },
      input: { operation: 'import-answers', brand_id },
      file: Readable.from(upload()),
    })
    await expect(started).rejects.toMatchObject({ code: 'conflict', message: 'the task was canceled' })
    expect(await partsOf(id)).toEqual([])
  })

  it('stops a running task, which stays canceled', async () => {
    const id = await makeTask(ours, { person_id: editor.id })
    const failed = await failedImports()
    await whileFilesAreLocked(async () => {
      await test.app.services.jobs.enqueue(taskQueue, { id, workspace_id: ours.workspaceId }, { key: id })
      await stateBecomes(id, 'working')
      expect(await cancel(id, editor)).toMatchObject({ status: 200, state: 'canceled' })
      await oneMoreImportFails(failed)
    })
    await expect.poll(() => partsOf(id)).toEqual([])
    expect(await taskOf(id)).toMatchObject({ state: 'canceled', error: null, result: null })
  })
})

it('opens no more tasks than allowed if many start at the same time', async () => {
  const arrival = Promise.withResolvers<void>()
  async function* upload() {
    await arrival.promise
    yield Buffer.from('{}')
  }
  const start = () =>
    invoke(test.app.services, startTask, {
      actor: operator,
      requestId: randomUUID(),
      ids: { workspace_id: ours.workspaceId },
      input: { operation: 'import-answers', brand_id: ours.brandId },
      file: Readable.from(upload()),
    })
  let refused = 0
  const starts = Array.from({ length: 30 }, () => start().catch(() => (refused += 1)))
  await expect.poll(() => refused).toBe(10)
  arrival.resolve()
  await Promise.all(starts)
  expect(refused).toBe(10)
})
