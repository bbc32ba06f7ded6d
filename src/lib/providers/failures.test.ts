import { expect, test } from 'vitest'
import { failureOf, readAnswer, readTask } from './failures.ts'
import type { ProviderResponse, Submission } from './protocol.ts'

const response = (status: number, body: unknown = '', headers: Record<string, string> = {}): ProviderResponse => ({
  status,
  headers: new Headers(headers),
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Summarizes the effect of a submission. */
function meaning(submission: Submission): string {
  if (submission.state !== 'failed') return submission.state
  const { stopsSource, isFinal, mayBeCharged } = submission
  if (stopsSource) return 'stops the source'
  return [isFinal ? 'final' : 'passes', ...(mayBeCharged ? ['may be charged'] : [])].join(', ')
}

const openai = (message: string, code: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param: null, code },
})
const azure = (code: string, message: string, more = {}) => ({ error: { code, message, ...more } })
const anthropic = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'r',
})
const gemini = (code: number, status: string, message: string) => ({
  error: { code, message, status, details: [] },
})
const cloro = (code: string, message: string) => ({ success: false, error: { code, message } })

test.each<[number, unknown, string]>([
  // Wrong key.
  [401, openai('Incorrect API key provided: sk-abcdef0123456789', 'invalid_api_key'), 'stops the source'],
  [401, anthropic('authentication_error', 'invalid x-api-key'), 'stops the source'],
  [400, gemini(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'), 'stops the source'],
  [400, { code: 'Client specified an invalid argument', error: 'Incorrect API key provided' }, 'stops the source'],
  [401, cloro('INVALID_OR_EXPIRED_API_KEY', 'Missing or invalid API key'), 'stops the source'],
  [401, { detail: 'Unauthorized' }, 'stops the source'],
  [403, 'Invalid credentials', 'stops the source'],
  [401, { error: 'Invalid API key. Your API key should be here: https://serpapi.com' }, 'stops the source'],
  [401, azure('401', 'Access denied due to invalid subscription key or wrong API endpoint.'), 'stops the source'],
  [403, azure('403', 'Access denied due to Virtual Network/Firewall rules.'), 'stops the source'],
  // No credit, with any status.
  [429, openai('You exceeded your current quota, please check your plan', 'insufficient_quota'), 'stops the source'],
  [400, anthropic('invalid_request_error', 'Your credit balance is too low to access the API'), 'stops the source'],
  [402, { error: { message: 'Insufficient credits', code: 402 } }, 'stops the source'],
  [403, cloro('INSUFFICIENT_CREDITS', 'Insufficient credits'), 'stops the source'],
  [429, { error: 'Your account has run out of searches.' }, 'stops the source'],
  // Unknown model.
  [
    404,
    openai('The model `gpt-9` does not exist or you do not have access to it.', 'model_not_found'),
    'stops the source',
  ],
  [404, azure('DeploymentNotFound', 'The API deployment for this resource does not exist.'), 'stops the source'],
  [404, anthropic('not_found_error', 'model: claude-9'), 'stops the source'],
  [404, gemini(404, 'NOT_FOUND', 'models/gemini-9 is not found for API version v1beta'), 'stops the source'],
  [400, { object: 'error', message: 'Invalid model: m-9', type: 'invalid_model' }, 'stops the source'],
  [400, { error: { message: 'x/y is not a valid model ID', code: 400 } }, 'stops the source'],
  // The prompt cannot be answered.
  [400, openai('Invalid prompt: your prompt was flagged', 'invalid_prompt'), 'final'],
  [400, openai("This model's maximum context length is 8192 tokens", 'context_length_exceeded'), 'final'],
  [403, { error: { message: 'Your input was flagged by moderation', code: 403 } }, 'final'],
  [
    400,
    azure(
      'content_filter',
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      { param: 'prompt', status: 400, innererror: { code: 'ResponsibleAIPolicyViolation' } },
    ),
    'final',
  ],
  [413, anthropic('request_too_large', 'Request exceeds the maximum size'), 'final'],
  [422, { detail: [{ msg: 'field required', loc: ['body', 'inputs'] }] }, 'final'],
  // Retry later.
  [429, openai('Rate limit reached for gpt-5', 'rate_limit_exceeded'), 'busy'],
  [
    429,
    gemini(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details'),
    'busy',
  ],
  [529, anthropic('overloaded_error', 'Overloaded'), 'busy'],
  [503, gemini(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'), 'busy'],
  // Server errors: nothing was bought if the provider explains the error; a gateway page proves nothing.
  [500, openai('The server had an error while processing your request'), 'passes'],
  [502, '<html><title>502 Bad Gateway</title></html>', 'passes, may be charged'],
  [504, openai('upstream timed out'), 'passes, may be charged'],
  [500, '', 'passes, may be charged'],
  [408, openai('Request timed out'), 'passes'],
  // Not the API of a provider.
  [404, '<html>Not Found</html>', 'stops the source'],
  [405, '', 'stops the source'],
])('%i %o: %s', (status, body, expected) => {
  expect(meaning(failureOf(response(status, body)))).toBe(expected)
})

test('a missing task fails only its own question', () => {
  const body = cloro('RESOURCE_NOT_FOUND', 'Task not found')
  expect(meaning(failureOf(response(404, body), 'task'))).toBe('final')
})

test('a redirect stops the source and names the host, not the full URL', () => {
  const location = 'https://evil.example/path?key=secret'
  expect(failureOf(response(307, '', { location }))).toMatchObject({
    stopsSource: true,
    reason: expect.stringMatching(/redirects to evil\.example \(307\) and is not followed/),
  })
})

test('the reason has the provider’s message and code, but no key', () => {
  const body = openai('Incorrect API key provided: sk-proj-a1B2c3D4e5F6g7H8', 'invalid_api_key')
  expect(failureOf(response(401, body))).toMatchObject({
    reason: 'the provider answered with 401: Incorrect API key provided: … (invalid_api_key)',
  })
  const details = [{ field: 'payload.country', message: 'Invalid option' }]
  const invalid = { success: false, error: { code: 'VALIDATION_ERROR', message: 'Invalid', details } }
  expect(failureOf(response(400, invalid))).toMatchObject({
    reason: 'the provider answered with 400: Invalid (VALIDATION_ERROR): payload.country: Invalid option',
  })
})

test.each([
  ['7', 7],
  ['0', 0],
  ['1.2', 2],
  ['Sun, 22 Nov 2026 12:00:30 GMT', 30],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
  ['99999999', 86_400],
  ['soon', null],
  ['-5', null],
  ['', null],
])('Retry-After: %s is %s seconds by the provider’s clock', (text, seconds) => {
  const headers = { 'retry-after': text, date: 'Sun, 22 Nov 2026 12:00:00 GMT' }
  expect(failureOf(response(429, '', headers))).toMatchObject({ state: 'busy', retryAfterSeconds: seconds })
})

test.each<[string, object | string, number | null]>([
  ['OpenAI', openai('Rate limit reached for gpt-5. Please try again in 8.2s. Visit …'), 9],
  ['OpenAI in minutes', openai('Please try again in 1m8.2s.'), 69],
  ['OpenAI in milliseconds', openai('Please try again in 350ms.'), 1],
  ['words', { error: 'Too many requests, retry after 20 seconds' }, 20],
  [
    'Google',
    {
      error: {
        code: 429,
        message: 'Quota exceeded. Please retry in 36.4s.',
        status: 'RESOURCE_EXHAUSTED',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36s' }],
      },
    },
    36,
  ],
  ['no time', { error: 'Please try again later.' }, null],
  ['a page', `<p>${'try again in '.repeat(5000)}`, null],
])('reads the wait from a body: %s', (_name, body, seconds) => {
  expect(failureOf(response(429, body))).toMatchObject({ state: 'busy', retryAfterSeconds: seconds })
  const headers = { 'retry-after': '3' }
  expect(failureOf(response(429, body, headers))).toMatchObject({ retryAfterSeconds: 3 })
})

test('reads the wait from Azure’s header in milliseconds', () => {
  const headers = { 'retry-after-ms': '1200' }
  const limited = response(429, azure('429', 'Too Many Requests'), headers)
  expect(failureOf(limited)).toMatchObject({ state: 'busy', retryAfterSeconds: 2 })
})

test.each<[string, string]>([
  ['', 'passes, may be charged'],
  ['  \n', 'passes, may be charged'],
  ['<!doctype html><p>Sign in', 'passes, may be charged'],
  ['{"answer": 1}', 'answered'],
  // A truncated or unknown body is stored, to be read later.
  ['{"answer": ', 'answered'],
  ['[[[[[[[[', 'answered'],
  ['null', 'answered'],
])('a response 200 with %j: %s', (body, expected) => {
  expect(meaning(readAnswer(response(200, body)))).toBe(expected)
})

test('a submitted task without a valid body may have been bought; a polled task was not', () => {
  for (const body of ['', '<html>', 'null', '7', '{"id"', '['.repeat(1000)]) {
    expect(readTask(response(200, body), 'question').failure).toMatchObject({
      mayBeCharged: true,
      isFinal: false,
    })
    expect(readTask(response(200, body), 'task').failure).toMatchObject({
      mayBeCharged: false,
      isFinal: false,
    })
  }
  expect(readTask(response(200, [{ id: 1 }]), 'task').task).toEqual({ id: 1 })
})
