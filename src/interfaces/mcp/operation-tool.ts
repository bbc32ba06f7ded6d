import { createHash } from 'node:crypto'
import { canonicalJson } from '../../kernel/canonical.ts'
import type { Operation } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { resolveNames } from '../names/resolve-names.ts'
import { findBrandId } from './brand-argument.ts'
import { inputSchemaOf, inWholeDays, readArguments } from './input-schema.ts'
import { compactResult, truncateTo } from './output-limits.ts'
import { readableRows, readPage, visibleMeta } from './page.ts'
import { fitToSizeLimit } from './size-limit.ts'
import { summarizeResult } from './summary.ts'
import { thirdPartyFieldsOf } from './third-party.ts'
import type { Arguments, Caller, InputSchema, Reply, Tool, ToolResponse } from './tool.ts'

export const toolName = (operation: string) => operation.replaceAll('-', '_')

/**
 * A tool for one operation of the public API.
 * @param modelDescription defaults to the operation's summary
 */
export function operationTool(operation: Operation, modelDescription?: string): Tool {
  const { name, summary, description, http, list } = operation
  const isRead = http?.method === 'GET'
  const takes = inputSchemaOf(operation)
  return {
    name: toolName(name),
    title: sentence(name),
    description: modelDescription ?? [`${summary}.`, description].filter(Boolean).join(' '),
    inputSchema: takes,
    annotations: isRead
      ? { readOnlyHint: true, openWorldHint: false }
      : {
          readOnlyHint: false,
          destructiveHint: http?.method !== 'POST',
          idempotentHint: true,
          openWorldHint: http?.limit === 'audit',
        },
    operations: [name],
    async call(caller, given) {
      const input = await inputOf(operation, takes, caller, given)
      if (!isRead) return answerWrite(operation, await write(operation, caller, given, input))
      if (list !== undefined) return readPage(operation, caller, input)
      const { data, meta } = await caller.run(operation, input)
      const shown = compactResult(operation.data, data)
      return fitToSizeLimit((room) => ({
        digest: summarizeResult(operation, { data }),
        content: { data: truncateTo(room, shown), ...visibleMeta(operation, meta) },
        thirdParty: thirdPartyFieldsOf(name),
      }))
    },
  }
}

const sentence = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')

/** @throws ApiError if an argument is unknown or the brand is ambiguous */
async function inputOf(
  operation: Operation,
  takes: InputSchema,
  caller: Caller,
  given: Arguments,
): Promise<Record<string, unknown>> {
  const { brand, idempotency_key: _key, ...own } = given
  checkNames(given, Object.keys(takes.properties))
  const input = inWholeDays(operation, readArguments(operation, own), caller)
  const missing = takes.required?.find((field) => input[field] === undefined)
  if (missing !== undefined) throw invalidRequest(`${missing} is required`)
  if (operation.on !== 'brand') return input
  const brand_id = await findBrandId(caller, brand)
  return {
    ...(await resolveNames(readableRows(caller, brand_id), input, { isWrite: operation.http?.method !== 'GET' })),
    brand_id,
  }
}

/** @throws ApiError invalid_request if an argument is unknown */
export function checkNames(given: Arguments, names: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw invalidRequest(`${JSON.stringify(unknown)}: unknown argument; use ${names.join(', ')}`)
}

/** Without the caller's own key, the same call is the same attempt. */
function write(operation: Operation, caller: Caller, given: Arguments, input: Record<string, unknown>): Promise<Reply> {
  const { idempotency_key: own } = given
  if (own !== undefined && typeof own !== 'string') throw invalidRequest('idempotency_key must be text')
  const made = createHash('sha256')
    .update(`${operation.name} ${canonicalJson(input)}`)
    .digest('base64url')
  return caller.run(operation, input, own ?? `mcp-${made}`)
}

function answerWrite(operation: Operation, { data, replayed }: Reply): ToolResponse {
  const shown = fitToSizeLimit((room) => ({
    digest: '',
    content: { data: truncateTo(room, compactResult(operation.data, data)) },
  }))
  const digest = replayed
    ? `Already done by an earlier identical call; nothing was changed now. To do it again, use another idempotency_key.`
    : `Done: ${toolName(operation.name)}.`
  const thirdParty = thirdPartyFieldsOf(operation.name)
  return { digest, content: { ...shown.content, replayed: replayed === true }, thirdParty }
}
