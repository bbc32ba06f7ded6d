import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { type RowPosition, rowPosition } from '../../kernel/walk.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import {
  answersOf,
  computedRows,
  countAnswersOf,
  executions as executionsField,
  openViewWith,
  periodSchema,
  plainFilterFields,
} from '../visibility/index.ts'
import {
  byNumber,
  type ExecutionRow,
  executionColumns,
  executionShape,
  namedEntities,
  promptsByNumber,
  serializeExecution,
} from './execution.ts'

/** A walk keeps the state of its first page, and goes on after the last answer that it showed. */
const position = z.object({ view: computedRows.position, after: rowPosition })

export const listExecutions = defineOperation({
  name: 'list-executions',
  summary: 'The answers that engines gave to the brand’s prompts, newest first',
  description: 'Answers of the same moment stand in descending order of their ids.',
  on: 'brand',
  access: 'read:prompts',
  role: 'viewer',
  madeOf: ['answers', 'readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/executions', limit: 'read' },
  fields: { ...plainFilterFields, prompt_id: z.array(uuid).optional().describe('Prompts of the brand') },
  list: { position, defaultLimit: 20 },
  data: z.array(z.object(executionShape)),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    executions: executionsField,
  }),
  async run({ ctx, input, page }) {
    const { services, brand } = ctx
    const { view: opened, more: prompts } = await openViewWith(ctx, input, page.after?.view, () =>
      promptNumbers(ctx, input.prompt_id),
    )
    const ofPrompts = prompts === null ? sql`true` : sql`prompt IN ${prompts}`
    const view = { ...opened, condition: sql.and([opened.condition, ofPrompts]) }
    const [rows, executions] = await Promise.all([
      newestAnswers(ctx, answersOf(view), page.after?.after, page.limit + 1),
      countAnswersOf(ctx, view),
    ])
    const shown = rows.slice(0, page.limit)
    const [promptOf, modelOf] = await Promise.all([
      promptsByNumber(
        services,
        brand.id,
        shown.map((row) => row.prompt_number),
      ),
      readModels(ctx, shown),
    ])
    const active = byNumber(view.entities)
    const last = shown.at(-1)
    const after: RowPosition | undefined =
      rows.length > page.limit && last !== undefined ? [toTimestamp(last.executed), last.id] : undefined
    return {
      data: shown.map((row) =>
        serializeExecution(
          row,
          namedEntities(row, active),
          promptOf.get(row.prompt_number),
          modelOf.get(row.id),
        ),
      ),
      meta: { brand_id: brand.id, period: view.period, executions },
      next: after === undefined ? undefined : { view: view.at(0), after },
    }
  },
})

/**
 * Numbers of the prompts to which a request is restricted; null where it is not.
 * @throws ApiError invalid_request for one that is not of the brand
 */
async function promptNumbers(
  { services, brand }: BrandContext,
  ids: readonly string[] | undefined,
): Promise<number[] | null> {
  if (ids === undefined) return null
  const prompts = services.db.selectFrom('prompts').select(['id', 'number']).where('brand_id', '=', brand.id)
  const found = await prompts.where('id', 'in', ids).orderBy('number').execute()
  const missing = ids.find((id) => !found.some((prompt) => prompt.id === id))
  if (missing !== undefined) throw invalidRequest(`prompt_id: the brand has no prompt ${missing}`)
  return found.map((prompt) => prompt.number)
}

/**
 * The newest answers after a position. Readings are stored by time, so that the time of the last row is found by reading
 * from the end; ids are stored in another order than that of their texts, which only rows since then are sorted by.
 */
function newestAnswers(
  { services }: BrandContext,
  answers: Sql,
  after: RowPosition | undefined,
  limit: number,
): Promise<ExecutionRow[]> {
  const wanted = after === undefined ? answers : sql`${answers} AND ${isAfter(after)}`
  return services.clickhouse.query<ExecutionRow>(
    sql`SELECT ${executionColumns} FROM readings
      WHERE ${wanted} AND executed_at >= (SELECT min(executed_at) FROM
        (SELECT executed_at FROM readings WHERE ${wanted} ORDER BY executed_at DESC LIMIT ${limit}))
      ORDER BY executed_at DESC, toString(answer_id) DESC LIMIT ${limit}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
}

const isAfter = ([time, id]: RowPosition) =>
  sql`executed_at <= ${new Date(time)} AND (executed_at < ${new Date(time)} OR toString(answer_id) < ${id})`

/** The models of answers, found by their batches. */
async function readModels(
  { services, brand }: BrandContext,
  rows: readonly ExecutionRow[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const models = await services.clickhouse.query<{ id: string; model: string }>(
    sql`SELECT toString(answer_id) AS id, model FROM answers
      WHERE brand_id = ${brand.id} AND seq IN ${[...new Set(rows.map((row) => Number(row.seq)))]}
        AND answer_id IN ${rows.map((row) => row.id)}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return new Map(models.map(({ id, model }) => [id, model]))
}
