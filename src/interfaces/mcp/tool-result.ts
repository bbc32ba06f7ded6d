import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ApiError, errorBody } from '../../lib/errors.ts'
import { untrustedIn } from './third-party.ts'
import { ReplayedError, type ToolResponse } from './tool.ts'

/** Whether content is only structured, or also text for clients that pass only text to the model. */
export const resultForms = ['structured', 'text'] as const
export type ResultForm = (typeof resultForms)[number]

export const isResultForm = (text: unknown): text is ResultForm => resultForms.some((form) => form === text)

/** Builds a tool's result. Names third-party texts before the content. */
export function toolResult({ digest, content, thirdParty }: ToolResponse, form: ResultForm): CallToolResult {
  const structuredContent = { digest, ...untrustedIn(content, thirdParty), ...content }
  const text = form === 'text' ? JSON.stringify(structuredContent) : digest
  return { content: [{ type: 'text', text }], structuredContent }
}

/** Builds an error result that tells a model what is wrong and how to fix it. */
export function errorResult(error: ApiError, requestId: string): CallToolResult {
  const { code, message, request_id } = errorBody(error, requestId).error
  const fix = fixOf(error)
  return {
    isError: true,
    content: [{ type: 'text', text: `${message}. ${fix}` }],
    structuredContent: { error: { code, message, fix, request_id } },
  }
}

function fixOf(error: ApiError): string {
  const { code, resource, retryAfterSeconds } = error
  if (error instanceof ReplayedError)
    return 'An earlier identical call got this response, and nothing was tried now. To try again, use another idempotency_key.'
  switch (code) {
    case 'invalid_request':
      return 'Correct the arguments as described and call again.'
    case 'invalid_cursor':
      return 'Call again without cursor to start from the first page.'
    case 'not_found':
      return resource === 'brand'
        ? 'Call list_brands and use the name or id of one as brand.'
        : 'The id does not belong to this brand; find it with the list tool.'
    case 'insufficient_scope':
      return 'Nothing was done. An admin of the workspace must grant access: tell the user, and do not retry.'
    case 'plan_required':
      return 'The workspace is not enabled for this: tell the user, and do not retry.'
    case 'quota_exceeded':
      return 'The workspace has no credits left for this: tell the user, and do not retry.'
    case 'conflict':
      return 'Read the current state before you decide whether to call again.'
    case 'rate_limited':
    case 'service_unavailable':
      return `Wait ${retryAfterSeconds ?? 10} seconds, then make the same call again.`
    case 'internal_error':
      return 'Make the same call again once; if it fails again, tell the user the request id.'
    default:
      return 'The key is invalid: tell the user.'
  }
}
