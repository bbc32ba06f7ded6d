import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { operator } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { type Envelope, invoke } from '../../kernel/invoke.ts'
import { inputSchema, type Operation, type Progress, subjectField } from '../../kernel/operation.ts'
import { fromText } from '../../kernel/text-input.ts'
import { type ErrorBody, errorBody } from '../../lib/errors.ts'
import { toApiError } from '../http/errors.ts'

/** A command as its flags were typed. */
export interface Command {
  name: string
  texts: Record<string, string[]>
}

export type Outcome = { envelope: Envelope } | { failure: ErrorBody }

/** Runs an operation for the operator, who may do everything. Never throws: what went wrong is the outcome. */
export async function runCommand(
  services: Services,
  operation: Operation,
  { texts }: Command,
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
    const envelope = await invoke(services, operation, {
      actor: operator,
      requestId,
      ids: subject === undefined || ids?.[0] === undefined ? {} : { [subject]: ids[0] },
      input: fromText(inputSchema(operation), rest),
      file,
      progress,
    })
    return { envelope }
  } catch (error) {
    return { failure: errorBody(toApiError(error, services.log.child({ request_id: requestId })), requestId) }
  } finally {
    closing.removeEventListener('abort', cutOff)
  }
}
