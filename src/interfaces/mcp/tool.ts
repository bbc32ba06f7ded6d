import type { JSONObject } from '@modelcontextprotocol/server'
import type { Envelope } from '../../kernel/invoke.ts'
import type { Operation } from '../../kernel/operation.ts'
import { ApiError } from '../../lib/errors.ts'

/** What an operation has answered a caller. */
export interface Reply extends Envelope {
  /** Of a write: its effect is that of an earlier attempt. */
  replayed?: boolean
}

/** What an earlier attempt of the same write was refused with; it was not tried again. */
export class ReplayedError extends ApiError {}

/** Whoever calls tools, by whichever way: runs operations as that caller alone. */
export interface Caller {
  /** The operations that there are, by name. */
  operation(name: string): Operation
  /**
   * Runs an operation with its fields and the id of its brand, after the checks of the public API.
   * @param idempotencyKey of a write
   * @throws ApiError
   */
  run(operation: Operation, input: Record<string, unknown>, idempotencyKey?: string): Promise<Reply>
  now(): Date
  /** Whether the operation is worth offering: what changes something is shown only to who may do it. */
  isOffered(operation: Operation): boolean
}

export type Arguments = Record<string, unknown>

/** What a tool answers: a digest in words, which holds nothing that third parties wrote, and what it is the digest of. */
export interface ToolResponse {
  digest: string
  content: Record<string, unknown>
  /** Fields of the content that third parties wrote, beside those that are such everywhere. */
  thirdParty?: readonly string[]
}

/** What a tool takes, as JSON Schema. */
export type InputSchema = {
  type: 'object'
  properties: Record<string, JSONObject>
  required?: string[]
  additionalProperties: false
}

/** Something that a model can call. */
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
  /** The operations that it is made of. */
  operations: readonly string[]
  /** @throws ApiError */
  call(caller: Caller, given: Arguments): Promise<ToolResponse>
}
