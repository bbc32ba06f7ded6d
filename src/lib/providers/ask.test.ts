import { expect, test } from 'vitest'
import type { FetchedPage } from '../fetching/fetcher.ts'
import { testFetcher } from '../fetching/test-servers.ts'
import { submitQuestion } from './ask.ts'
import { emulatedPrices } from './emulator/emulated-prices.ts'
import type { Fault } from './emulator/faults.ts'
import { costOf } from './prices.ts'
import type { Question } from './protocol.ts'
import { providerFacts } from './provider-facts.ts'
import { type ProviderKind, providerKinds } from './provider-kinds.ts'
import { readResponse } from './read-response.ts'
import { ask, emulated, emulatedBrands } from './testing/emulated.ts'

/** Every engine of every provider; of DataForSEO a model’s own answer as well. */
const asked: [ProviderKind, Partial<Question>][] = [
  ...providerKinds.flatMap((kind) =>
    providerFacts[kind].engines
      .filter((engine) => kind !== 'dataforseo' || (engine !== 'claude' && engine !== 'perplexity'))
      .map((engine): [ProviderKind, Partial<Question>] => [kind, { engine }]),
  ),
  ...['chatgpt', 'gemini', 'claude', 'perplexity'].map((engine): [ProviderKind, Partial<Question>] => [
    'dataforseo',
    { engine, model: 'some-model' },
  ]),
]

/** Providers whose answers say where in the text they refer to a page. */
const withPlaces = new Set<ProviderKind>([
  'openai',
  'anthropic',
  'gemini',
  'xai',
  'perplexity',
  'openrouter',
  'serpapi',
])

test.each(asked)(
  '%s %o: a question becomes an answer with its citations, at the price it was sold for',
  async (kind, given) => {
    const { emulator, asking } = await emulated()
    // A few, as answers differ: some pages load later, some turns search once.
    for (let turn = 1; turn <= 4; turn += 1) {
      const one = asking(kind, given)
      const { protocol, question } = one
      expect(protocol.problemWith(question)).toBeUndefined()
      const before = emulator.ledger.summary().costUsd
      const { last, costUsd } = await ask(one)
      if (last.state !== 'answered') throw new Error(JSON.stringify(last))
      const answer = readResponse(protocol.format, last.body)
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
      const told = costUsd ?? answer.costUsd ?? costOf(kind, priced, usage, prices) ?? Number.NaN
      expect(told).toBeCloseTo(emulator.ledger.summary().costUsd - before, 9)
      const worst = costOf(kind, priced, protocol.maxUsage(question), prices) ?? Number.NaN
      expect(told).toBeLessThanOrEqual(worst + 1e-9)
    }
  },
)

/** What a fault comes to: the submission that follows, in a word, and whether it was sold. */
async function meet(kind: ProviderKind, fault: Fault, given: Partial<Question> = {}) {
  const { emulator, asking } = await emulated({ faults: [{ fault, at: [1] }], slowMs: 10 })
  const one = asking(kind, given)
  const { last } = await ask(one)
  const sold = emulator.ledger.summary().purchases
  if (last.state === 'answered') {
    const { outcome, refused } = readResponse(one.protocol.format, last.body)
    return { is: refused ? `${outcome}, refused` : outcome, sold }
  }
  if (last.state !== 'failed') return { is: last.state, sold }
  const { stopsSource, isFinal, mayBeCharged, reason } = last
  const is = stopsSource ? 'stops' : isFinal ? 'final' : 'passes'
  return { is: mayBeCharged ? `${is}, may be charged` : is, sold, reason }
}

const engineOf = (kind: ProviderKind) => providerFacts[kind].engines.at(-1) ?? ''
const both = ['openai', 'anthropic', 'gemini', 'xai', 'perplexity', 'mistral', 'openrouter'] as const
const vendors = ['cloro', 'dataforseo', 'brightdata', 'oxylabs', 'serpapi'] as const

test.each([...both, ...vendors])('%s: what every provider may do wrong', async (kind) => {
  const met = async (fault: Fault) => {
    const { is, sold } = await meet(kind, fault, { engine: engineOf(kind) })
    return `${is}${sold > 0 ? ', sold' : ''}`
  }
  expect(await met('rate_limited')).toBe('busy')
  expect(await met('rate_limited_silently')).toBe('busy')
  expect(await met('server_error')).toBe('passes')
  expect(await met('wrong_key')).toBe('stops')
  expect(await met('no_credit')).toBe('stops')
  expect(await met('prompt_refused')).toBe('final')
  expect(await met('redirect')).toBe('stops')
  expect(await met('gateway_page')).toBe('passes, may be charged')
  expect(await met('html')).toBe('passes, may be charged')
  expect(await met('dropped')).toBe('passes, may be charged')
})

test('an address that must not be reached stops the source, and nothing was sent', async () => {
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
  'a provider that repeats the key of %s has it neither in its words nor in its answer',
  async (kind, apiKey) => {
    const { asking } = await emulated()
    const given = asking(kind, { engine: 'chatgpt' })
    const sent = Buffer.from(apiKey).toString('base64')
    const said = `You sent ${apiKey}, or ${sent}, or ${apiKey.split(':').at(-1)}`
    for (const status of [200, 400, 401, 500]) {
      const body = Buffer.from(JSON.stringify({ error: { message: said }, said, tasks: [] }))
      const page = { status, headers: new Headers(), body, truncated: false } as unknown as FetchedPage
      const fetcher = { ...given.fetcher, post: async () => page, get: async () => page }
      const settled = JSON.stringify(
        await submitQuestion({ ...given, fetcher, source: { ...given.source, apiKey } }),
      )
      for (const part of [apiKey, sent, apiKey.split(':').at(-1) ?? '']) expect(settled).not.toContain(part)
    }
  },
)
