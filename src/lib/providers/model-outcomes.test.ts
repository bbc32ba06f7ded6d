import { expect, test } from 'vitest'
import { failed, type OutcomeCase, pending, readBody, refused } from './testing/outcome-cases.ts'

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
const cut = { outcome: 'answered', truncated: true, refused: false } as const

const cases: OutcomeCase[] = [
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
    'filtered by Azure',
    {
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
      output: [],
      content_filters: [],
    },
    failed('the answer was cut before its first word (content_filter)'),
  ],
  [
    'openai-responses',
    'what the model says while it works is not its answer',
    {
      status: 'completed',
      output: [{ ...message('Let me search.'), phase: 'commentary' }, message('Acme.')],
    },
    { outcome: 'answered', text: 'Acme.' },
  ],
  [
    'openai-responses',
    'completed with no output',
    { status: 'completed', output: [] },
    failed('the provider returned no text'),
  ],
  [
    'openai-responses',
    'only whitespace',
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
  ['openai-responses', 'cancelled', { status: 'cancelled', output: [] }, failed("the provider's status is cancelled")],
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
    { outcome: 'unreadable', reason: 'status is "paused", which is unknown' },
  ],
  ['openai-responses', 'two messages', { output: [message('One.'), message('Two.')] }, { text: 'One.\n\nTwo.' }],
  ['xai-responses', 'error', { code: 'invalid', error: 'No such model' }, failed('No such model')],
  [
    'xai-responses',
    'annotation with a page that the text links to',
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
    'failure with status 200',
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
    'two pages with the same id',
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
    (stop) => ['anthropic-messages', stop, claude(stop), cut] as OutcomeCase,
  ),
  ['anthropic-messages', 'refusal with text', claude('refusal', 'I cannot.'), refused],
  [
    'anthropic-messages',
    'refusal without text',
    { content: [], stop_reason: 'refusal', stop_details: { category: 'cyber' } },
    failed('the model refused to answer (cyber)'),
  ],
  [
    'anthropic-messages',
    'unknown stop reason',
    claude('odd'),
    { outcome: 'unreadable', reason: 'stop_reason is "odd", which is unknown' },
  ],
  [
    'anthropic-messages',
    'error',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' },
    failed('Overloaded (overloaded_error)'),
  ],
  [
    'anthropic-messages',
    'failed search',
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
    'other finish reason',
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
    'validation error',
    { detail: [{ msg: 'x', message: 'inputs is missing' }] },
    failed('inputs is missing'),
  ],
  ['openai-chat', 'cut', chat('length'), cut],
  ['openai-chat', 'filtered', chat('content_filter'), { outcome: 'answered', truncated: true, refused: true }],
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
]

test.each(cases)('%s: %s', (format, _, body, outcome) => {
  expect(readBody(format, body)).toMatchObject(outcome)
})
