import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { type RowPosition, rowPosition } from '../../kernel/walk.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { answersAt, unansweredAt } from '../answers/index.ts'
import {
  answersOf,
  compare,
  computedRows,
  executions as executionsField,
  inPeriod,
  openViewWith,
  periodSchema,
  plainFilterFields,
  type View,
} from '../visibility/index.ts'
import {
  byNumber,
  type ExecutionRow,
  executionColumns,
  executionShape,
  namedEntities,
  outcome,
  promptsByNumber,
  serializeExecution,
  unansweredColumns,
} from './execution.ts'

/** A walk keeps the state of its first page, and goes on after the last answer that it showed. */
const position = z.object({ view: computedRows.position, after: rowPosition })

export const listExecutions = defineOperation({
  name: 'list-executions',
  summary: 'The answers that engines gave to the brand’s prompts, newest first',
  description:
    'Answers of the same moment stand in descending order of their ids. Questions that brought no answer are listed where ' +
    '`outcome` names theirs.',
  on: 'brand',
  access: 'read:prompts',
  role: 'viewer',
  madeOf: ['answers', 'readings'],
  http: { method: 'GET', path: '/v1/brands/{brand_id}/executions', limit: 'read' },
  fields: {
    ...plainFilterFields,
    prompt_id: z.array(uuid).optional().describe('Prompts of the brand'),
    outcome: z.array(outcome).optional().describe('What became of the questions; answered where not given'),
  },
  list: { position, defaultLimit: 20 },
  data: z.array(z.object(executionShape)),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    executions: executionsField,
    total: z.int().describe('Rows of all pages: answers, and whatever else `outcome` names'),
  }),
  async run({ ctx, input, page }) {
    const { services, brand } = ctx
    const { view: opened, more: prompts } = await openViewWith(ctx, input, page.after?.view, () =>
      promptNumbers(ctx, input.prompt_id),
    )
    const ofPrompts = prompts === null ? sql`true` : sql`prompt IN ${prompts}`
    const view = { ...opened, condition: sql.and([opened.condition, ofPrompts]) }
    const lists = listsOf(view, input.outcome ?? ['answered'])
    const after = page.after?.after
    const [found, counts] = await Promise.all([
      Promise.all(lists.map((list) => newestRows(ctx, list, after, page.limit + 1))),
      Promise.all(lists.map((list) => countRows(ctx, list))),
    ])
    const executions = sum(counts.filter((_, index) => lists[index]?.isAnswered))
    const rows = found.flat().sort(newestFirst)
    const shown = rows.slice(0, page.limit)
    const [promptOf, modelOf] = await Promise.all([
      promptsByNumber(
        services,
        brand.id,
        shown.map((row) => row.prompt_number),
      ),
      readModels(ctx, view, shown),
    ])
    const active = byNumber(view.entities)
    const last = shown.at(-1)
    const end: RowPosition | undefined =
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
      meta: { brand_id: brand.id, period: view.period, executions, total: sum(counts) },
      next: end === undefined ? undefined : { view: view.at(0), after: end },
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

/** Where rows come from, and the columns that they are shown from. */
interface RowSource {
  isAnswered: boolean
  columns: Sql
  /** What follows FROM, its condition included. */
  from: Sql
}

/** Answers are listed from their readings; what has none is listed beside them. */
function listsOf(view: View, outcomes: readonly z.output<typeof outcome>[]): RowSource[] {
  const others = outcomes.filter((name) => name !== 'answered')
  const lists: RowSource[] = []
  if (others.length < outcomes.length)
    lists.push({
      isAnswered: true,
      columns: executionColumns,
      from: sql`readings WHERE ${answersOf(view)}`,
    })
  if (others.length > 0) {
    const columns = sql`answer_id, seq, prompt, engine, country, executed_at, outcome`
    const unanswered = unansweredAt(view.snapshot, columns, sql.and([inPeriod(view.period), view.condition]))
    const from = sql`${unanswered} WHERE outcome IN ${others}`
    lists.push({ isAnswered: false, columns: unansweredColumns, from })
  }
  return lists
}

/**
 * The newest rows after a position. Readings are stored by time, so that the time of the last row is found by reading
 * from the end; ids are stored in another order than that of their texts, which only rows since then are sorted by.
 */
function newestRows(
  { services }: BrandContext,
  { columns, from }: RowSource,
  after: RowPosition | undefined,
  limit: number,
): Promise<ExecutionRow[]> {
  const wanted = after === undefined ? from : sql`${from} AND ${isAfter(after)}`
  return services.clickhouse.query<ExecutionRow>(
    sql`SELECT ${columns} FROM ${wanted} AND executed_at >= (SELECT min(executed_at) FROM
        (SELECT executed_at FROM ${wanted} ORDER BY executed_at DESC LIMIT ${limit}))
      ORDER BY executed_at DESC, toString(answer_id) DESC LIMIT ${limit}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
}

const isAfter = ([time, id]: RowPosition) =>
  sql`executed_at <= ${new Date(time)} AND (executed_at < ${new Date(time)} OR toString(answer_id) < ${id})`

const newestFirst = (a: ExecutionRow, b: ExecutionRow) =>
  compare(b.executed, a.executed) || compare(b.id, a.id)

async function countRows({ services }: BrandContext, { from }: RowSource): Promise<number> {
  const [row] = await services.clickhouse.query<{ found: string }>(
    sql`SELECT count() AS found FROM ${from}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return Number(row?.found ?? 0)
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** The models of answers, found by their batches. */
async function readModels(
  { services }: BrandContext,
  { snapshot }: View,
  rows: readonly ExecutionRow[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const models = await services.clickhouse.query<{ id: string; model: string }>(
    sql`SELECT toString(answer_id) AS id, model FROM ${answersAt(
      snapshot,
      sql`answer_id, model`,
      sql`seq IN ${[...new Set(rows.map((row) => Number(row.seq)))]} AND answer_id IN ${rows.map((row) => row.id)}`,
    )}`,
    services.config.QUERY_TIMEOUT_SECONDS,
  )
  return new Map(models.map(({ id, model }) => [id, model]))
}
