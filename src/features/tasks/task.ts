import { z } from 'zod'
import type { Actor } from '../../kernel/actor.ts'
import { accessibleBrands } from '../../kernel/actor.ts'
import { utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { Row } from '../../stores/postgres-schema.ts'

declare module '../../stores/column-types.ts' {
  interface ColumnTypes {
    'tasks.input': Record<string, unknown>
    'tasks.result': object
    'tasks.error': { code: string; message: string }
  }
}

export const openStates = ['receiving', 'waiting', 'working'] as const

export const isOpen = ({ state }: Pick<Row<'tasks'>, 'state'>) => openStates.some((open) => open === state)

export const taskThing = {
  field: 'task_id',
  name: 'task',
  table: 'tasks',
  seenBy: 'viewer',
  brandColumn: 'brand_id',
} as const

export const taskSchema = z.object({
  id: z.uuid(),
  brand_id: z.uuid().nullable(),
  person_id: z.uuid().nullable().describe('The person who started it. Null for the operator.'),
  operation: z.string(),
  state: z.enum([...openStates, 'done', 'failed', 'canceled']),
  progress: z.object({ done: z.int(), total: z.int().nullable(), unit: z.string().nullable() }),
  file_bytes: z.int(),
  result: z.unknown().describe('Response data of the operation. Null until done.'),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  created_at: utcTimestamp,
  finished_at: utcTimestamp.nullable(),
})

export const serializeTask = (task: Row<'tasks'>) =>
  showRow(taskSchema, {
    ...task,
    progress: { done: task.done, total: task.total, unit: task.unit },
  })

export function seesTask(actor: Actor, { brand_id }: Pick<Row<'tasks'>, 'brand_id'>): boolean {
  const brands = accessibleBrands(actor)
  return brand_id === null || brands === 'all' || brands.includes(brand_id)
}
