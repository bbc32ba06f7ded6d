import type { z } from 'zod'
import { inputSchema, type Operation } from '../../kernel/operation.ts'
import { validate } from '../../kernel/validation.ts'
import { ApiError } from '../../lib/errors.ts'
import type { ReadRows } from '../names/resolve-names.ts'
import { compactResult, type OutputLimits, outputLimitSteps, truncateTo } from './output-limits.ts'
import { fitToSizeLimit, maxResultBytes, sizeOf } from './size-limit.ts'
import { summarizeResult } from './summary.ts'
import { thirdPartyFieldsOf } from './third-party.ts'
import type { Arguments, Caller, Reply, ToolResponse } from './tool.ts'

/** Default number of rows per page. */
const defaultRows = 20

/** A cursor of a tool. API cursors are bound to a limit, so the limit precedes the cursor. */
const cursorPattern = /^(\d{1,3})\.(.+)$/

/**
 * Reads a page of rows. The first page has fewer rows if they would be too long; later pages keep its number
 * and shorten rows if needed.
 * @throws ApiError
 */
export async function readPage(
  operation: Operation,
  caller: Caller,
  input: Record<string, unknown>,
): Promise<ToolResponse> {
  const isFirst = input.cursor === undefined
  const page = isFirst ? { ...input, limit: input.limit ?? defaultRows } : followingPage(operation, input)
  for (let { limit } = page; ; ) {
    const reply = await caller.run(operation, { ...page, limit })
    const rows = compactResult(operation.data, reply.data) as unknown[]
    const make = (room: OutputLimits) => pageAnswer(operation, reply, rows, { room, limit })
    if (!isFirst || rows.length <= 1) return fitToSizeLimit(make)
    const answer = make(outputLimitSteps[0] as OutputLimits)
    const size = sizeOf(answer)
    if (size <= maxResultBytes) return answer
    limit = Math.max(1, Math.floor((rows.length * maxResultBytes) / size))
  }
}

/** Reads a list page by page until its rows suffice. */
export async function readRowsUntil(
  caller: Caller,
  operation: Operation,
  input: Arguments,
  until: (rows: readonly Arguments[]) => boolean = () => false,
): Promise<Reply> {
  const reply = await caller.run(operation, input)
  let rows = reply.data
  for (let cursor = reply.pagination?.next_cursor; cursor && !until(rows as Arguments[]); ) {
    const more = await caller.run(operation, { ...input, cursor })
    rows = [...(rows as Arguments[]), ...(more.data as Arguments[])]
    cursor = more.pagination?.next_cursor
  }
  return { ...reply, data: rows }
}

/** Reads the lists of a brand as a caller, for names. */
export const readableRows =
  (caller: Caller, brandId: string): ReadRows =>
  async (list) => {
    try {
      return (await readRowsUntil(caller, caller.operation(list), { brand_id: brandId, limit: 100 }))
        .data as Arguments[]
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return undefined
      throw error
    }
  }

/** Reads the page of a cursor. Its limit replaces a limit in the arguments, which is still validated. */
function followingPage(
  operation: Operation,
  { limit = defaultRows, cursor, ...others }: Record<string, unknown>,
): Record<string, unknown> {
  const [, shownLimit, own] = (typeof cursor === 'string' && cursorPattern.exec(cursor)) || []
  if (own === undefined) return { ...others, limit, cursor }
  validate(inputSchema(operation).pick({ limit: true }), { limit })
  return { ...others, limit: Number(shownLimit), cursor: own }
}

function pageAnswer(
  operation: Operation,
  reply: Reply,
  rows: readonly unknown[],
  { room, limit }: { room: OutputLimits; limit: unknown },
): ToolResponse {
  const { next_cursor = null } = reply.pagination ?? {}
  return {
    digest: summarizeResult(operation, reply),
    content: {
      rows: rows.map((row) => truncateTo(room, row)),
      ...(next_cursor === null ? {} : { next_cursor: `${limit}.${next_cursor}` }),
      ...visibleMeta(operation, reply.meta),
    },
    thirdParty: thirdPartyFieldsOf(operation.name),
  }
}

/** Metadata of rows or of a resource. */
export const visibleMeta = ({ meta: schema }: Operation, meta: unknown) =>
  meta === undefined ? {} : { meta: compactResult(schema as z.ZodType, meta) }
