import type { z } from 'zod'
import { inputSchema, type Operation } from '../../kernel/operation.ts'
import { validate } from '../../kernel/validation.ts'
import { compactResult, type OutputLimits, outputLimitSteps, truncateTo } from './output-limits.ts'
import { fitToSizeLimit, maxResultBytes, sizeOf } from './size-limit.ts'
import { summarizeResult } from './summary.ts'
import { thirdPartyFieldsOf } from './third-party.ts'
import type { Caller, Reply, ToolResponse } from './tool.ts'

/** Rows of a page where the caller does not say how many. */
const usualRows = 20

/** A cursor as tools show it: a cursor of the API holds for one limit, so the limit stands before it. */
const cursorPattern = /^(\d{1,3})\.(.+)$/

/**
 * A page of rows. A first page has fewer of them where they would be too much to read; those that follow have as many as
 * it, and less of each row where need be.
 * @throws ApiError
 */
export async function readPage(
  operation: Operation,
  caller: Caller,
  input: Record<string, unknown>,
): Promise<ToolResponse> {
  const isFirst = input.cursor === undefined
  const page = isFirst ? { ...input, limit: input.limit ?? usualRows } : followingPage(operation, input)
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

/** The page that a cursor leads to. A limit beside it is checked, and gives way to that of the pages before. */
function followingPage(
  operation: Operation,
  { limit = usualRows, cursor, ...others }: Record<string, unknown>,
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

/** What stands beside rows or a thing. */
export const visibleMeta = ({ meta: schema }: Operation, meta: unknown) =>
  meta === undefined ? {} : { meta: compactResult(schema as z.ZodType, meta) }
