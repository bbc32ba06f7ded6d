import { expect, test } from 'vitest'
import { failed, type OutcomeCase, pending, readBody } from './testing/outcome-cases.ts'

const task = (more: object) => ({ status_code: 20_000, tasks: [{ status_code: 20_000, ...more }] })
const overviewPath = ['v3', 'serp', 'google', 'organic', 'live', 'advanced']
const page = { search_metadata: { id: 's', status: 'Success' }, search_parameters: { engine: 'google' } }
const results = (content: unknown, more = {}) => ({ results: [{ content, ...more }] })
const noOverview = { outcome: 'none_shown', reason: 'Google showed no AI Overview' } as const

const cases: OutcomeCase[] = [
  ['cloro', 'queued', { task: { id: 't', status: 'QUEUED' } }, pending('QUEUED')],
  [
    'cloro',
    'failed with a message',
    { task: { status: 'FAILED' }, response: { error: { code: 'X', message: 'blocked' } } },
    failed('blocked (X)'),
  ],
  ['cloro', 'failed without a message', { task: { status: 'FAILED' } }, failed('the task failed')],
  ['cloro', 'error', { success: false, error: 'Invalid or missing API key' }, failed('Invalid or missing API key')],
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
    'failure of the request',
    { status_code: 40_100, status_message: 'You are not authorized.' },
    failed('You are not authorized. (40100)'),
  ],
  [
    'dataforseo',
    'rate limit',
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
  ['dataforseo', 'no overview', task({ path: overviewPath, result: [{ items: [{ type: 'organic' }] }] }), noOverview],
  [
    'dataforseo',
    'deferred overview not loaded',
    task({
      path: overviewPath,
      result: [{ items: [{ type: 'ai_overview', asynchronous_ai_overview: true }] }],
    }),
    failed('Google loaded the AI Overview later, and the provider did not read it'),
  ],
  [
    'dataforseo',
    'deferred overview loaded',
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
  ['brightdata', 'only the text', { answer_text: 'Acme.' }, { outcome: 'answered', search: 'unknown', model: '' }],
  ['oxylabs', 'pending', { id: '1', status: 'pending' }, { ...pending('pending'), taskId: '1' }],
  ['oxylabs', 'faulted', { id: '1', status: 'faulted' }, failed('the job is faulted')],
  ['oxylabs', 'error', { message: 'Unauthorized' }, failed('Unauthorized')],
  ['oxylabs', 'failed page', results({}, { status_code: 613 }), failed('the page answered with 613')],
  [
    'oxylabs',
    'unparsed page',
    results({ parse_status_code: 12_002 }),
    failed('the provider could not parse the page (12002)'),
  ],
  ['oxylabs', 'no overview', results({ results: { organic: [] } }), noOverview],
  ['oxylabs', 'raw page', results('<html>'), { outcome: 'unreadable', reason: 'results[0].content must be an object' }],
  ['serpapi', 'no overview', page, noOverview],
  [
    'serpapi',
    'overview with only an error',
    { ...page, ai_overview: { error: 'Not shown' } },
    { outcome: 'none_shown', reason: 'Google showed no AI Overview: Not shown' },
  ],
  [
    'serpapi',
    'overview behind a token',
    { ...page, ai_overview: { page_token: 'abc' } },
    failed('Google shows the AI Overview later: it takes a second call with the page token'),
  ],
  [
    'searchapi',
    'overview behind a token',
    { ...page, ai_overview: { error: 'It loads later', page_token: 'abc' } },
    failed('Google shows the AI Overview later: it takes a second call with the page token'),
  ],
  ['searchapi', 'no overview', page, noOverview],
  ['searchapi', 'error', { error: 'Invalid API key.' }, failed('Invalid API key.')],
  [
    'searchapi',
    'a table of unknown shape, so that the Markdown is the text',
    {
      search_parameters: { engine: 'bing_copilot' },
      text_blocks: [
        { type: 'paragraph', answer: 'Prices:' },
        { type: 'table', cells: {} },
      ],
      markdown: 'Prices:\n\n| Acme | $5 |',
      reference_links: [{ index: 1, link: 'https://one.example/a', title: 'One' }],
    },
    { outcome: 'answered', engine: 'copilot', text: 'Prices:\n\n| Acme | $5 |' },
  ],
  ['scrapeless', 'running', { status: 'running' }, pending('running')],
  ['scrapeless', 'failed', { status: 'failed', message: 'Model unavailable' }, failed('Model unavailable')],
  [
    'scrapeless',
    'no overview',
    { status: 'success', task_result: { content: '', rawtext: '', source: [] } },
    { outcome: 'none_shown', engine: 'google-ai-overviews' },
  ],
  [
    'scrapeless',
    'references that the provider did not list',
    {
      status: 'success',
      task_result: {
        result_text: 'Acme ([WIRED][2]).\n\n[2]: https://two.example/b "WIRED - Best CRM"',
        content_references: [],
      },
    },
    {
      outcome: 'answered',
      engine: 'chatgpt',
      search: 'searched',
      citations: [{ url: 'https://two.example/b', title: '', position: 1, start: 13, end: 16, kind: 'cited' }],
    },
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
  expect(readBody(format, body)).toMatchObject(outcome)
})

test('words of Oxylabs that the answer does not contain are the title of the page', () => {
  const citations = [
    { urls: ['https://a.com/1'], text: 'Acme is best' },
    { urls: ['https://b.com/2'], text: 'Acme reviews' },
  ]
  const read = readBody('oxylabs', results({ markdown_text: 'Acme is best.', citations }))
  expect(read.citations.map(({ url, title }) => [url, title])).toEqual([
    ['https://a.com/1', ''],
    ['https://b.com/2', 'Acme reviews'],
  ])
})
