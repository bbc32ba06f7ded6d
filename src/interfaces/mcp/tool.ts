import type { JSONObject } from '@modelcontextprotocol/server'
import type { Envelope } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import { ApiError } from '../../lib/errors.ts'

/** An operation's response to a caller. */
export interface Reply extends Envelope {
  /** Writes only: whether an earlier attempt had the effect. */
  replayed?: boolean
}

/** The error of an earlier attempt of the same write, which was not run again. */
export class ReplayedError extends ApiError {}

/** A caller of tools over any transport. Runs operations with only this caller's permissions. */
export interface Caller {
  operation(name: string): Operation
  /**
   * Runs an operation with its fields and brand id, after the checks of the public API.
   * @param idempotencyKey for writes
   * @throws ApiError
   */
  run(operation: Operation, input: Record<string, unknown>, idempotencyKey?: string): Promise<Reply>
  now(): Date
  /** Whether to list the operation. Writes are listed only for callers that can run them. */
  isOffered(operation: Operation): boolean
}

export type Arguments = Record<string, unknown>

/** A tool's response: content and a digest of it without third-party text. */
export interface ToolResponse {
  digest: string
  content: Record<string, unknown>
  /** Third-party fields of the content, in addition to the common ones. */
  thirdParty?: readonly string[]
}

/** A tool's input as JSON Schema. */
export type InputSchema = {
  type: 'object'
  properties: Record<string, JSONObject>
  required?: string[]
  additionalProperties: false
}

export interface Tool {
  name: string
  title: string
  description: string
  inputSchema: InputSchema
  annotations: {
    readOnlyHint: boolean
    destructiveHint?: boolean
    idempotentHint?: boolean
    openWorldHint: boolean
  }
  /** The operations that it runs. */
  operations: readonly string[]
  /** @throws ApiError */
  call(caller: Caller, given: Arguments): Promise<ToolResponse>
}
