import { expect, test } from 'vitest'
import { responseFormats } from './providers.ts'
import { readResponse } from './read-response.ts'
import { readBody } from './testing/outcome-cases.ts'

test('a body that is empty, not JSON or not an object is unreadable in every format', () => {
  for (const format of responseFormats) {
    for (const [raw, reason] of [
      ['', 'the body is empty'],
      [' \n', 'the body is empty'],
      ['<html>Bad gateway</html>', 'the body is not complete JSON'],
      ['"text"', 'the body must be an object'],
      ['null', 'the body must be an object'],
    ] as const)
      expect(readResponse(format, raw)).toMatchObject({ outcome: 'unreadable', reason })
  }
})

// DataForSEO uses status codes instead of an error field.
test.each(responseFormats.filter((format) => format !== 'dataforseo'))(
  '%s: an error fails with its message, without keys',
  (format) => {
    const key = 'sk-abcdefghijklmnop1234567890'
    const error = { message: `Bad\u0000 \u001b[31mkey ${key}\n${'long '.repeat(500)}` }
    const { outcome, reason, text } = readBody(format, { error })
    expect({ outcome, text }).toEqual({ outcome: 'failed', text: '' })
    expect(reason).toMatch(/^Bad \[31mkey …/)
    expect(reason).toHaveLength(500)
    expect(reason).not.toMatch(/\p{Cc}/u)
  },
)

test('the reason for an unexpected type names its path', () => {
  const body = { output: [{ type: 'message', content: [{ type: 'output_text', text: 5 }] }] }
  expect(readBody('openai-responses', body).reason).toBe('output[0].content[0].text must be a string')
  expect(readBody('openai-responses', { output: {} }).reason).toBe('output must be a list of at most 10,000 entries')
  expect(readBody('openai-responses', { status: 1 }).reason).toBe('status must be a string')
  expect(readBody('cloro', { response: { text: 'a', sources: [{ url: 1 }] } }).reason).toBe(
    'response.sources[0].url must be a string',
  )
})
