import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import { actorName } from '../../kernel/actor.ts'
import { canonicalJson } from '../../kernel/canonical.ts'
import type { Services, WorkspaceContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { prepare } from '../../kernel/invoke.ts'
import { limitOpen } from '../../kernel/limit-open.ts'
import { defineOperation, forMembers, type Operation } from '../../kernel/operation.ts'
import { conflict, invalidRequest, unavailable } from '../../lib/errors.ts'
import type { Row } from '../../stores/postgres-schema.ts'
import { smallTaskQueue, taskQueue, waitingTaskQueue } from './run-task.ts'
import { openStates, serializeTask, taskSchema } from './task.ts'

const partBytes = 1_048_576

/** Files up to this size have separate slots, so that they do not wait for large ones. */
const maxSmallBytes = 1_000_000

/** Open tasks per workspace: PostgreSQL stores their files until they finish. */
const maxOpen = 20

export const startTask = defineOperation({
  ...forMembers,
  name: 'start-task',
  summary: 'Start a long operation or file import in the background',
  description:
    'Checked now, and again with the current permissions when it runs. get-task shows its progress and result.',
  takesFile: 'optional',
  fields: {
    operation: z.string().min(1).max(100).describe('Name of the operation.'),
    brand_id: uuid.optional().describe('Required for operations on a brand.'),
    input: z.string().max(100_000).default('{}').describe('Other fields of the operation, as a JSON object.'),
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
    const received = {
      id,
      workspace_id: workspace.id,
      brand_id: brand_id ?? null,
      person_id: actor.kind === 'person' ? actor.id : null,
      address: origin?.address ?? null,
      operation: name,
      input: JSON.stringify(given),
      state: 'receiving' as const,
      created_at: services.now(),
    }
    const made = await services.db.transaction().execute(async (transaction) => {
      const others = transaction.selectFrom('tasks').where('workspace_id', '=', workspace.id)
      const open = others.where('id', '<>', id).where('state', 'in', openStates)
      await limitOpen(transaction, { workspaceId: workspace.id, of: 'tasks', max: maxOpen }, open.select('id'))
      const inserted = transaction.insertInto('tasks').values(received)
      return inserted.onConflict((on) => on.doNothing()).executeTakeFirst()
    })
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
      const unfinished = services.db.deleteFrom('tasks').where('id', '=', id)
      await unfinished.where('state', '=', 'receiving').execute()
      throw error
    }
  },
})

function queueOf({ takesFile, isLong }: Operation, bytes: number): string {
  if (isLong === 'waiting') return waitingTaskQueue
  return takesFile && bytes <= maxSmallBytes ? smallTaskQueue : taskQueue
}

const wasCanceled = () => conflict('the task was canceled')

/** Derives the task id from the idempotency key (RFC 9562, 5.8), as repeated tasks can cost money. */
function idOf({ services, actor, workspace, idempotencyKey }: WorkspaceContext): string {
  if (idempotencyKey === undefined) return randomUUID()
  const named = JSON.stringify([actorName(actor), workspace.id, idempotencyKey])
  const hex = services.sign('task', named).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** @throws ApiError invalid_request for a different request, service_unavailable while its file arrives */
async function firstAttempt({ db }: Services, id: string, asked: unknown): Promise<Row<'tasks'>> {
  const task = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirst()
  if (task === undefined || task.state === 'receiving')
    throw unavailable('Idempotency-Key: the first request with this key is still running; retry', 2)
  if (canonicalJson([task.operation, task.brand_id, task.input]) !== canonicalJson(asked))
    throw invalidRequest('Idempotency-Key: already used for a different request; use a new key for each write')
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

/** Stores a file as it arrives. @returns its size in bytes */
async function store({ db, config }: Services, taskId: string, file: Readable): Promise<number> {
  const most = config.UPLOAD_MAX_MEGABYTES * 1_000_000
  let number = 0
  let bytes = 0
  let part: Buffer[] = []
  let held = 0
  const flush = async () => {
    if (held === 0) return
    // Locks the task, so that a part of a canceled task is either deleted with it or never stored.
    const receiving = sql`select id from tasks where id = ${taskId} and state = 'receiving' for share`
    const { numAffectedRows } = await sql`insert into task_file_parts (task_id, number, bytes)
      select id, ${number++}::int, ${Buffer.concat(part)}::bytea from (${receiving}) task`.execute(db)
    if (numAffectedRows !== 1n) throw wasCanceled()
    part = []
    held = 0
  }
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > most) throw invalidRequest(`the file exceeds ${config.UPLOAD_MAX_MEGABYTES} MB; import it in parts`)
    part.push(chunk)
    held += chunk.length
    if (held >= partBytes) await flush()
  }
  await flush()
  return bytes
}
