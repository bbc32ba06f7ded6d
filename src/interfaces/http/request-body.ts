import { invalidRequest } from '../../lib/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a JSON body. Undefined if it is empty. @throws ApiError invalid_request */
export function parseBody(bytes: Buffer | undefined, contentType: string | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) return undefined
  if (!/^application\/json\s*(;|$)/i.test(contentType ?? ''))
    throw invalidRequest('the body must be JSON with Content-Type application/json')
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw invalidRequest('the body is not valid JSON in UTF-8')
  }
}
