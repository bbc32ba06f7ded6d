import { expect, test } from 'vitest'
import type { ProviderAnswer, ResponseFormat } from './provider-answer.ts'
import { responseFormats } from './provider-answer.ts'
import { readResponse } from './read-response.ts'

const read = (format: ResponseFormat, body: unknown) => readResponse(format, JSON.stringify(body))

const message = (text: string) => ({
  type: 'message',
  content: [{ type: 'output_text', text, annotations: [] }],
})
const claude = (stop_reason: string, text = 'Acme.') => ({ content: [{ type: 'text', text }], stop_reason })
const gemini = (finishReason: string, text = 'Acme.') => ({
  candidates: [{ content: { parts: [{ text }] }, finishReason }],
})
const chat = (finish_reason: string, content: string | null = 'Acme.', more = {}) => ({
  choices: [{ message: { content, ...more }, finish_reason }],
})
const task = (more: object) => ({ status_code: 20_000, tasks: [{ status_code: 20_000, ...more }] })
const overviewPath = ['v3', 'serp', 'google', 'organic', 'live', 'advanced']
const page = { search_metadata: { id: 's', status: 'Success' }, search_parameters: { engine: 'google' } }
const results = (content: unknown, more = {}) => ({ results: [{ content, ...more }] })

type Outcome = Partial<ProviderAnswer>
const cut = { outcome: 'answered', truncated: true, refused: false } as const
const refused = { outcome: 'answered', truncated: false, refused: true } as const
const failed = (reason: string): Outcome => ({ outcome: 'failed', reason, isPending: false })
const pending = (status: string): Outcome => ({
  outcome: 'failed',
  isPending: true,
  reason: `the provider is still working on it (${status})`,
})
const noOverview = { outcome: 'none_shown', reason: 'Google showed no AI Overview' } as const

const cases: [format: ResponseFormat, what: string, body: unknown, outcome: Outcome][] = [
  [
    'openai-responses',
    'cut with text',
    { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [message('Ac')] },
    cut,
  ],
  [
    'openai-responses',
    'cut without text',
    { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] },
    failed('the answer was cut before its first word (max_output_tokens)'),
  ],
  [
    'openai-responses',
    'completed without text',
    { status: 'completed', output: [] },
    failed('the provider returned no text'),
  ],
  [
    'openai-responses',
    'text of spaces',
    { status: 'completed', output: [message(' \n')] },
    failed('the provider returned no text'),
  ],
  [
    'openai-responses',
    'refusal',
    {
      status: 'completed',
      output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'I cannot.' }] }],
    },
    { ...refused, text: 'I cannot.' },
  ],
  [
    'openai-responses',
    'failed',
    { status: 'failed', error: { code: 'server_error', message: 'It broke.' }, output: [] },
    failed('It broke. (server_error)'),
  ],
  [
    'openai-responses',
    'cancelled',
    { status: 'cancelled', output: [] },
    failed("the provider's status is cancelled"),
  ],
  [
    'openai-responses',
    'error envelope',
    {
      error: {
        message: 'Incorrect API key provided: sk-proj-abc***9Xz.',
        type: 'invalid_request_error',
        code: null,
      },
    },
    failed('Incorrect API key provided: … (invalid_request_error)'),
  ],
  [
    'openai-responses',
    'unknown status',
    { status: 'paused', output: [message('Acme.')] },
    { outcome: 'unreadable', reason: 'status is "paused", which is not known' },
  ],
  [
    'openai-responses',
    'two messages',
    { output: [message('One.'), message('Two.')] },
    { text: 'One.\n\nTwo.' },
  ],
  ['xai-responses', 'error', { code: 'invalid', error: 'No such model' }, failed('No such model')],
  [
    'xai-responses',
    'annotation whose page the text links to',
    {
      output: [
        {
          type: 'message',
          content: [
            {
              type: 'output_text',
              text: 'See [x](https://x.ai/news) now',
              annotations: [
                { type: 'url_citation', url: 'https://x.ai/news' },
                { type: 'url_citation', url: 'https://x.ai/' },
              ],
            },
          ],
        },
      ],
      usage: { cost_in_usd_ticks: 12_345 },
    },
    {
      costUsd: 0.0000012345,
      citations: [
        { url: 'https://x.ai/news', title: '', position: 1, start: 8, end: 25, kind: 'cited' },
        { url: 'https://x.ai/', title: '', position: 2, start: null, end: null, kind: 'consulted' },
      ],
    },
  ],
  [
    'perplexity-agent',
    'failure with the status 200',
    {
      status: 'failed',
      error: { message: 'Search is down', code: 'unavailable' },
      output: [],
      usage: { cost: { total_cost: 0.002 } },
    },
    { ...failed('Search is down (unavailable)'), costUsd: 0.002 },
  ],
  ['perplexity-agent', 'in progress', { status: 'in_progress', output: [] }, pending('in_progress')],
  [
    'perplexity-agent',
    'an identifier of two pages',
    {
      output: [
        { type: 'search_results', results: [{ id: 1, url: 'https://a.example/' }] },
        { type: 'search_results', results: [{ id: 1, url: 'https://b.example/' }] },
        message('Acme.[1]'),
      ],
    },
    {
      citations: [
        { url: 'https://a.example/', title: '', position: 1, start: null, end: null, kind: 'consulted' },
        { url: 'https://b.example/', title: '', position: 2, start: null, end: null, kind: 'consulted' },
      ],
    },
  ],
  [
    'perplexity-sonar',
    'error',
    { error: { message: 'Invalid model', type: 'invalid_model', code: 400 } },
    failed('Invalid model (400)'),
  ],
  ...['max_tokens', 'model_context_window_exceeded', 'pause_turn'].map(
    (stop) => ['anthropic-messages', stop, claude(stop), cut] as [ResponseFormat, string, unknown, Outcome],
  ),
  ['anthropic-messages', 'refusal in words', claude('refusal', 'I cannot.'), refused],
  [
    'anthropic-messages',
    'refusal without words',
    { content: [], stop_reason: 'refusal', stop_details: { category: 'cyber' } },
    failed('the model refused to answer (cyber)'),
  ],
  [
    'anthropic-messages',
    'unknown stop reason',
    claude('odd'),
    { outcome: 'unreadable', reason: 'stop_reason is "odd", which is not known' },
  ],
  [
    'anthropic-messages',
    'error',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' },
    failed('Overloaded (overloaded_error)'),
  ],
  [
    'anthropic-messages',
    'search that failed',
    {
      content: [
        { type: 'server_tool_use', name: 'web_search', input: { query: 'q' } },
        {
          type: 'web_search_tool_result',
          content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' },
        },
        { type: 'text', text: 'Acme.' },
      ],
      stop_reason: 'end_turn',
    },
    { outcome: 'answered', search: 'not_searched', queries: ['q'] },
  ],
  ['gemini', 'cut', gemini('MAX_TOKENS'), cut],
  ['gemini', 'refused with text', gemini('SAFETY'), refused],
  [
    'gemini',
    'refused without text',
    { candidates: [{ finishReason: 'RECITATION' }] },
    failed('the model refused to answer (RECITATION)'),
  ],
  [
    'gemini',
    'other end',
    gemini('MALFORMED_FUNCTION_CALL'),
    failed('the provider ended the answer with MALFORMED_FUNCTION_CALL'),
  ],
  [
    'gemini',
    'refused prompt',
    { promptFeedback: { blockReason: 'SAFETY' } },
    failed('the provider refused the prompt (SAFETY)'),
  ],
  [
    'gemini',
    'error',
    { error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } },
    failed('Quota exceeded (429)'),
  ],
  [
    'gemini',
    'interaction in progress',
    { object: 'interaction', status: 'in_progress', steps: [] },
    pending('in_progress'),
  ],
  [
    'mistral-conversations',
    'error',
    { object: 'error', message: 'Bad key', type: 'auth', code: 401 },
    failed('Bad key'),
  ],
  [
    'mistral-conversations',
    'what is wrong with the request',
    { detail: [{ msg: 'x', message: 'inputs is missing' }] },
    failed('inputs is missing'),
  ],
  ['openai-chat', 'cut', chat('length'), cut],
  [
    'openai-chat',
    'filtered',
    chat('content_filter'),
    { outcome: 'answered', truncated: true, refused: true },
  ],
  ['openai-chat', 'refusal', chat('stop', null, { refusal: 'No.' }), { ...refused, text: 'No.' }],
  [
    'openai-chat',
    'parts',
    {
      choices: [
        {
          message: {
            content: [
              { type: 'text', text: 'Ac' },
              { type: 'text', text: 'me' },
            ],
          },
        },
      ],
    },
    { text: 'Acme' },
  ],
  [
    'openai-chat',
    'error of a choice',
    { choices: [{ error: { message: 'Upstream', code: 502 }, finish_reason: 'error' }] },
    failed('Upstream (502)'),
  ],
  ['openai-chat', 'no choice', { choices: [] }, failed('the provider returned no text')],
  ['cloro', 'queued', { task: { id: 't', status: 'QUEUED' } }, pending('QUEUED')],
  [
    'cloro',
    'failed with words',
    { task: { status: 'FAILED' }, response: { error: { code: 'X', message: 'blocked' } } },
    failed('blocked (X)'),
  ],
  ['cloro', 'failed without words', { task: { status: 'FAILED' } }, failed('the task has failed')],
  [
    'cloro',
    'error',
    { success: false, error: 'Invalid or missing API key' },
    failed('Invalid or missing API key'),
  ],
  [
    'cloro',
    'no overview',
    { task: { taskType: 'GOOGLE', status: 'COMPLETED' }, response: { organicResults: [] } },
    {
      outcome: 'none_shown',
      reason: 'Google showed no AI Overview, or the provider did not find it on the page',
      text: '',
    },
  ],
  [
    'dataforseo',
    'failure of the whole',
    { status_code: 40_100, status_message: 'You are not authorized.' },
    failed('You are not authorized. (40100)'),
  ],
  [
    'dataforseo',
    'limit',
    { status_code: 20_000, tasks: [{ status_code: 40_202, status_message: 'Rate limit.' }] },
    failed('Rate limit. (40202)'),
  ],
  [
    'dataforseo',
    'created',
    { status_code: 20_000, tasks: [{ id: 't', status_code: 20_100, status_message: 'Task Created.' }] },
    pending('Task Created.'),
  ],
  [
    'dataforseo',
    'in the queue',
    { status_code: 20_000, tasks: [{ status_code: 40_602, status_message: 'Task In Queue.' }] },
    pending('Task In Queue.'),
  ],
  [
    'dataforseo',
    'no overview',
    task({ path: overviewPath, result: [{ items: [{ type: 'organic' }] }] }),
    noOverview,
  ],
  [
    'dataforseo',
    'overview that was not read',
    task({
      path: overviewPath,
      result: [{ items: [{ type: 'ai_overview', asynchronous_ai_overview: true }] }],
    }),
    failed('Google loaded the AI Overview later, and the provider did not read it'),
  ],
  [
    'dataforseo',
    'overview loaded later and read',
    task({
      path: overviewPath,
      result: [{ items: [{ type: 'ai_overview', asynchronous_ai_overview: true, markdown: 'Acme.' }] }],
    }),
    { outcome: 'answered', text: 'Acme.' },
  ],
  ['dataforseo', 'another product', task({ result: [{ keywords: [] }] }), { outcome: 'unreadable' }],
  [
    'brightdata',
    'error in a record',
    [{ url: 'https://chatgpt.com/', error: 'Timeout', error_code: 'timeout' }],
    failed('Timeout'),
  ],
  ['brightdata', 'running', { status: 'starting', snapshot_id: 's1' }, pending('starting')],
  ['brightdata', 'failed snapshot', { status: 'failed' }, failed("the provider's status is failed")],
  ['brightdata', 'no record', [], failed('the provider returned no record')],
  ['brightdata', 'no overview', { general: {}, organic: [] }, noOverview],
  [
    'brightdata',
    'nothing but the text',
    { answer_text: 'Acme.' },
    { outcome: 'answered', search: 'unknown', model: '' },
  ],
  ['oxylabs', 'pending', { id: '1', status: 'pending' }, { ...pending('pending'), taskId: '1' }],
  ['oxylabs', 'faulted', { id: '1', status: 'faulted' }, failed('the job is faulted')],
  ['oxylabs', 'error', { message: 'Unauthorized' }, failed('Unauthorized')],
  ['oxylabs', 'page that failed', results({}, { status_code: 613 }), failed('the page answered with 613')],
  [
    'oxylabs',
    'page that was not parsed',
    results({ parse_status_code: 12_002 }),
    failed('the provider could not parse the page (12002)'),
  ],
  ['oxylabs', 'no overview', results({ results: { organic: [] } }), noOverview],
  [
    'oxylabs',
    'raw page',
    results('<html>'),
    { outcome: 'unreadable', reason: 'results[0].content must be an object' },
  ],
  ['serpapi', 'no overview', page, noOverview],
  [
    'serpapi',
    'overview with an error alone',
    { ...page, ai_overview: { error: 'Not shown' } },
    { outcome: 'none_shown', reason: 'Google showed no AI Overview: Not shown' },
  ],
  [
    'serpapi',
    'overview behind a token',
    { ...page, ai_overview: { page_token: 'abc' } },
    failed('Google shows the AI Overview later: it takes a second call with the page token'),
  ],
  ['serpapi', 'processing', { search_metadata: { status: 'Processing' } }, pending('Processing')],
  [
    'serpapi',
    'error',
    { error: 'Your account has run out of searches.' },
    failed('Your account has run out of searches.'),
  ],
]

test.each(cases)('%s: %s', (format, _, body, outcome) => {
  expect(read(format, body)).toMatchObject(outcome)
})

test('what is no JSON, no object or empty is unreadable in every format', () => {
  for (const format of responseFormats) {
    for (const [raw, reason] of [
      ['', 'the body is empty'],
      [' \n', 'the body is empty'],
      ['<html>Bad gateway</html>', 'the body is no whole JSON'],
      ['"text"', 'the body must be an object'],
      ['null', 'the body must be an object'],
    ] as const)
      expect(readResponse(format, raw)).toMatchObject({ outcome: 'unreadable', reason })
  }
})

// DataForSEO has codes in place of an error.
test.each(responseFormats.filter((format) => format !== 'dataforseo'))(
  '%s: an error is a failure in its own words, without what looks like a key',
  (format) => {
    const key = 'sk-abcdefghijklmnop1234567890'
    const error = { message: `Bad\u0000 \u001b[31mkey ${key}\n${'long '.repeat(500)}` }
    const { outcome, reason, text } = read(format, { error })
    expect({ outcome, text }).toEqual({ outcome: 'failed', text: '' })
    expect(reason).toMatch(/^Bad \[31mkey …/)
    expect(reason).toHaveLength(500)
    expect(reason).not.toMatch(/\p{Cc}/u)
  },
)

test('a type that is not expected names its path', () => {
  const body = { output: [{ type: 'message', content: [{ type: 'output_text', text: 5 }] }] }
  expect(read('openai-responses', body).reason).toBe('output[0].content[0].text must be a string')
  expect(read('openai-responses', { output: {} }).reason).toBe(
    'output must be a list of at most 10,000 entries',
  )
  expect(read('openai-responses', { status: 1 }).reason).toBe('status must be a string')
  expect(read('cloro', { response: { text: 'a', sources: [{ url: 1 }] } }).reason).toBe(
    'response.sources[0].url must be a string',
  )
})
