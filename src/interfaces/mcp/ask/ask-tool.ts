import type { JSONObject } from '@modelcontextprotocol/server'
import { inputSchema, type Operation } from '../../../kernel/operation.ts'
import { ApiError, invalidRequest } from '../../../lib/errors.ts'
import { resolveNames } from '../../names/resolve-names.ts'
import { findBrandId } from '../brand-argument.ts'
import { brandProperty, inWholeDays, propertiesOf, readArguments } from '../input-schema.ts'
import { checkNames } from '../operation-tool.ts'
import { compactResult, type OutputLimits, truncateTo } from '../output-limits.ts'
import { readableRows, readRowsUntil } from '../page.ts'
import { fitToSizeLimit } from '../size-limit.ts'
import type { Arguments, Caller, InputSchema, Reply, Tool, ToolResponse } from '../tool.ts'

/** A row of any operation. Its figures are passed on unchanged. */
export type Row = Record<string, unknown>

/** An operation with its input. Lists are read page by page until their rows suffice. */
type Read = readonly [operation: string, input: Row, until?: (rows: readonly Row[]) => boolean]

interface Question {
  caller: Caller
  filters: Row
  given: Arguments
  /**
   * Runs several reads of the brand in parallel. Their responses lack those that the caller has no scope for, which the
   * tool lists.
   * @throws ApiError if nothing can be read, or for any other error
   */
  read(reads: Record<string, Read | undefined>): Promise<Record<string, Reply | undefined>>
}

interface Answer extends Omit<ToolResponse, 'digest'> {
  /** Sentences; missing ones are left out, as are fields of the content without a value. */
  digest: readonly (string | undefined)[]
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
  answer(question: Question): Promise<Answer>
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
        const { brand: _name, ...named } = await resolveNames(readableRows(caller, brandId), Object.assign({}, ...read))
        const own = inWholeDays(having('end_date'), pick(named, ...filters), caller)
        const unavailable: Unavailable[] = []
        const made = await answer({
          ...{ caller, filters: own, given: named },
          read: (reads) => readAll(caller, brandId, reads, unavailable),
        })
        const digest = [...made.digest, missingInWords(unavailable)].filter(Boolean).join(' ')
        const content = Object.entries(withoutEmptyFields({ ...made.content, unavailable }))
        // Each tool limits its own rows.
        const shortened = (room: OutputLimits) =>
          content.map(([name, value]) => [name, truncateTo(room, value)] as const)
        return fitToSizeLimit((room) => ({ ...made, digest, content: Object.fromEntries(shortened(room)) }))
      },
    }
  }

/** A part that the caller cannot read, with the reason. */
interface Unavailable {
  what: string
  why: string
}

function missingInWords(unavailable: readonly Unavailable[]): string | undefined {
  const parts = unavailable.map(({ what }) => what)
  return parts.length === 0 ? undefined : `Not shown (missing scope): ${parts.sort().join(', ')}.`
}

async function readAll(
  caller: Caller,
  brandId: string,
  reads: Parameters<Question['read']>[0],
  unavailable: Unavailable[],
): ReturnType<Question['read']> {
  const found: Awaited<ReturnType<Question['read']>> = {}
  let refused: unknown
  await Promise.all(
    Object.entries(reads).map(async ([name, read]) => {
      if (read === undefined) return
      const [operation, input, until] = read
      try {
        found[name] = await readOne(caller, operation, { brand_id: brandId, ...input }, until)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 403) throw error
        refused = error
        unavailable.push({ what: name, why: error.message })
      }
    }),
  )
  if (Object.keys(found).length === 0) throw refused
  return found
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
    Object.entries(content).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  )

export const isOurs = ({ is_our_brand }: Row) => is_our_brand === true

/** `2026-05-17 to 2026-06-15` */
export function periodInWords(meta: Row): string {
  const { start_date, end_date } = (meta.period ?? {}) as Row
  return start_date === undefined ? '' : `${start_date} to ${end_date}`
}

/** States how many rows are not shown and how to get them; undefined if none. */
export const leftOut = (rows: number, how: string): string | undefined =>
  rows > 0 ? `${rows} more; ${how}` : undefined
