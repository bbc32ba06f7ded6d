import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { filterBy, trimmedText } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { type RowPosition, rowPosition } from '../../kernel/pagination.ts'
import { type Sql, sql, toTimestamp } from '../../stores/clickhouse-sql.ts'
import { unansweredRows } from '../answers/index.ts'
import {
  answersOf,
  compare,
  computedRows,
  executions as executionsField,
  inPeriod,
  openViewWith,
  periodSchema,
  plainFilterFields,
  promptIdFilter,
  promptNumbers,
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
import { isAfterPosition, isSearchMatch, searchAnswers, searchPrompts, type TextSearch } from './search-answers.ts'

/** Pages use the state of the first page and continue after the last answer. */
const position = z.object({ view: computedRows.position, after: rowPosition })

export const executionOutcomes = filterBy(outcome).describe('Filter by outcome. Defaults to answered.')

export const executionFilters = {
  ...plainFilterFields,
  prompt_id: promptIdFilter,
  search: trimmedText(2, 200)
    .optional()
    .describe(
      'Text that the prompt or answer contains, 2 to 200 characters. Matches literally, ignoring case, composed or ' +
        'decomposed accents, and the dot of i.',
    ),
  outcome: executionOutcomes,
}

export const listExecutions = defineOperation({
  name: 'list-executions',
  summary: 'List the answers of engines to the brand’s prompts, newest first',
  description:
    'Answers with the same time are in descending order of their ids. Set `outcome` to include unanswered prompts.',
  ...brandRead('read:prompts', '/executions', ['answers', 'readings']),
  fields: executionFilters,
  list: { position, defaultLimit: 20 },
  data: z.array(z.object(executionShape)),
  meta: z.object({
    brand_id: z.uuid(),
    period: periodSchema,
    executions: executionsField,
    total: z.int().describe('Rows on all pages, with any outcome in `outcome`.'),
  }),
  async run({ ctx, input, page }) {
    const { services, brand } = ctx
    const { view: opened, more } = await openViewWith(ctx, input, page.after?.view, async (lastPrompt) => ({
      prompts: await promptNumbers(ctx, input.prompt_id),
      search: input.search === undefined ? null : await searchPrompts(services, brand, input.search, lastPrompt),
    }))
    const { prompts, search } = more
    const ofPrompts = prompts === null ? sql`true` : sql`prompt IN ${prompts}`
    const view = { ...opened, condition: sql.and([opened.condition, ofPrompts]) }
    const parts = await Promise.all(
      partsOf(ctx, view, input.outcome ?? ['answered'], search).map((part) => part(page.after?.after, page.limit + 1)),
    )
    const executions = sum(parts.filter(({ areAnswers }) => areAnswers))
    const rows = parts.flatMap((part) => part.rows).sort(newestFirst)
    const shown = rows.slice(0, page.limit)
    const numbers = shown.map((row) => row.prompt_number)
    const promptOf = await promptsByNumber(services, brand.id, numbers)
    const active = byNumber(view.entities)
    const last = shown.at(-1)
    const end: RowPosition | undefined =
      rows.length > page.limit && last !== undefined ? [toTimestamp(last.executed), last.id] : undefined
    return {
      data: shown.map((row) => serializeExecution(row, namedEntities(row, active), promptOf.get(row.prompt_number))),
      meta: { brand_id: brand.id, period: view.period, executions, total: sum(parts) },
      next: end === undefined ? undefined : { view: view.at(0), after: end },
    }
  },
})

/** Rows with answers, or rows without. */
interface Part {
  areAnswers: boolean
  /** Number of rows in the view. */
  total: number
  /** The newest rows after a position. */
  rows: ExecutionRow[]
}

type ReadPart = (after: RowPosition | undefined, limit: number) => Promise<Part>

/** Answers come from their readings, other outcomes from `answers`. */
function partsOf(
  ctx: BrandContext,
  view: View,
  outcomes: readonly z.output<typeof outcome>[],
  search: TextSearch | null,
): ReadPart[] {
  const others = outcomes.filter((name) => name !== 'answered')
  const parts: ReadPart[] = []
  if (others.length < outcomes.length)
    parts.push((after, limit) =>
      search === null ? readAnswers(ctx, view, after, limit) : readFound(ctx, view, search, after, limit),
    )
  if (others.length > 0) parts.push((after, limit) => readUnanswered(ctx, view, others, search, after, limit))
  return parts
}

async function readAnswers(
  ctx: BrandContext,
  view: View,
  after: RowPosition | undefined,
  limit: number,
): Promise<Part> {
  const from = sql`readings WHERE ${answersOf(view)}`
  const [rows, total] = await Promise.all([newestRows(ctx, executionColumns, from, after, limit), countRows(ctx, from)])
  return { areAnswers: true, total, rows }
}

async function readFound(
  ctx: BrandContext,
  view: View,
  search: TextSearch,
  after: RowPosition | undefined,
  limit: number,
): Promise<Part> {
  const found = await searchAnswers(ctx, view, search, after, limit)
  if (found.rows.length === 0) return { areAnswers: true, total: found.total, rows: [] }
  const rows = await ctx.services.clickhouse.query<ExecutionRow>(
    sql`SELECT ${executionColumns} FROM readings WHERE ${answersOf(view)} AND ${isSearchMatch(found)}`,
  )
  return { areAnswers: true, total: found.total, rows }
}

/** Unanswered prompts match a search only by their text. */
async function readUnanswered(
  ctx: BrandContext,
  view: View,
  outcomes: readonly string[],
  search: TextSearch | null,
  after: RowPosition | undefined,
  limit: number,
): Promise<Part> {
  const columns = sql`answer_id, seq, prompt, engine, country, model, executed_at, outcome`
  const ofPrompts = search === null ? sql`true` : sql`prompt IN ${search.prompts}`
  const condition = sql.and([inPeriod(view.period), view.condition, ofPrompts])
  const from = sql`${unansweredRows(view.snapshot, columns, condition)} WHERE outcome IN ${outcomes}`
  const [rows, total] = await Promise.all([
    newestRows(ctx, unansweredColumns, from, after, limit),
    countRows(ctx, from),
  ])
  return { areAnswers: false, total, rows }
}

/**
 * The newest rows after a position. Readings are stored by time, so the subquery finds the last row's time
 * from the end. Only rows since then are sorted by id, whose stored order differs from that of their text.
 * @param from the FROM clause with its condition
 */
function newestRows(
  { services }: BrandContext,
  columns: Sql,
  from: Sql,
  after: RowPosition | undefined,
  limit: number,
): Promise<ExecutionRow[]> {
  const wanted = after === undefined ? from : sql`${from} AND ${isAfterPosition(after)}`
  return services.clickhouse.query<ExecutionRow>(
    sql`SELECT ${columns} FROM ${wanted} AND executed_at >= (SELECT min(executed_at) FROM
        (SELECT executed_at FROM ${wanted} ORDER BY executed_at DESC LIMIT ${limit}))
      ORDER BY executed_at DESC, toString(answer_id) DESC LIMIT ${limit}`,
  )
}

const newestFirst = (a: ExecutionRow, b: ExecutionRow) => compare(b.executed, a.executed) || compare(b.id, a.id)

async function countRows({ services }: BrandContext, from: Sql): Promise<number> {
  const [row] = await services.clickhouse.query<{ found: string }>(sql`SELECT count() AS found FROM ${from}`)
  return Number(row?.found ?? 0)
}

const sum = (parts: readonly Part[]) => parts.reduce((all, { total }) => all + total, 0)
