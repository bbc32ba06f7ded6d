import { expect, test } from 'vitest'
import { type EmulatedKind, emulatedKinds, emulatedPrices } from '../../../demo/emulator/emulated-prices.ts'
import type { Fault } from '../../../demo/emulator/faults.ts'
import type { FetchedPage } from '../fetching/fetcher.ts'
import { testFetcher } from '../fetching/testing/test-servers.ts'
import { submitQuestion } from './ask.ts'
import { costOf } from './prices.ts'
import type { Question } from './protocol.ts'
import { providerOf } from './providers.ts'
import { readResponse } from './read-response.ts'
import { ask, emulated, emulatedBrands } from './testing/emulated.ts'

/** Every engine of every provider, and the direct model answers of DataForSEO. */
const providerEngines: [EmulatedKind, Partial<Question>][] = [
  ...emulatedKinds.flatMap((kind) =>
    providerOf(kind)
      .engines.filter((engine) => kind !== 'dataforseo' || (engine !== 'claude' && engine !== 'perplexity'))
      .map((engine): [EmulatedKind, Partial<Question>] => [kind, { engine }]),
  ),
  ...['chatgpt', 'gemini', 'claude', 'perplexity'].map((engine): [EmulatedKind, Partial<Question>] => [
    'dataforseo',
    { engine, model: 'some-model' },
  ]),
]

/** Providers whose citations have positions in the text. */
const withPlaces = new Set<EmulatedKind>([
  'openai',
  'azure-openai',
  'bedrock',
  'anthropic',
  'gemini',
  'vertex',
  'xai',
  'perplexity',
  'openrouter',
  'serpapi',
  'searchapi',
])

test.each(providerEngines)(
  '%s %o: answers a prompt with citations and reports the charged price',
  async (kind, given) => {
    const { emulator, asking } = await emulated()
    // Several turns, because answers differ: some load later, some search once.
    for (let turn = 1; turn <= 4; turn += 1) {
      const one = asking(kind, given)
      const { protocol, question } = one
      expect(protocol.problemWith(question)).toBeUndefined()
      const before = emulator.ledger.summary().costUsd
      const { last, costUsd } = await ask(one)
      if (last.state !== 'answered') throw new Error(JSON.stringify(last))
      const answer = readResponse(providerOf(kind).format, last.body)
      expect(answer).toMatchObject({ outcome: 'answered', truncated: false, refused: false })
      expect(emulatedBrands.some(({ name }) => answer.text.includes(name))).toBe(true)
      if (kind !== 'openrouter') expect(answer.engine).toBe(question.engine)
      const cited = answer.citations.filter((page) => page.kind === 'cited')
      expect(cited.length).toBeGreaterThan(0)
      if (withPlaces.has(kind))
        for (const { start, end } of cited) expect(answer.text.slice(start ?? 0, end ?? 0)).not.toBe('')

      const usage = { ...answer.usage, tasks: last.tasks ?? 1 }
      const prices = emulatedPrices[kind]
      const priced = protocol.pricedAs(question)
      const reported = costUsd ?? answer.costUsd ?? costOf(kind, priced, usage, prices) ?? Number.NaN
      expect(reported).toBeCloseTo(emulator.ledger.summary().costUsd - before, 9)
      const worst = costOf(kind, priced, protocol.maxUsage(question), prices) ?? Number.NaN
      expect(reported).toBeLessThanOrEqual(worst + 1e-9)
    }
  },
)

/** Returns the outcome of a request with the fault, and the number of purchases. */
async function meet(kind: EmulatedKind, fault: Fault, given: Partial<Question> = {}) {
  const { emulator, asking } = await emulated({ faults: [{ fault, at: [1] }], slowMs: 10 })
  const one = asking(kind, given)
  const { last } = await ask(one)
  const sold = emulator.ledger.summary().purchases
  if (last.state === 'answered') {
    const { outcome, refused } = readResponse(providerOf(kind).format, last.body)
    return { is: refused ? `${outcome}, refused` : outcome, sold }
  }
  if (last.state !== 'failed') return { is: last.state, sold }
  const { stopsSource, isFinal, mayBeCharged, reason } = last
  const is = stopsSource ? 'stops' : isFinal ? 'final' : 'passes'
  return { is: mayBeCharged ? `${is}, may be charged` : is, sold, reason }
}

const engineOf = (kind: EmulatedKind) => providerOf(kind).engines.at(-1) ?? ''
const modelApis = [
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
] as const
const vendors = ['cloro', 'dataforseo', 'brightdata', 'oxylabs', 'serpapi', 'searchapi', 'scrapeless'] as const

test.each([...modelApis, ...vendors])('%s: maps each provider fault to its outcome', async (kind) => {
  const outcomeOf = async (fault: Fault) => {
    const { is, sold } = await meet(kind, fault, { engine: engineOf(kind) })
    return `${is}${sold > 0 ? ', sold' : ''}`
  }
  expect(await outcomeOf('rate_limited')).toBe('busy')
  expect(await outcomeOf('rate_limited_silently')).toBe('busy')
  expect(await outcomeOf('server_error')).toBe('passes')
  expect(await outcomeOf('wrong_key')).toBe('stops')
  expect(await outcomeOf('no_credit')).toBe('stops')
  expect(await outcomeOf('prompt_refused')).toBe('final')
  expect(await outcomeOf('redirect')).toBe('stops')
  expect(await outcomeOf('gateway_page')).toBe('passes, may be charged')
  expect(await outcomeOf('html')).toBe('passes, may be charged')
  expect(await outcomeOf('dropped')).toBe('passes, may be charged')
})

test('a refused address stops the source, and nothing is sent', async () => {
  const { emulator, asking } = await emulated()
  const one = asking('openai')
  const last = await submitQuestion({ ...one, fetcher: testFetcher([]) })
  expect(last).toMatchObject({ state: 'failed', isFinal: true, stopsSource: true, mayBeCharged: false })
  expect(emulator.ledger.summary().purchases).toBe(0)
  await emulator.close()
  expect(await submitQuestion(one)).toMatchObject({
    state: 'failed',
    isFinal: false,
    stopsSource: false,
    mayBeCharged: false,
    reason: expect.stringContaining('does not accept connections'),
  })
})

test.each([
  ['openai', 'nonsense-of-a-key'],
  ['dataforseo', 'somebody@example.com:the password'],
] as const)(
  'a provider that echoes the key of %s leaks it neither in its reason nor in its response',
  async (kind, apiKey) => {
    const { asking } = await emulated()
    const given = asking(kind, { engine: 'chatgpt' })
    const sent = Buffer.from(apiKey).toString('base64')
    const said = `You sent ${apiKey}, or ${sent}, or ${apiKey.split(':').at(-1)}`
    for (const status of [200, 400, 401, 500]) {
      const body = Buffer.from(JSON.stringify({ error: { message: said }, said, tasks: [] }))
      const page = { status, headers: new Headers(), body, truncated: false } as unknown as FetchedPage
      const fetcher = { ...given.fetcher, post: async () => page, get: async () => page }
      const settled = JSON.stringify(await submitQuestion({ ...given, fetcher, source: { ...given.source, apiKey } }))
      for (const part of [apiKey, sent, apiKey.split(':').at(-1) ?? '']) expect(settled).not.toContain(part)
    }
  },
)
