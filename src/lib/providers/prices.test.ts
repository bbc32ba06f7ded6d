import { expect, test } from 'vitest'
import { costOf, listPrices, pricesOf } from './prices.ts'

const usage = { inputTokens: 10_000, outputTokens: 1000, searches: 2 }

test('an answer costs its tokens and its searches', () => {
  // 10,000 at $1.25 and 1,000 at $10 per million; 2 at $10 per thousand.
  expect(costOf('openai', 'gpt-5', usage)).toBeCloseTo(0.0125 + 0.01 + 0.02, 12)
  expect(costOf('openai', 'gpt-5-2025-08-07', usage)).toBe(costOf('openai', 'gpt-5', usage))
  expect(costOf('gemini', 'gemini-3.5-flash', usage)).toBeCloseTo(0.015 + 0.009 + 0.028, 12)
  expect(costOf('perplexity', 'perplexity/sonar', usage)).toBeCloseTo(0.0025 + 0.0025 + 0.005, 12)
})

test('the cost is null if the price of a used unit is unknown', () => {
  expect(costOf('openai', 'gpt-5-pico', usage)).toBeNull()
  expect(costOf('openai', 'gpt-5', {})).toBeNull()
  expect(costOf('perplexity', 'perplexity/sonar', { ...usage, searches: null })).toBeNull()
  expect(costOf('mistral', 'mistral-medium-3.5', usage)).toBeNull()
  expect(costOf('mistral', 'mistral-medium-3.5', { ...usage, searches: 0 })).toBeCloseTo(0.0225, 12)
  expect(costOf('gemini', 'gemini-2.5-flash', usage)).toBeNull()
  for (const kind of ['serpapi', 'oxylabs', 'openrouter'] as const) expect(costOf(kind, 'any', { tasks: 1 })).toBeNull()
})

test('what is free costs nothing, even if it was not counted', () => {
  const local = { inputTokens: 10_000, outputTokens: 1000, searches: null }
  expect(costOf('openai-compatible', 'llama3.3:70b', local)).toBe(0)
  expect(costOf('openai-compatible', 'm', local, { per_million_output_tokens: 2 })).toBeCloseTo(0.002, 12)
  expect(costOf('openai-compatible', 'm', local, { per_thousand_searches: 5 })).toBeNull()
})

test('a vendor charges per task or in credits', () => {
  expect(costOf('dataforseo', 'ai_mode/live', { tasks: 1000 })).toBe(4)
  expect(costOf('dataforseo', 'llm_scraper/live', { tasks: 1000 })).toBeNull()
  expect(costOf('brightdata', 'chatgpt', { tasks: 1000 })).toBe(5)
  expect(costOf('brightdata', 'perplexity', { tasks: 1000 })).toBe(1.5)
  expect(costOf('cloro', 'CHATGPT', { tasks: 1000 })).toBeCloseTo(5.6, 12)
  // Charged credits take precedence over the price per task.
  expect(costOf('cloro', 'CHATGPT', { tasks: 1, credits: 5 })).toBeCloseTo(0.004, 12)
  expect(costOf('cloro', 'COPILOT', { tasks: 1 })).toBeNull()
})

test('custom prices take precedence over list prices', () => {
  expect(costOf('openai', 'gpt-5', usage, { per_thousand_searches: 0 })).toBeCloseTo(0.0225, 12)
  expect(costOf('serpapi', 'google', { tasks: 2 }, { per_thousand_tasks: 10 })).toBe(0.02)
  expect(costOf('cloro', 'CHATGPT', { credits: 10 }, { per_thousand_credits: 0.31 })).toBeCloseTo(0.0031, 12)
})

test('the price of a model takes precedence over the price of its family', () => {
  expect(pricesOf('gemini', 'gemini-3.5-flash-lite')).toEqual({
    per_million_input_tokens: 0.3,
    per_million_output_tokens: 2.5,
    per_thousand_searches: 14,
  })
  expect(pricesOf('gemini', 'models/gemini-3.5-flash')).toEqual(pricesOf('gemini', 'gemini-3.5-flash'))
  expect(pricesOf('gemini', 'gemini-2.5-pro')).toEqual({})
})

test('every list price has a date, a source and at least one price', () => {
  for (const { kind, model, date, source, note, typical: _t, is_default: _d, ...prices } of listPrices) {
    expect({ kind, model, date, source, note, prices: Object.keys(prices).length }).toMatchObject({
      date: expect.stringMatching(/^202[56]-\d\d-\d\d$/),
      prices: expect.toSatisfy((count: number) => count > 0),
    })
  }
  const names = listPrices.map((price) => `${price.kind} ${price.model}`)
  expect(new Set(names).size).toBe(names.length)
})
