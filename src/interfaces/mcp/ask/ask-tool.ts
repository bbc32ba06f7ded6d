import type { JSONObject } from '@modelcontextprotocol/server'
import { ApiError } from '../../../lib/errors.ts'
import { findBrandId } from '../brand-argument.ts'
import { brandProperty, inWholeDays, propertiesOf, readArguments } from '../input-schema.ts'
import { checkNames } from '../operation-tool.ts'
import { compactResult, outputLimitSteps, truncateTo } from '../output-limits.ts'
import type { Arguments, Caller, Reply, Tool, ToolResponse } from '../tool.ts'

/** Filters that every question tool accepts. */
export const figureFilters = ['start_date', 'end_date', 'topic_id', 'engine', 'country', 'tag_id'] as const

/** A row of any operation. Its figures are passed on unchanged. */
export type Row = Record<string, unknown>

export interface Reads {
  /** The response to each read by name. Missing if the caller lacks the scope. */
  found: Record<string, Reply | undefined>
  /** Parts that the caller cannot read, with the reason. */
  unavailable: { what: string; why: string }[]
}

interface AskTool {
  name: string
  title: string
  description: string
  /** The operation that defines the filters. */
  filtersOf: string
  filters: readonly string[]
  /** Additional parameters. */
  properties?: Record<string, JSONObject>
  operations: readonly string[]
  answer(question: { caller: Caller; brandId: string; filters: Row; given: Arguments }): Promise<ToolResponse>
}

/** A tool that answers a question with several operations. It selects figures and computes none. */
export const askTool =
  ({ filtersOf, filters, properties = {}, answer, ...tool }: AskTool) =>
  (operation: Caller['operation']): Tool => {
    const of = operation(filtersOf)
    const all = { brand: brandProperty, ...propertiesOf(of, filters), ...properties }
    return {
      ...tool,
      inputSchema: { type: 'object', properties: all, additionalProperties: false },
      annotations: { readOnlyHint: true, openWorldHint: false },
      async call(caller, given) {
        checkNames(given, Object.keys(all))
        const brandId = await findBrandId(caller, given.brand)
        const own = Object.entries(given).filter(([name]) => filters.includes(name))
        const made = await answer({
          caller,
          brandId,
          filters: inWholeDays(of, readArguments(of, Object.fromEntries(own)), caller),
          given,
        })
        const digest = joinSentences(made.digest, missingInWords(made.content))
        return {
          ...made,
          digest,
          content: truncateTo(outputLimitSteps[0] as (typeof outputLimitSteps)[0], made.content) as Row,
        }
      },
    }
  }

/** Names the parts of a response that the caller cannot read. */
function missingInWords({ unavailable = [] }: Row): string | undefined {
  const parts = (unavailable as Reads['unavailable']).map(({ what }) => what)
  return parts.length === 0 ? undefined : `Not shown (missing scope): ${parts.sort().join(', ')}.`
}

type Read = readonly [operation: string, input: Row, until?: (rows: readonly Row[]) => boolean]

/**
 * Runs several reads of a brand in parallel, each page by page until its rows suffice. Reads without scope
 * are skipped and listed.
 * @throws ApiError if nothing can be read, or for any other error
 */
export async function readAll(caller: Caller, brandId: string, reads: Record<string, Read>): Promise<Reads> {
  const results: Reads = { found: {}, unavailable: [] }
  let refused: unknown
  await Promise.all(
    Object.entries(reads).map(async ([name, [operation, input, until]]) => {
      try {
        results.found[name] = await readOne(caller, operation, { brand_id: brandId, ...input }, until)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 403) throw error
        refused = error
        results.unavailable.push({ what: name, why: error.message })
      }
    }),
  )
  if (Object.keys(results.found).length === 0) throw refused
  return results
}

async function readOne(
  caller: Caller,
  name: string,
  input: Row,
  until: (rows: readonly Row[]) => boolean = () => true,
): Promise<Reply> {
  const operation = caller.operation(name)
  const { data, meta, ...rest } = await caller.run(operation, input)
  let found = data
  for (let cursor = rest.pagination?.next_cursor; cursor && !until(found as Row[]); ) {
    const more = await caller.run(operation, { ...input, cursor })
    found = [...(found as Row[]), ...(more.data as Row[])]
    cursor = more.pagination?.next_cursor
  }
  const shown = { data: compactResult(operation.data, found), ...rest }
  return meta === undefined || operation.meta === undefined
    ? shown
    : { ...shown, meta: compactResult(operation.meta, meta) }
}

export const rowsOf = (reply: Reply | undefined): Row[] => (reply?.data ?? []) as Row[]
export const metaOf = (reply: Reply | undefined): Row => (reply?.meta ?? {}) as Row

/** Picks the fields that a row has. */
export const pick = (row: Row, ...names: readonly string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))

/** Drops missing and empty fields. */
export const withoutEmptyFields = (content: Row): Row =>
  Object.fromEntries(
    Object.entries(content).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  )

export const isOurs = ({ is_our_brand }: Row) => is_our_brand === true

export const joinSentences = (...sentences: (string | undefined)[]) =>
  sentences.filter((sentence) => sentence !== undefined && sentence !== '').join(' ')

/** `2026-05-17 to 2026-06-15` */
export function periodInWords(meta: Row): string {
  const { start_date, end_date } = (meta.period ?? {}) as Row
  return start_date === undefined ? '' : `${start_date} to ${end_date}`
}

/** States how many rows are not shown and which tool lists them; undefined if none. */
export const leftOut = (rows: number, tool: string): string | undefined =>
  rows > 0 ? `${rows} more: ${tool}` : undefined
