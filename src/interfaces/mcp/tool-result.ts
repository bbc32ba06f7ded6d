import type { CallToolResult } from '@modelcontextprotocol/server'
import { type ApiError, errorBody } from '../../lib/errors.ts'
import fixes from './fixes.json' with { type: 'json' }
import { renderText } from './text.ts'
import { untrustedIn } from './third-party.ts'
import { ReplayedError, type ToolResponse } from './tool.ts'

/** Whether the text has everything, for clients that pass only text to the model, or only the digest. */
export const resultForms = ['text', 'structured'] as const
export type ResultForm = (typeof resultForms)[number]

export const isResultForm = (text: unknown): text is ResultForm => resultForms.some((form) => form === text)

/** Builds a tool's result. Names third-party texts before the content. */
export function toolResult({ digest, content, thirdParty }: ToolResponse, form: ResultForm): CallToolResult {
  const { untrusted } = untrustedIn(content, thirdParty)
  const structuredContent = { digest, ...(untrusted && { untrusted }), ...content }
  const warning = untrusted && `${untrusted.notice} (${untrusted.fields.join(', ')}).`
  const all = [digest, warning, renderText(content)].filter(Boolean).join('\n\n')
  return { content: [{ type: 'text', text: form === 'text' ? all : digest }], structuredContent }
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
  const { code, resource, retryAfterSeconds = 10 } = error
  const key =
    error instanceof ReplayedError
      ? 'replayed'
      : code === 'not_found'
        ? `${code}:${resource === 'brand' ? 'brand' : 'other'}`
        : code
  return (new Map(Object.entries(fixes)).get(key) ?? fixes.default).replace(
    '{seconds}',
    String(retryAfterSeconds),
  )
}
