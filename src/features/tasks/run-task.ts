import { Readable } from 'node:stream'
import type { Actor } from '../../kernel/actor.ts'
import { operator } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { invoke } from '../../kernel/invoke.ts'
import type { Job } from '../../kernel/jobs.ts'
import type { Operation, Progress } from '../../kernel/operation.ts'
import { ApiError } from '../../lib/errors.ts'
import type { PostgresLike, Row } from '../../stores/postgres.ts'
import { toUnavailableError } from '../../stores/store-errors.ts'
import { hasPasskey, loadMember } from '../people/index.ts'
import { isOpen } from './task.ts'
import { watchTask } from './watch-task.ts'

export const taskQueue = 'run-task'
export const smallTaskQueue = 'run-small-task'
export const waitingTaskQueue = 'run-waiting-task'

type Task = Row<'tasks'>

const progressIntervalMs = 500
/** A task interrupted this often can be the cause of the interruptions. */
const maxStarts = 2

/** One task per workspace at a time, so that no workspace takes all slots. */
const slots = { concurrency: 2, perWorkspace: 1 }

/** Runs a task as the person who started it, with their current permissions. */
export const runTask: Job<{ id: string }> = { queue: taskQueue, ...slots, run: runOne }

/** Small files have separate slots, so that they do not wait for large ones. */
export const runSmallTask: Job<{ id: string }> = { queue: smallTaskQueue, ...slots, run: runOne }

/** Tasks that wait for providers for hours use few resources; separate slots keep the others free. */
export const runWaitingTask: Job<{ id: string }> = {
  queue: waitingTaskQueue,
  concurrency: 8,
  perWorkspace: 3,
  run: runOne,
}

async function runOne(services: Services, { id }: { id: string }, signal: AbortSignal): Promise<void> {
  const operations = services.features.flatMap((feature) => feature.operations ?? [])
  const task = await begin(services, id, operations)
  if (task === undefined) return
  const watch = watchTask(services, id)
  try {
    const operation = operations.find(({ name }) => name === task.operation)
    if (operation === undefined) throw new ApiError('not_found', 'this release no longer has the operation')
    const ends = AbortSignal.any([signal, watch.signal])
    const { data } = await invoke(services, operation, {
      actor: await actorOf(services, task),
      requestId: task.id,
      origin: { via: 'console', address: task.address },
      ids: idsOf(task, operation.on),
      input: task.input,
      file: fileOf(services, task, ends),
      progress: writeProgress(services, task),
      signal: ends,
    })
    await end(services, task, { result: data })
  } catch (error) {
    await fail(services, task, watch.signal.aborted ? watch.signal.reason : error, signal)
  } finally {
    watch.stop()
  }
}

/** @returns undefined if the task is finished or must not start again */
async function begin(services: Services, id: string, operations: readonly Operation[]): Promise<Task | undefined> {
  const { db } = services
  const task = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
  if (task === undefined) return undefined
  if (!isOpen(task)) {
    await deleteFile(db, id)
    return undefined
  }
  // Imports can be repeated. Operations that call providers or spend money are not.
  const isRepeatable = operations.some(({ name, takesFile }) => name === task.operation && takesFile)
  const problem = task.starts >= maxStarts ? interruptedTwice : isRepeatable ? undefined : interrupted
  if (task.state === 'working' && problem !== undefined) {
    await end(services, task, { error: { code: 'service_unavailable', message: problem } })
    return undefined
  }
  return db
    .updateTable('tasks')
    .set((eb) => ({ state: 'working', starts: eb('starts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', task.state)
    .returningAll()
    .executeTakeFirst()
}

const interrupted = 'the server stopped while it ran; check the stored data and start it again'
const interruptedTwice =
  'the server stopped twice while it ran; check the stored data, split the file and start it again'

/** @throws the error of a task that will run again, because the server stops or a store is unavailable */
async function fail(services: Services, task: Task, error: unknown, signal: AbortSignal): Promise<void> {
  const isStopping = signal.aborted || services.closing.aborted
  if (isStopping || toUnavailableError(error) !== undefined) {
    // Not counted, as the task is not the cause. A task that blocks the shutdown does not get here.
    const counted = services.db.updateTable('tasks').set((eb) => ({ starts: eb('starts', '-', 1) }))
    await counted
      .where('id', '=', task.id)
      .execute()
      .catch(() => {})
    throw error
  }
  if (!(error instanceof ApiError)) services.log.error({ err: error, task: task.id }, 'task failed')
  const reported = error instanceof ApiError ? error : new ApiError('internal_error', 'internal error')
  await end(services, task, { error: { code: reported.code, message: reported.message } })
}

async function actorOf(services: Services, task: Task): Promise<Actor> {
  if (task.person_id === null) return operator
  const { person_id, workspace_id } = task
  // The session that started the task can be over; a member with a passkey can have used it.
  const byPasskey = await hasPasskey(services.db, person_id)
  const membership = await loadMember(services.db, person_id, workspace_id, byPasskey)
  return { kind: 'person', id: person_id, sessionId: task.id, membership }
}

function idsOf({ brand_id, workspace_id }: Task, on: string): Record<string, string> {
  if (on === 'brand') return { brand_id: brand_id ?? '' }
  return on === 'workspace' ? { workspace_id } : {}
}

function fileOf({ db }: Services, { id }: Task, signal: AbortSignal): Readable {
  async function* parts(): AsyncGenerator<Buffer> {
    for (let number = 0; ; number++) {
      const part = await db
        .selectFrom('task_file_parts')
        .select('bytes')
        .where('task_id', '=', id)
        .where('number', '=', number)
        .executeTakeFirst()
      if (part === undefined) return
      yield part.bytes
    }
  }
  const file = Readable.from(parts(), { objectMode: false, signal })
  // Without a listener, an abort before the file is read would end this process.
  return file.on('error', () => {})
}

/** Stores progress at intervals, without waiting for the writes. */
function writeProgress({ db, log }: Services, { id }: Task): Progress {
  let last = 0
  return (done, total, unit) => {
    if (performance.now() - last < progressIntervalMs) return
    last = performance.now()
    db.updateTable('tasks')
      .set({ done: Math.round(done), total: total === undefined ? null : Math.round(total), unit })
      .where('id', '=', id)
      .where('state', '=', 'working')
      .execute()
      .catch((error) => log.debug({ err: error }, 'task progress not stored'))
  }
}

async function end(
  services: Services,
  { id }: Task,
  outcome: { result: unknown } | { error: { code: string; message: string } },
): Promise<void> {
  await services.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('tasks')
      .set({
        ...('result' in outcome
          ? { state: 'done' as const, result: JSON.stringify(outcome.result) }
          : { state: 'failed' as const, error: JSON.stringify(outcome.error) }),
        finished_at: services.now(),
      })
      .where('id', '=', id)
      .where('state', '=', 'working')
      .execute()
    await deleteFile(transaction, id)
  })
}

const deleteFile = (db: PostgresLike, id: string) =>
  db.deleteFrom('task_file_parts').where('task_id', '=', id).execute()

const keptMs = 30 * 86_400_000
const receivedWithinMs = 86_400_000

/** Deletes old finished tasks, and tasks whose file never arrived. */
export const forgetTasks: Job = {
  queue: 'forget-tasks',
  everySeconds: 3600,
  async run({ db, now }) {
    const before = (ms: number) => new Date(now().getTime() - ms)
    await db.deleteFrom('tasks').where('finished_at', '<', before(keptMs)).execute()
    const unfinished = db.deleteFrom('tasks').where('state', '=', 'receiving')
    await unfinished.where('created_at', '<', before(receivedWithinMs)).execute()
  },
}
