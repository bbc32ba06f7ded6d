import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { operator } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { type Envelope, invoke } from '../../kernel/invoke.ts'
import { inputSchema, type Operation, type Progress, subjectField } from '../../kernel/operation.ts'
import { parseTextInput } from '../../kernel/text-input.ts'
import { ApiError, type ErrorBody, errorBody, invalidRequest } from '../../lib/errors.ts'
import { toApiError } from '../http/errors.ts'
import type { Named } from '../names/resolve-names.ts'
import { resolveTexts } from './named-texts.ts'

/** A parsed command with the texts of its flags. */
export interface Command {
  name: string
  texts: Record<string, string[]>
  /** Reads all pages of a list. */
  allRows?: boolean
}

/** @property left number of rows that `--limit` omitted */
export type Outcome = { envelope: Envelope; left?: number } | { failure: ErrorBody }

/**
 * Runs an operation as the operator. Never throws: errors are part of the outcome.
 * @param lists the operations that resolve names in the command; without them, it takes only ids
 */
export async function runCommand(
  services: Services,
  operation: Operation,
  { texts: given, allRows = false }: Command,
  file: Readable,
  progress: Progress,
  lists: readonly Operation[] = [],
): Promise<Outcome> {
  const requestId = randomUUID()
  const { closing } = services
  // Stop waiting for the file when the program closes.
  const destroyFile = () => file.destroy(closing.reason)
  file.on('error', () => {})
  closing.addEventListener('abort', destroyFile, { once: true })
  if (closing.aborted) destroyFile()
  try {
    const read = async (list: Operation, texts: Command['texts']) => {
      const rows = await runCommand(
        services,
        list,
        { name: list.name, texts, allRows: true },
        Readable.from([]),
        () => {},
      )
      if ('envelope' in rows) return rows.envelope.data as Named[]
      throw new ApiError(rows.failure.error.code, rows.failure.error.message)
    }
    const texts = await resolveTexts(given, lists, read, operation.http?.method !== 'GET')
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
    if (!allRows || operation.list === undefined || rest.cursor !== undefined) return { envelope: await ask(rest) }
    return await readAllPages(ask, rest)
  } catch (error) {
    return { failure: errorBody(toApiError(error, services.log.child({ request_id: requestId })), requestId) }
  } finally {
    closing.removeEventListener('abort', destroyFile)
  }
}

const rowsPerPage = '100'
/** How often to restart a list that changed while its pages were read. */
const maxAttempts = 3

/** Reads every page of a list. `--limit` cuts the rows, regardless of pages, and the rest is counted. */
async function readAllPages(
  ask: (input: Record<string, string[]>) => Promise<Envelope>,
  { limit, ...input }: Record<string, string[]>,
): Promise<Outcome> {
  const most = requestedRows(limit)
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
      if (attempt === maxAttempts || !(error instanceof ApiError && error.code === 'invalid_cursor')) throw error
    }
}

/** @throws ApiError invalid_request unless it is an integer of at least 1 */
function requestedRows(limit: readonly string[] | undefined): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY
  const [text = ''] = limit
  const rows = /^\d+$/.test(text) ? Number(text) : 0
  if (rows < 1) throw invalidRequest('limit: must be an integer of at least 1; omit it to list every row')
  return rows
}
