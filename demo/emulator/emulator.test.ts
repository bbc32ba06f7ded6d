import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { start, startServer } from '../../src/lib/fetching/testing/test-servers.ts'
import { pollTask, submitQuestion } from '../../src/lib/providers/ask.ts'
import type { Question, WebhookCall } from '../../src/lib/providers/protocol.ts'
import { providerOf } from '../../src/lib/providers/providers.ts'
import { readResponse } from '../../src/lib/providers/read-response.ts'
import { sendRequest } from '../../src/lib/providers/send.ts'
import { ask, emulated } from '../../src/lib/providers/testing/emulated.ts'
import { emulateAnswer } from './emulated-answer.ts'
import { type EmulatedKind, emulatedKinds } from './emulated-prices.ts'
import type { Fault } from './faults.ts'

const lastEngine = (kind: EmulatedKind) => providerOf(kind).engines.at(-1) ?? ''

/** Returns the outcome of a request whose first attempt has the fault, and the number of purchases. */
async function outcomeAfter(kind: EmulatedKind, fault: Fault, given: Partial<Question> = {}) {
  const { emulator, asking } = await emulated({ faults: [{ fault, at: [1] }], slowMs: 10 })
  const one = asking(kind, { engine: lastEngine(kind), ...given })
  const { last } = await ask(one)
  const sold = emulator.ledger.summary().purchases
  if (last.state !== 'answered') {
    const mayBeCharged = last.state === 'failed' && last.mayBeCharged
    return { is: last.state, mayBeCharged, sold, words: 'reason' in last ? last.reason : '' }
  }
  const { outcome, refused, reason } = readResponse(providerOf(kind).format, last.body)
  return { is: refused ? `${outcome}, refused` : outcome, mayBeCharged: false, sold, words: reason }
}

test.each(emulatedKinds)('%s: an answer that was sold but lost may be charged', async (kind) => {
  for (const fault of ['lost', 'cut', 'empty', 'huge'] as const)
    expect({ fault, ...(await outcomeAfter(kind, fault)) }).toMatchObject({
      is: 'failed',
      mayBeCharged: true,
      sold: 1,
      words: expect.stringMatching(
        /closed the connection|ended in the middle|with 20\d and an empty body|larger than 16 MB/,
      ),
    })
})

test.each(emulatedKinds)('%s: a wrong content type, delay or skewed clock changes nothing', async (kind) => {
  for (const fault of ['wrong_type', 'slow', 'skewed_clock'] as const)
    expect({ fault, ...(await outcomeAfter(kind, fault)) }).toMatchObject({ is: 'answered' })
})

test('accepts JSON of an unknown shape as an answer, but not as a task', async () => {
  for (const kind of [
    'openai',
    'azure-openai',
    'bedrock',
    'anthropic',
    'gemini',
    'vertex',
    'xai',
    'perplexity',
    'mistral',
    'openrouter',
    'serpapi',
    'searchapi',
  ] as const) {
    const { emulator, asking } = await emulated({ faults: [{ fault: 'other_shape' }] })
    const last = await submitQuestion(asking(kind, { engine: lastEngine(kind) }))
    expect(last).toMatchObject({ state: 'answered', body: expect.stringContaining('"version":9') })
    expect(emulator.ledger.summary().purchases).toBe(1)
  }
  for (const kind of ['cloro', 'dataforseo', 'brightdata', 'oxylabs', 'scrapeless'] as const)
    expect(await outcomeAfter(kind, 'other_shape', { engine: 'google-ai-mode' })).toMatchObject({
      is: 'failed',
      mayBeCharged: true,
      sold: 1,
    })
})

test('a failure in a successful response keeps the provider’s message and costs nothing', async () => {
  expect(await outcomeAfter('perplexity', 'failed_within')).toMatchObject({
    is: 'failed',
    words: 'The search backend is not available (500)',
    sold: 0,
  })
})

test('a redirect does not leak the key', async () => {
  let reached = 0
  const target = await startServer((_request, response) => {
    reached += 1
    response.end('{}')
  })
  for (const kind of emulatedKinds) {
    const { asking } = await emulated({ faults: [{ fault: 'redirect' }], redirectTo: `${target.origin}/v1` })
    const last = await submitQuestion(asking(kind, { engine: lastEngine(kind) }))
    expect(last).toMatchObject({
      state: 'failed',
      stopsSource: true,
      reason: expect.stringContaining('redirects to 127'),
    })
    expect(JSON.stringify(last)).not.toContain('emulated:key')
  }
  expect([reached, target.connections()]).toEqual([0, 0])
})

test('a request that leaves the base URL is not sent', async () => {
  const { asking, emulator } = await emulated()
  const { protocol, question, source, fetcher } = asking('openai')
  const request = { ...protocol.submit(question, source), url: 'https://evil.example/v1/responses' }
  await expect(sendRequest(fetcher, request, source)).rejects.toMatchObject({
    stopsSource: true,
    mayBeCharged: false,
    message: 'the request URL is outside the base URL of the source',
  })
  expect(emulator.ledger.summary().purchases).toBe(0)
})

test('a paused turn is continued, and its turns form one answer', async () => {
  const { emulator, asking } = await emulated({ faults: [{ fault: 'pause_turn', at: [1] }] })
  const { last } = await ask(asking('anthropic', { engine: 'claude' }))
  const answer = readResponse('anthropic-messages', last.state === 'answered' ? last.body : '')
  const sold = emulator.ledger.purchases()
  expect(answer).toMatchObject({ outcome: 'answered', truncated: false, search: 'searched' })
  expect(answer.citations.some(({ kind, start }) => kind === 'cited' && start !== null)).toBe(true)
  expect(sold).toHaveLength(2)
  const { inputTokens, outputTokens, searches } = answer.usage
  const cost = ((inputTokens ?? 0) * 2 + (outputTokens ?? 0) * 10) / 1e6 + (searches ?? 0) / 100
  expect(cost).toBeCloseTo(emulator.ledger.summary().costUsd, 9)
})

test('a turn that keeps pausing fails; a failed continuation may be charged', async () => {
  const endless = await emulated({ faults: [{ fault: 'pause_turn' }] })
  const { last } = await ask(endless.asking('anthropic', { engine: 'claude' }))
  expect(readResponse('anthropic-messages', last.state === 'answered' ? last.body : '')).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining('pause_turn'),
  })
  expect(endless.emulator.ledger.summary().purchases).toBe(3)
  const failing = await emulated({
    faults: [
      { fault: 'pause_turn', at: [1] },
      { fault: 'rate_limited', at: [2] },
    ],
  })
  expect((await ask(failing.asking('anthropic', { engine: 'claude' }))).last).toMatchObject({
    state: 'failed',
    mayBeCharged: true,
  })
})

test.each(['serpapi', 'searchapi'] as const)(
  '%s: an overview that loads later takes its token and two searches',
  async (kind) => {
    const { emulator, asking } = await emulated()
    const tasks = []
    for (let turn = 0; turn < 12; turn += 1) {
      const { last } = await ask(asking(kind, { engine: 'google-ai-overviews' }))
      tasks.push(last.state === 'answered' ? last.tasks : last)
    }
    expect(new Set(tasks)).toEqual(new Set([1, 2]))
    const sum = tasks.reduce((total: number, count) => total + Number(count), 0)
    expect(emulator.ledger.summary().purchases).toBe(sum)
  },
)

test('reports none_shown if Google shows no answer, and a refusal if the model refuses', async () => {
  for (const kind of ['cloro', 'dataforseo', 'brightdata', 'oxylabs', 'serpapi', 'searchapi', 'scrapeless'] as const)
    expect(await outcomeAfter(kind, 'none_shown', { engine: 'google-ai-overviews' })).toMatchObject({
      is: 'none_shown',
      sold: 1,
    })
  for (const kind of ['openai', 'anthropic', 'xai', 'perplexity', 'openrouter'] as const)
    expect(await outcomeAfter(kind, 'refusal')).toMatchObject({ is: 'answered, refused', sold: 1 })
  expect(await outcomeAfter('gemini', 'refusal')).toMatchObject({
    is: 'failed',
    words: 'the model refused to answer (SAFETY)',
  })
})

test.each(['cloro', 'dataforseo', 'brightdata', 'oxylabs', 'scrapeless'] as const)(
  '%s: a task can be slow, fail, never finish or be missing',
  async (kind) => {
    const engine = 'google-ai-mode'
    const slow = await emulated({ workMs: 60_000 })
    const one = slow.asking(kind, { engine })
    const submitted = await submitQuestion(one)
    if (submitted.state !== 'accepted') throw new Error(submitted.state)
    expect(await pollTask(one, submitted.taskId)).toEqual({ state: 'accepted', taskId: submitted.taskId })
    expect(await pollTask(one, '00000000-0000-8000-8000-000000000000')).toMatchObject({
      state: 'failed',
      isFinal: true,
      stopsSource: false,
    })
    slow.emulator.faults.set([{ fault: 'html', on: 'task' }])
    expect(await pollTask(one, submitted.taskId)).toMatchObject({
      state: 'failed',
      isFinal: false,
      mayBeCharged: false,
    })
    expect((await outcomeAfter(kind, 'task_failed', { engine })).is).toBe('failed')

    const { asking } = await emulated({ faults: [{ fault: 'endless' }] })
    const endless = asking(kind, { engine })
    const endlessTask = await submitQuestion(endless)
    if (endlessTask.state !== 'accepted') throw new Error(endlessTask.state)
    expect(await pollTask(endless, endlessTask.taskId)).toMatchObject({ state: 'accepted' })
  },
)

test('Cloro refuses a repeated idempotency key; DataForSEO finds a purchase by its tag', async () => {
  const { emulator, asking } = await emulated({ faults: [{ fault: 'lost', at: [1] }] })
  const one = asking('cloro')
  expect(await submitQuestion(one)).toMatchObject({ state: 'failed', mayBeCharged: true, isFinal: false })
  expect(await submitQuestion(one)).toMatchObject({
    state: 'failed',
    isFinal: true,
    mayBeCharged: true,
    reason: expect.stringContaining('already has this question'),
  })
  const { protocol, question, source, fetcher } = asking('dataforseo', { engine: 'google-ai-mode' })
  const findTask = async () => {
    const request = protocol.find?.(question, source)
    if (request === undefined) throw new Error('the protocol has no find request')
    return protocol.readFound?.(await sendRequest(fetcher, request, source), question)
  }
  expect(await findTask()).toBeNull()
  expect(await submitQuestion({ protocol, question, source, fetcher })).toMatchObject({ state: 'failed' })
  const taskId = await findTask()
  expect(taskId).toBe(emulator.ledger.purchases().at(-1)?.id)
  expect(await pollTask({ protocol, question, source, fetcher }, taskId ?? '')).toMatchObject({
    state: 'answered',
  })
  expect(emulator.ledger.summary()).toMatchObject({ purchases: 2, boughtTwice: [], refusedRepeats: 1 })
})

/** Collects the webhook calls of an emulated vendor. */
async function webhooksOf(kind: EmulatedKind, fault: Fault | undefined) {
  const calls: WebhookCall[] = []
  const receiver = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request)
    const headers = new Headers(Object.entries(request.headers) as [string, string][])
    const query = new URL(request.url ?? '', 'http://x').searchParams
    calls.push({ headers, query, body: Buffer.concat(chunks), secret: 'whsec_1', now: new Date() })
    response.end()
  })
  const { origin } = await start(receiver, {})
  const { asking } = await emulated({
    faults: fault ? [{ fault, at: [1] }] : [],
    webhookOrigin: origin,
    webhookSecret: 'whsec_1',
  })
  const one = asking(kind, { engine: 'google-ai-mode' }, { webhookUrl: `${origin}/ingest/collection/1` })
  const submitted = await submitQuestion(one)
  await expect.poll(() => calls.length).toBe(fault === 'webhook_twice' ? 2 : 1)
  const taskId = submitted.state === 'accepted' ? submitted.taskId : ''
  return {
    read: calls.map((call) => providerOf(kind).protocol.readWebhook?.(call)),
    calls,
    taskId,
    id: one.question.id,
  }
}

test('a webhook names a task; only Cloro signs it', async () => {
  for (const kind of ['cloro', 'dataforseo', 'oxylabs', 'scrapeless'] as const) {
    const { read, taskId, id } = await webhooksOf(kind, undefined)
    expect(read).toEqual([{ taskId, ...((kind === 'cloro' || kind === 'dataforseo') && { questionId: id }) }])
    const twice = await webhooksOf(kind, 'webhook_twice')
    expect(twice.read[0]).toEqual(twice.read[1])
    const forged = await webhooksOf(kind, 'webhook_forged')
    expect(forged.read).toEqual(
      kind === 'cloro'
        ? [{ refusal: 'the signature does not match the secret' }]
        : [expect.objectContaining({ taskId: 'forged' })],
    )
  }
})

test('Cloro’s webhook is refused if it is old, modified or signed with another secret', async () => {
  const late = await webhooksOf('cloro', 'webhook_late')
  expect(late.read).toEqual([{ refusal: expect.stringContaining('more than 5 minutes old') }])
  const { calls, taskId } = await webhooksOf('cloro', undefined)
  const [call] = calls as [WebhookCall]
  const read = (changed: Partial<WebhookCall>) => providerOf('cloro').protocol.readWebhook?.({ ...call, ...changed })
  expect(read({})).toMatchObject({ taskId })
  expect(read({ now: new Date(call.now.getTime() + 6 * 60_000) })).toMatchObject({
    refusal: expect.any(String),
  })
  expect(read({ secret: 'whsec_2' })).toMatchObject({ refusal: expect.any(String) })
  expect(read({ body: Buffer.from(`${call.body} `) })).toMatchObject({ refusal: expect.any(String) })
  expect(read({ headers: new Headers() })).toMatchObject({ refusal: expect.any(String) })
  // Without a secret, the signature cannot be checked; the task is fetched by its id.
  expect(read({ secret: undefined, headers: new Headers() })).toMatchObject({ taskId })
  for (const body of ['', '{', '{"task":{"id":"../x"}}', '['.repeat(10_000)])
    expect(read({ secret: undefined, body: Buffer.from(body) })).toEqual({
      refusal: 'the webhook names no task',
    })
})

test('the emulator calls webhooks only at the configured origin', async () => {
  const other = await startServer((_request, response) => response.end())
  const { asking } = await emulated({ webhookOrigin: 'http://127.0.0.1:1' })
  const last = await submitQuestion(asking('cloro', {}, { webhookUrl: `${other.origin}/x` }))
  expect(last.state).toBe('accepted')
  await wait(50)
  expect(other.connections()).toBe(0)
})

test('a vendor that raises its price reports the new cost', async () => {
  const { emulator, asking } = await emulated({ faults: [{ fault: 'dear' }] })
  const { costUsd } = await ask(asking('dataforseo', { engine: 'google-ai-mode' }))
  expect(costUsd).toBeCloseTo(0.012, 12)
  const { last } = await ask(asking('xai'))
  const body = last.state === 'answered' ? last.body : ''
  const { costUsd: charged } = readResponse('xai-responses', body)
  expect(charged).toBeCloseTo(emulator.ledger.purchases().at(-1)?.costUsd ?? 0, 9)
})

test('the emulator rejects requests that the provider would reject', async () => {
  const { emulator, asking } = await emulated()
  for (const kind of emulatedKinds) {
    const { protocol, question, source, fetcher } = asking(kind, { engine: lastEngine(kind) })
    const request = protocol.submit(question, source)
    const sent = async (changed: Partial<typeof request>) =>
      (await sendRequest(fetcher, { ...request, ...changed }, source)).status
    const more = Array.isArray(request.body)
      ? [{ ...request.body[0], unknown: 1 }]
      : { ...(request.body as object), unknown: 1 }
    if (kind === 'serpapi' || kind === 'searchapi') expect(await sent({ url: `${request.url}&unknown=1` })).toBe(400)
    else expect([200, 400]).toContain(await sent({ body: more }))
    const other = protocol.submit(question, { ...source, apiKey: 'other:key' })
    expect([400, 401]).toContain(await sent({ headers: other.headers, url: other.url }))
  }
  expect(emulator.ledger.summary().purchases).toBe(0)
})

test('an unknown model stops the source', async () => {
  const { asking } = await emulated()
  for (const kind of ['openai', 'anthropic', 'gemini', 'xai', 'perplexity', 'mistral', 'openrouter'] as const)
    expect(await submitQuestion(asking(kind, { model: 'no/such-model' }))).toMatchObject({
      state: 'failed',
      stopsSource: true,
      reason: expect.stringMatching(/model/i),
    })
})

test('emulated answers are determined by seed, prompt, country and turn', async () => {
  const brands = [
    { name: 'A', domain: 'a.example' },
    { name: 'B', domain: 'b.example' },
    { name: 'C', domain: 'c.example' },
  ]
  const { random: _, ...answer } = emulateAnswer('s', 'Best CRM?', brands)
  expect(emulateAnswer('s', 'Best CRM?', brands)).toMatchObject(answer)
  const texts = ['s', 't', 'u', 'v'].map((seed) => JSON.stringify(emulateAnswer(seed, 'Best CRM?', brands).segments))
  expect(new Set(texts).size).toBe(4)
})

test('random faults are determined by the seed, and control requests require the key', async () => {
  const failures = async () => {
    const { asking } = await emulated({ seed: 'x', faults: [{ fault: 'server_error', rate: 0.3 }] })
    const states = []
    for (let turn = 0; turn < 30; turn += 1) states.push((await submitQuestion(asking('openai'))).state)
    return states
  }
  const first = await failures()
  expect(await failures()).toEqual(first)
  expect(new Set(first)).toEqual(new Set(['failed', 'answered']))

  const { emulator, asking } = await emulated({ hasControl: true })
  const control = (path: string, key: string, body?: string) =>
    fetch(`${emulator.origin}/control/${path}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(body !== undefined && { method: 'POST', body }),
    })
  expect((await control('ledger', 'other')).status).toBe(401)
  expect((await control('faults', emulator.apiKey, '[{"fault":"none"}]')).status).toBe(400)
  expect((await control('faults', emulator.apiKey, '[{"fault":"server_error"}]')).status).toBe(200)
  expect(await submitQuestion(asking('openai'))).toMatchObject({ state: 'failed' })
  expect(await (await control('ledger', emulator.apiKey)).json()).toMatchObject({ purchases: 0, costUsd: 0 })
})
