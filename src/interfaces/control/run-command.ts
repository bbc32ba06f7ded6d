import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { operator } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { type Envelope, invoke } from '../../kernel/invoke.ts'
import { inputSchema, type Operation, type Progress, subjectField } from '../../kernel/operation.ts'
import { parseTextInput } from '../../kernel/text-input.ts'
import { ApiError, type ErrorBody, errorBody, invalidRequest } from '../../lib/errors.ts'
import { toApiError } from '../http/errors.ts'

/** A command as its flags were typed. */
export interface Command {
  name: string
  texts: Record<string, string[]>
  /** Lists are read page by page to their end. */
  allRows?: boolean
}

/** @property left rows of a list that `--limit` left out */
export type Outcome = { envelope: Envelope; left?: number } | { failure: ErrorBody }

/** Runs an operation for the operator, who may do everything. Never throws: what went wrong is the outcome. */
export async function runCommand(
  services: Services,
  operation: Operation,
  { texts, allRows = false }: Command,
  file: Readable,
  progress: Progress,
): Promise<Outcome> {
  const requestId = randomUUID()
  const { closing } = services
  // Who waits for more of the file is not to wait on while the program closes.
  const cutOff = () => file.destroy(closing.reason)
  file.on('error', () => {})
  closing.addEventListener('abort', cutOff, { once: true })
  if (closing.aborted) cutOff()
  try {
    const subject = subjectField(operation)
    const { [subject ?? '']: ids, ...rest } = texts
    const ask = (input: Record<string, string[]>) =>
      invoke(services, operation, {
        actor: operator,
        requestId,
        ids: subject === undefined || ids?.[0] === undefined ? {} : { [subject]: ids[0] },
        input: parseTextInput(inputSchema(operation), input),
        file,
        progress,
      })
    if (!allRows || operation.list === undefined || rest.cursor !== undefined)
      return { envelope: await ask(rest) }
    return await askAllPages(ask, rest)
  } catch (error) {
    return { failure: errorBody(toApiError(error, services.log.child({ request_id: requestId })), requestId) }
  } finally {
    closing.removeEventListener('abort', cutOff)
  }
}

const rowsPerPage = '100'
/** A list that changes while its pages are read is read again from the start, so often. */
const tries = 3

/** Reads every page of a list. `--limit` cuts the rows, whatever a page holds, and the rest is counted. */
async function askAllPages(
  ask: (input: Record<string, string[]>) => Promise<Envelope>,
  { limit, ...input }: Record<string, string[]>,
): Promise<Outcome> {
  const most = wantedRows(limit)
  for (let attempt = 1; ; attempt += 1)
    try {
      const envelope = await ask({ ...input, limit: [rowsPerPage] })
      const rows = [...(envelope.data as unknown[])]
      let count = rows.length
      for (let page = envelope.pagination; page?.next_cursor; ) {
        const next = await ask({ ...input, limit: [rowsPerPage], cursor: [page.next_cursor] })
        const more = next.data as unknown[]
        count += more.length
        if (rows.length < most) rows.push(...more)
        page = next.pagination
      }
      return { envelope: { ...envelope, data: rows.slice(0, most) }, left: Math.max(0, count - most) }
    } catch (error) {
      if (attempt === tries || !(error instanceof ApiError && error.code === 'invalid_cursor')) throw error
    }
}

/** @throws ApiError invalid_request for anything but a whole number from 1 on */
function wantedRows(limit: readonly string[] | undefined): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY
  const [text = ''] = limit
  const rows = /^\d+$/.test(text) ? Number(text) : 0
  if (rows < 1) throw invalidRequest('limit: must be a whole number from 1 on; omit it to list every row')
  return rows
}
