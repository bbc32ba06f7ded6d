import type { JSONObject } from '@modelcontextprotocol/server'
import { inputSchema, type Operation } from '../../../kernel/operation.ts'
import { ApiError, invalidRequest } from '../../../lib/errors.ts'
import { findBrandId } from '../brand-argument.ts'
import { brandProperty, inWholeDays, propertiesOf, readArguments } from '../input-schema.ts'
import { resolveNames } from '../names.ts'
import { checkNames } from '../operation-tool.ts'
import { compactResult, type OutputLimits, truncateTo } from '../output-limits.ts'
import { readRowsUntil } from '../page.ts'
import { fitToSizeLimit } from '../size-limit.ts'
import type { Arguments, Caller, InputSchema, Reply, Tool, ToolResponse } from '../tool.ts'

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
  /** Parameters of its operations, described by the first of them that has one. */
  filters: readonly string[]
  /** Additional parameters. */
  properties?: Record<string, JSONObject>
  operations: readonly string[]
  answer(question: { caller: Caller; brandId: string; filters: Row; given: Arguments }): Promise<ToolResponse>
}

/** A tool that answers a question with several operations. It selects figures and computes none. */
export const askTool =
  ({ filters, properties = {}, answer, ...tool }: AskTool) =>
  (operation: Caller['operation']): Tool => {
    const operations = tool.operations.map(operation)
    const having = (field: string) => operations.find((one) => field in inputSchema(one).shape)
    const described = filters.map((field) => propertiesOf(having(field) as Operation, [field]))
    const all: InputSchema['properties'] = Object.assign({ brand: brandProperty }, ...described, properties)
    return {
      ...tool,
      inputSchema: { type: 'object', properties: all, additionalProperties: false },
      annotations: { readOnlyHint: true, openWorldHint: false },
      async call(caller, given) {
        checkNames(given, Object.keys(all))
        const present = Object.entries(given).filter(([, value]) => value != null)
        for (const [name, value] of present)
          if (properties[name]?.type === 'string' && typeof value !== 'string')
            throw invalidRequest(`${name} must be text: a name or id`)
        const brandId = await findBrandId(caller, given.brand)
        const read = present.map(([name, value]) =>
          readArguments(filters.includes(name) ? having(name) : undefined, { [name]: value }),
        )
        const { brand: _name, ...named } = await resolveNames(caller, brandId, Object.assign({}, ...read))
        const own = inWholeDays(having('end_date'), pick(named, ...filters), caller)
        const made = await answer({ caller, brandId, filters: own, given: named })
        const digest = joinSentences(made.digest, missingInWords(made.content))
        // Each tool limits its own rows.
        const shortened = (room: OutputLimits) =>
          Object.entries(made.content).map(([name, value]) => [name, truncateTo(room, value)] as const)
        return fitToSizeLimit((room) => ({ ...made, digest, content: Object.fromEntries(shortened(room)) }))
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
  const { data, meta, ...rest } = await readRowsUntil(caller, operation, input, until)
  const shown = { data: compactResult(operation.data, data), ...rest }
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

/** States how many rows are not shown and how to get them; undefined if none. */
export const leftOut = (rows: number, how: string): string | undefined =>
  rows > 0 ? `${rows} more; ${how}` : undefined
