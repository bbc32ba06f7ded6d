import { Readable } from 'node:stream'
import type { Selectable } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'
import { operator } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { invoke } from '../../kernel/invoke.ts'
import type { Job } from '../../kernel/jobs.ts'
import type { Progress } from '../../kernel/operation.ts'
import { ApiError } from '../../lib/errors.ts'
import { storeUnavailable } from '../../stores/store-errors.ts'
import { loadMember } from '../people/index.ts'
import type { TasksTable } from './tables.ts'

export const taskQueue = 'run-task'

type Task = Selectable<TasksTable>

const notedEveryMs = 500

/** Does one task, as whoever started it: with what they may do now. */
export const runTask: Job<{ id: string }> = {
  queue: taskQueue,
  concurrency: 2,
  async run(services, { id }, signal) {
    const task = await services.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
    if (task === undefined || task.state === 'done' || task.state === 'failed') return
    const operation = services.features
      .flatMap((feature) => feature.operations ?? [])
      .find((one) => one.name === task.operation)
    // Imports may be done twice; what asks or spends is not begun again by itself.
    if (task.state === 'working' && !operation?.takesFile)
      return end(services, task, { error: { code: 'service_unavailable', message: interrupted } })
    await services.db.updateTable('tasks').set({ state: 'working' }).where('id', '=', id).execute()
    try {
      if (operation === undefined) throw new ApiError('not_found', 'this release knows the operation no more')
      const actor = await actorOf(services, task)
      const { data } = await invoke(services, operation, {
        actor,
        requestId: task.id,
        origin: { via: 'console', address: task.address },
        ids: idsOf(task, operation.on),
        input: task.input,
        file: fileOf(services, task, signal),
        progress: noting(services, task),
      })
      await end(services, task, { result: data })
    } catch (error) {
      // The server stops, or its store does not answer: it is done again later.
      if (signal.aborted || services.closing.aborted || storeUnavailable(error) !== undefined) throw error
      if (!(error instanceof ApiError)) services.log.error({ err: error, task: id }, 'a task failed')
      const told =
        error instanceof ApiError ? error : new ApiError('internal_error', 'something failed on our side')
      await end(services, task, { error: { code: told.code, message: told.message } })
    }
  },
}

const interrupted = 'the server ended before it was done: look at what is there, and start it again'

async function actorOf(services: Services, task: Task): Promise<Actor> {
  if (task.person_id === null) return operator
  const membership = await loadMember(services.db, task.person_id, task.workspace_id)
  return { kind: 'person', id: task.person_id, sessionId: task.id, membership }
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
  return Readable.from(parts(), { objectMode: false, signal })
}

/** Writes progress down now and then; none of it is waited for. */
function noting({ db, log }: Services, { id }: Task): Progress {
  let last = 0
  return (done, total, unit) => {
    if (performance.now() - last < notedEveryMs) return
    last = performance.now()
    db.updateTable('tasks')
      .set({ done: Math.round(done), total: total === undefined ? null : Math.round(total), unit })
      .where('id', '=', id)
      .where('state', '=', 'working')
      .execute()
      .catch((error) => log.debug({ err: error }, 'progress of a task was not noted'))
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
      .execute()
    await transaction.deleteFrom('task_file_parts').where('task_id', '=', id).execute()
  })
}

const keptMs = 30 * 86_400_000
const receivedWithinMs = 86_400_000

/** Removes tasks that were over long ago, and those whose file never came. */
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
