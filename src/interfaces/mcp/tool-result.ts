import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ApiError, errorBody } from '../../lib/errors.ts'
import { untrustedIn } from './third-party.ts'
import { ReplayedError, type ToolResponse } from './tool.ts'

/** Where the content stands: beside a digest as text, or in the text as well, for clients that show a model nothing else. */
export const resultForms = ['structured', 'text'] as const
export type ResultForm = (typeof resultForms)[number]

export const isResultForm = (text: unknown): text is ResultForm => resultForms.some((form) => form === text)

/** What is sent for a tool's answer. Texts of third parties are named before them. */
export function toolResult({ digest, content, thirdParty }: ToolResponse, form: ResultForm): CallToolResult {
  const structuredContent = { digest, ...untrustedIn(content, thirdParty), ...content }
  const text = form === 'text' ? JSON.stringify(structuredContent) : digest
  return { content: [{ type: 'text', text }], structuredContent }
}

/** An error as a result, which a model can act on: what is wrong, and what to do about it. */
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
    return 'So the same call was answered before, and nothing was tried now: to have it tried anew, give another idempotency_key.'
  switch (code) {
    case 'invalid_request':
      return 'Correct the arguments as the message says, and call again.'
    case 'invalid_cursor':
      return 'Call again without cursor, and begin with the first page.'
    case 'not_found':
      return resource === 'brand'
        ? 'Call list_brands for the brands that there are, and give the name or id of one as brand.'
        : 'Its id is not one of this brand: find it with the tool that lists such things.'
    case 'insufficient_scope':
      return 'Nothing was done. Somebody who manages the workspace has to grant it: tell the user, and do not try again.'
    case 'plan_required':
      return 'The workspace is not enabled for it: tell the user, and do not try again.'
    case 'quota_exceeded':
      return 'The workspace has no credits left for it: tell the user, and do not try again.'
    case 'conflict':
      return 'Read what is there now before you decide whether to call again.'
    case 'rate_limited':
    case 'service_unavailable':
      return `Wait ${retryAfterSeconds ?? 10} seconds, then make the same call again.`
    case 'internal_error':
      return 'Make the same call again once; if it fails again, tell the user the request id.'
    default:
      return 'The key is not accepted: tell the user.'
  }
}
