import { expect, test } from 'vitest'
import type { Question } from './protocol.ts'
import { type ProviderKind, providerOf } from './providers.ts'

const question: Question = {
  id: 'slot-1',
  engine: 'chatgpt',
  prompt: 'Which CRM is best?',
  country: 'DE',
  language: 'de',
  model: 'm-1',
}
const bearer = { authorization: 'Bearer user:key' }
const basic = { authorization: `Basic ${btoa('user:key')}` }

/** Returns the request that fetches the answer of a task. */
function polled(kind: ProviderKind, given: Partial<Question> = {}) {
  const source = { baseUrl: providerOf(kind).baseUrl, apiKey: 'user:key' }
  const request = providerOf(kind).protocol.poll?.('t-1', { ...question, ...given }, source)
  return [`${request?.method} ${request?.url}`, request?.headers, request?.buys]
}

test('polls a task by its id at no cost', () => {
  expect(polled('cloro')).toEqual(['GET https://api.cloro.dev/v1/async/task/t-1', bearer, false])
  const dataforseo = 'GET https://api.dataforseo.com/v3'
  expect(polled('dataforseo', { model: '' })).toEqual([
    `${dataforseo}/ai_optimization/chat_gpt/llm_scraper/task_get/advanced/t-1`,
    basic,
    false,
  ])
  expect(polled('dataforseo', { engine: 'google-ai-overviews' })[0]).toBe(
    `${dataforseo}/serp/google/organic/task_get/advanced/t-1`,
  )
  expect(polled('brightdata')).toEqual(['GET https://api.brightdata.com/datasets/v3/progress/t-1', bearer, false])
  expect(polled('scrapeless')).toEqual([
    'GET https://api.scrapeless.com/api/v2/scraper/result/t-1',
    { 'x-api-token': 'user:key' },
    false,
  ])
  expect(polled('oxylabs')).toEqual(['GET https://data.oxylabs.io/v1/queries/t-1', basic, false])
})

test('fetches the result of a finished task at its URL', () => {
  const next = (kind: ProviderKind, body: object) => {
    const source = { baseUrl: providerOf(kind).baseUrl, apiKey: 'user:key' }
    const response = { status: 200, headers: new Headers(), body: JSON.stringify(body) }
    const read = providerOf(kind).protocol.readPoll?.(response, question, source)
    return read?.state === 'unfinished' ? `${read.next.method} ${read.next.url}` : read?.state
  }
  expect(next('brightdata', { status: 'ready', snapshot_id: 's-1' })).toBe(
    'GET https://api.brightdata.com/datasets/v3/snapshot/s-1?format=json',
  )
  for (const status of ['starting', 'running', 'collecting', undefined])
    expect(next('brightdata', { status, snapshot_id: 's-1' })).toBe('accepted')
  for (const status of ['failed', 'error', 'cancelled'])
    expect(next('brightdata', { status, snapshot_id: 's-1' })).toBe('failed')
  expect(next('oxylabs', { id: '7', status: 'done' })).toBe('GET https://data.oxylabs.io/v1/queries/7/results')
  expect(next('oxylabs', { id: '7', status: 'pending' })).toBe('accepted')
  expect(next('oxylabs', { id: '7', status: 'faulted' })).toBe('failed')
})

test('polls again if the result is not ready yet', () => {
  const resp = (status: number, body: unknown) => ({
    status,
    headers: new Headers(),
    body: body === undefined ? '' : JSON.stringify(body),
  })
  const read = (kind: ProviderKind, first: object, second: ReturnType<typeof resp>) => {
    const source = { baseUrl: providerOf(kind).baseUrl, apiKey: 'user:key' }
    return providerOf(kind).protocol.readPoll?.(second, question, source, [resp(200, first)])
  }
  const job = { id: '7', status: 'done' }
  expect(read('oxylabs', job, resp(204, undefined))).toEqual({ state: 'accepted', taskId: '7' })
  expect(read('oxylabs', job, resp(200, { results: [] }))).toMatchObject({ state: 'answered' })
  const snapshot = { snapshot_id: 's-1', status: 'ready' }
  expect(read('brightdata', snapshot, resp(202, { status: 'building' }))).toEqual({
    state: 'accepted',
    taskId: 's-1',
  })
  expect(read('brightdata', snapshot, resp(200, [{ answer_text: 'x' }]))).toMatchObject({ state: 'answered' })
  expect(read('brightdata', snapshot, resp(200, ''))).toMatchObject({ state: 'answered' })
  expect(read('brightdata', snapshot, resp(500, undefined))).toMatchObject({ mayBeCharged: false })
})

test('Scrapeless: polls until the task has a result', () => {
  const read = (status: number, body: object) => {
    const source = { baseUrl: providerOf('scrapeless').baseUrl, apiKey: 'user:key' }
    const response = { status, headers: new Headers(), body: JSON.stringify(body) }
    return providerOf('scrapeless').protocol.readPoll?.(response, question, source)
  }
  expect(read(202, { task_id: 't-1' })).toEqual({ state: 'accepted', taskId: 't-1' })
  expect(read(200, { status: 'running', task_id: 't-1' })).toEqual({ state: 'accepted', taskId: 't-1' })
  // Without the id, the task is polled again under the one that is known.
  expect(read(200, { status: 'running' })).toMatchObject({ state: 'failed', isFinal: false })
  expect(read(200, { status: 'success', task_result: {} })).toMatchObject({ state: 'answered' })
  expect(read(410, { message: 'the result has expired' })).toMatchObject({ state: 'failed', isFinal: true })
})

test('rejects a task id that would change the URL path', () => {
  const source = { baseUrl: providerOf('cloro').baseUrl, apiKey: 'user:key' }
  for (const id of ['..', '../../credits', 'a/b', '', 'a?b', ' ', null, {}, 'x'.repeat(201)])
    expect(
      providerOf('cloro').protocol.readSubmission(
        { status: 200, headers: new Headers(), body: JSON.stringify({ task: { id } }) },
        question,
        source,
      ),
    ).toMatchObject({ state: 'failed', mayBeCharged: true })
})

test('finds a bought task among the ready tasks by its tag', () => {
  const source = { baseUrl: providerOf('dataforseo').baseUrl, apiKey: 'user:key' }
  const find = (given: Partial<Question>) => providerOf('dataforseo').protocol.find?.({ ...question, ...given }, source)
  expect(find({ model: '' })).toMatchObject({
    method: 'GET',
    url: 'https://api.dataforseo.com/v3/ai_optimization/chat_gpt/llm_scraper/tasks_ready',
    buys: false,
  })
  // Live answers have no tasks.
  expect(find({})).toBeUndefined()
  const result = [
    { id: 't-0', tag: 'slot-0' },
    { id: 't-1', tag: 'slot-1' },
  ]
  const body = JSON.stringify({ status_code: 20000, tasks: [{ status_code: 20000, result }] })
  const response = { status: 200, headers: new Headers(), body }
  expect(providerOf('dataforseo').protocol.readFound?.(response, question)).toBe('t-1')
  expect(providerOf('dataforseo').protocol.readFound?.(response, { ...question, id: 'slot-9' })).toBeNull()
})
