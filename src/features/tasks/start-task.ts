import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { actorName } from '../../kernel/actor.ts'
import { canonicalJson } from '../../kernel/canonical.ts'
import type { Services, WorkspaceContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { prepare } from '../../kernel/invoke.ts'
import { defineOperation, type Operation } from '../../kernel/operation.ts'
import { conflict, invalidRequest, unavailable } from '../../lib/errors.ts'
import { smallTaskQueue, taskQueue, waitingTaskQueue } from './run-task.ts'
import type { TasksTable } from './tables.ts'
import { openStates, serializeTask, taskSchema } from './task.ts'

const partBytes = 1_048_576

/** Files up to this size have separate slots: they do not wait for large ones. */
const maxSmallBytes = 1_000_000

/** So many tasks of one workspace may be open: their files lie in PostgreSQL until they are done. */
const mostOpen = 20

export const startTask = defineOperation({
  name: 'start-task',
  summary: 'Have an operation done in the background: one that takes a file, or long',
  description:
    'It is checked now, and again when it is done: by what its person may do then. get-task shows its progress and outcome.',
  on: 'workspace',
  access: 'operator',
  role: 'viewer',
  takesFile: 'optional',
  fields: {
    operation: z.string().min(1).max(100).describe('Name of the operation'),
    brand_id: uuid.optional().describe('Where the operation is on a brand'),
    input: z.string().max(100_000).default('{}').describe('Its other fields, as a JSON object'),
  },
  data: taskSchema,
  async run({ ctx, input: { operation: name, brand_id, input }, file }) {
    const { services, actor, workspace, requestId, origin } = ctx
    const operation = findTaskable(services, name)
    const given = parseInput(input)
    const ids: Record<string, string> = brand_id === undefined ? {} : { brand_id }
    if (operation.on === 'workspace') ids.workspace_id = workspace.id
    await prepare(services, operation, { actor, requestId, ids, input: given, file })
    const id = idOf(ctx)
    await checkOpen(services, workspace.id, id)
    const made = await services.db
      .insertInto('tasks')
      .values({
        id,
        workspace_id: workspace.id,
        brand_id: brand_id ?? null,
        person_id: actor.kind === 'person' ? actor.id : null,
        address: origin?.address ?? null,
        operation: name,
        input: JSON.stringify(given),
        state: 'receiving',
        created_at: services.now(),
      })
      .onConflict((on) => on.doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows !== 1n)
      return { data: serializeTask(await firstAttempt(services, id, [name, brand_id ?? null, given])) }
    try {
      const bytes = operation.takesFile ? await store(services, id, file) : 0
      if (operation.takesFile === true && bytes === 0) throw invalidRequest('the file is empty')
      const queue = queueOf(operation, bytes)
      const task = await services.db.transaction().execute(async (transaction) => {
        const job = { id, workspace_id: workspace.id }
        await services.jobs.enqueue(queue, job, { key: id, transaction })
        return transaction
          .updateTable('tasks')
          .set({ state: 'waiting', file_bytes: bytes })
          .where('id', '=', id)
          .where('state', '=', 'receiving')
          .returningAll()
          .executeTakeFirstOrThrow(wasCanceled)
      })
      return { data: serializeTask(task) }
    } catch (error) {
      const received = services.db.deleteFrom('tasks').where('id', '=', id)
      await received.where('state', '=', 'receiving').execute()
      throw error
    }
  },
})

function queueOf({ takesFile, isLong }: Operation, bytes: number): string {
  if (isLong === 'waiting') return waitingTaskQueue
  return takesFile && bytes <= maxSmallBytes ? smallTaskQueue : taskQueue
}

const wasCanceled = () => conflict('the task was canceled')

/** @throws ApiError conflict where too many others are open */
async function checkOpen({ db }: Services, workspaceId: string, id: string): Promise<void> {
  const { open } = await db
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<string>().as('open'))
    .where('workspace_id', '=', workspaceId)
    .where('id', '<>', id)
    .where('state', 'in', openStates)
    .executeTakeFirstOrThrow()
  if (Number(open) >= mostOpen)
    throw conflict(`${open} tasks of the workspace are not done yet: come again once some are`)
}

/** The same for each retry of one attempt (RFC 9562, 5.8): what it starts may cost money. */
function idOf({ services, actor, workspace, idempotencyKey }: WorkspaceContext): string {
  if (idempotencyKey === undefined) return randomUUID()
  const named = JSON.stringify([actorName(actor), workspace.id, idempotencyKey])
  const hex = services.sign('task', named).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** @throws ApiError invalid_request where it was something else, service_unavailable where its file still comes */
async function firstAttempt({ db }: Services, id: string, asked: unknown): Promise<Selectable<TasksTable>> {
  const task = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
  if (task === undefined || task.state === 'receiving')
    throw unavailable('the first attempt of this is still at work: try again', 2)
  if (canonicalJson([task.operation, task.brand_id, task.input]) !== canonicalJson(asked))
    throw invalidRequest('Idempotency-Key was used for another request: send a new one with each new write')
  return task
}

function findTaskable({ features }: Services, name: string): Operation {
  const taskable = features
    .flatMap((feature) => feature.operations ?? [])
    .filter((one) => one.isLong || (one.takesFile && one !== startTask))
  const found = taskable.find((one) => one.name === name)
  if (found === undefined)
    throw invalidRequest(`operation must be one of ${taskable.map((one) => one.name).join(', ')}`)
  return found
}

function parseInput(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text))
  } catch {
    throw invalidRequest('input must be a JSON object')
  }
}

/** Keeps the file as it comes. @returns its bytes */
async function store({ db, config }: Services, taskId: string, file: Readable): Promise<number> {
  const most = config.UPLOAD_MAX_MEGABYTES * 1_000_000
  let number = 0
  let bytes = 0
  let part: Buffer[] = []
  let held = 0
  const flush = async () => {
    if (held === 0) return
    // Locked, so that a part of a canceled task is either deleted with it or never stored.
    const receiving = sql`select id from tasks where id = ${taskId} and state = 'receiving' for share`
    const { numAffectedRows } = await sql`insert into task_file_parts (task_id, number, bytes)
      select id, ${number++}::int, ${Buffer.concat(part)}::bytea from (${receiving}) task`.execute(db)
    if (numAffectedRows !== 1n) throw wasCanceled()
    part = []
    held = 0
  }
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > most)
      throw invalidRequest(`the file must have at most ${config.UPLOAD_MAX_MEGABYTES} MB: import it in parts`)
    part.push(chunk)
    held += chunk.length
    if (held >= partBytes) await flush()
  }
  await flush()
  return bytes
}
