import { z } from 'zod'
import type { BrandContext } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineOperation, forViewers } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { type Sql, sql } from '../../stores/clickhouse-sql.ts'
import { answerRows, currentAnswers, unansweredRows } from '../answers/index.ts'
import { answersOf, compare, inPeriod, openViewOfPrompts, type Snapshot, type View } from '../visibility/index.ts'
import type { outcome } from './execution.ts'
import { executionFilters } from './list-executions.ts'
import { containsText, searchInTurn, searchPrompts, type TextSearch } from './search-answers.ts'

const neighbour = z.uuid().nullable()

export const getExecutionNeighbours = defineOperation({
  ...forViewers,
  name: 'get-execution-neighbours',
  summary: 'Show the next newer and older answers in a filtered list',
  description: 'Uses the order of list-executions. The answer itself does not have to match the filters.',
  readsTables: ['answers', 'readings'],
  fields: { execution_id: uuid, ...executionFilters },
  data: z.object({
    newer: neighbour.describe('Id of the next newer answer. Null if there is none.'),
    older: neighbour.describe('Id of the next older answer. Null if there is none.'),
  }),
  async run({ ctx, input: { execution_id: id, ...input } }) {
    const { services, brand } = ctx
    const view = await openViewOfPrompts(ctx, input, undefined)
    const [executed, search] = await Promise.all([
      executedAt(ctx, view.snapshot, id),
      input.search === undefined ? null : searchPrompts(services, brand, input.search, view.at(0).last_prompt),
    ])
    const lists = listsOf(view, input.outcome ?? ['answered'], search)
    const isNewer = sql`(executed_at > ${executed} OR executed_at = ${executed} AND toString(answer_id) > ${id})`
    const isOlder = sql`(executed_at < ${executed} OR executed_at = ${executed} AND toString(answer_id) < ${id})`
    const [newer, older] = await Promise.all([
      Promise.all(lists.map((list) => firstOf(ctx, list, isNewer, sql`ASC`))),
      Promise.all(lists.map((list) => firstOf(ctx, list, isOlder, sql`DESC`))),
    ])
    return {
      data: {
        newer: newer.flat().sort(inTime)[0]?.id ?? null,
        older: older.flat().sort(inTime).at(-1)?.id ?? null,
      },
    }
  },
})

interface List {
  /** The FROM clause with its condition. */
  from: Sql
  /** Whether the list scans answer texts. */
  isSearch: boolean
}

/** The sources of the list: answers and unanswered prompts. */
function listsOf(view: View, outcomes: readonly z.output<typeof outcome>[], search: TextSearch | null): List[] {
  const others = outcomes.filter((name) => name !== 'answered')
  const condition = sql.and([inPeriod(view.period), view.condition])
  const lists: List[] = []
  if (others.length < outcomes.length)
    lists.push(
      search === null
        ? { from: sql`readings WHERE ${answersOf(view)}`, isSearch: false }
        : {
            from: sql`${currentAnswers(view.snapshot, condition)} AND ${containsText(search)}`,
            isSearch: true,
          },
    )
  if (others.length > 0) {
    const ofPrompts = search === null ? sql`true` : sql`prompt IN ${search.prompts}`
    const columns = sql`answer_id, executed_at, outcome`
    const unanswered = unansweredRows(view.snapshot, columns, sql.and([condition, ofPrompts]))
    lists.push({ from: sql`${unanswered} WHERE outcome IN ${others}`, isSearch: false })
  }
  return lists
}

interface Placed {
  id: string
  executed: string
}

const inTime = (a: Placed, b: Placed) => compare(a.executed, b.executed) || compare(a.id, b.id)

/** @throws ApiError not_found */
async function executedAt({ services }: BrandContext, snapshot: Snapshot, id: string): Promise<Sql> {
  const [row] = await services.clickhouse.query<{ executed: string }>(
    sql`SELECT toString(toUnixTimestamp64Milli(executed_at)) AS executed
      FROM ${answerRows(snapshot, sql`executed_at`, sql`answer_id = ${id}`)}`,
  )
  if (row === undefined) throw notFound('execution')
  return sql`${new Date(Number(row.executed))}`
}

function firstOf(
  { services }: BrandContext,
  { from, isSearch }: List,
  isOnSide: Sql,
  direction: Sql,
): Promise<Placed[]> {
  const first = sql`SELECT toString(answer_id) AS id, toString(executed_at) AS executed FROM ${from} AND ${isOnSide}
    ORDER BY executed_at ${direction}, toString(answer_id) ${direction} LIMIT 1`
  if (!isSearch) return services.clickhouse.query<Placed>(first)
  return searchInTurn(services, (seconds) =>
    services.clickhouse.query<Placed>(sql`${first} SETTINGS max_threads = 1`, seconds),
  )
}
