import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Collecting, startCollecting } from '../testing/collecting.ts'

let it: Collecting
beforeAll(async () => {
  it = await startCollecting()
  await it.makeBrand()
})
afterEach(() => it.emulator.faults.set([]))
afterAll(() => it.close())

interface Verified {
  usd_at_most: number
  checks: { check: string; result: string; detail: string }[]
  test: { outcome: string; cost_usd: number } | null
  redacted_body: string | null
}
const verify = (source_id: string, input: object = {}) =>
  it.app.operate<Verified>('verify-source', { source_id, country: 'DE', language: 'de', ...input })
const bought = () => it.emulator.ledger.summary().purchases
const results = ({ checks }: Verified) => Object.fromEntries(checks.map(({ check, result }) => [check, result]))

test('shows the price, and asks only after confirmation', async () => {
  const source_id = await it.makeSource('openai')
  const before = bought()
  const shown = await verify(source_id)
  expect(shown).toEqual({ usd_at_most: expect.any(Number), checks: [], test: null, redacted_body: null })
  expect(bought()).toBe(before)
  const verified = await verify(source_id, { confirm: true })
  expect(bought()).toBe(before + 1)
  expect(verified.test?.cost_usd).toBeLessThanOrEqual(shown.usd_at_most)
  expect(results(verified)).toEqual({
    shape: 'as_expected',
    model: 'as_expected',
    price: 'as_expected',
    search: 'as_expected',
    market: expect.any(String),
  })
})

test('says which charge differs from the known price', async () => {
  const source_id = await it.makeSource('dataforseo')
  const engine = { engine: 'google-ai-overviews', confirm: true }
  await it.app.operate('update-source', { source_id, price: '{"per_thousand_tasks":5000}' })
  const verified = await verify(source_id, engine)
  expect(verified.checks.find(({ check }) => check === 'price')).toMatchObject({
    result: 'differs',
    detail: expect.stringMatching(/^Charged \$0\.\d+; the known price gives \$5\.?/),
  })
}, 60_000)

test('says why a provider refuses, and returns no body then', async () => {
  const source_id = await it.makeSource('openai')
  it.emulator.faults.set([{ fault: 'unknown_model', kind: 'openai', on: 'question' }])
  const verified = await verify(source_id, { confirm: true, include_body: true })
  expect(verified).toMatchObject({ checks: [{ check: 'shape', result: 'differs' }], redacted_body: null })
  expect(verified.checks[0]?.detail).not.toBe('')
})

test('removes ids and addresses from the response for a bug report', async () => {
  const source_id = await it.makeSource('openai')
  const { redacted_body } = await verify(source_id, {
    confirm: true,
    include_body: true,
    prompt: 'Who is jane.doe@people.example?',
  })
  expect(JSON.parse(redacted_body as string)).toMatchObject({ id: '[removed]', model: expect.any(String) })
  expect(redacted_body).not.toContain('jane.doe')
})
