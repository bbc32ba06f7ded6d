import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { prepare } from '../../kernel/invoke.ts'
import { defineOperation, type Operation } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { taskQueue } from './run-task.ts'
import { serializeTask, taskSchema } from './task.ts'

const partBytes = 1_048_576

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
    const id = randomUUID()
    await services.db
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
      .execute()
    try {
      const bytes = operation.takesFile ? await store(services, id, file) : 0
      if (operation.takesFile === true && bytes === 0) throw invalidRequest('the file is empty')
      const task = await services.db.transaction().execute(async (transaction) => {
        await services.jobs.enqueue(taskQueue, { id }, { key: id, transaction })
        return transaction
          .updateTable('tasks')
          .set({ state: 'waiting', file_bytes: bytes })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
      })
      return { data: serializeTask(task) }
    } catch (error) {
      await services.db.deleteFrom('tasks').where('id', '=', id).execute()
      throw error
    }
  },
})

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
    await db
      .insertInto('task_file_parts')
      .values({ task_id: taskId, number: number++, bytes: Buffer.concat(part) })
      .execute()
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
