import { describe, expect, it } from 'vitest'
import { type Covered, collectionState, type Estimate, engineRows, perDay } from './collection-status.ts'

const plan = (engine: string, source: string | null = 'OpenAI') => ({ engine, source }) as Estimate['engines'][number]

const covered = (engine: string, counts: Partial<Covered>, day = '2026-11-27') =>
  ({
    engine,
    day,
    planned: 10,
    collected: 0,
    none_shown: 0,
    failed: 0,
    pending: 0,
    reasons: [],
    ...counts,
  }) as Covered

const money = { budget_usd: 100, left_usd: 40 }

it('never calls a few answers zero per day', () => {
  expect([perDay(0, 30), perDay(1, 30), perDay(30, 30), perDay(46, 30)]).toEqual([
    '0 per day',
    'under 1 per day',
    '1 per day',
    '2 per day',
  ])
})

describe('engineRows', () => {
  it('lists planned and paused engines, and those with answers but no plan', () => {
    const answers = [{ segment: 'gemini', executions: 7, points: [] }]
    const rows = engineRows({ engines: [plan('chatgpt')], paused: ['grok'] }, [], [], answers)
    expect(rows.map(({ engine, state, answers: count }) => [engine, state.text, count])).toEqual([
      ['chatgpt', 'Up to date', 0],
      ['grok', 'Paused', 0],
      ['gemini', 'Not scheduled', 7],
    ])
  })

  it('names the reason if nothing of the latest day with results was collected', () => {
    const days = [
      covered('chatgpt', { collected: 10 }, '2026-11-26'),
      covered('chatgpt', { failed: 10, reasons: [{ reason: 'rate_limited', questions: 10 }] }),
    ]
    const [row] = engineRows({ engines: [plan('chatgpt')], paused: [] }, days, [], undefined)
    expect(row?.state).toEqual({ tone: 'down', text: 'Rate limit of the provider' })
  })

  it('does not call an engine failing whose first answers are pending today', () => {
    const todays = [covered('chatgpt', { pending: 10 })]
    const [row] = engineRows({ engines: [plan('chatgpt')], paused: [] }, [], todays, undefined)
    expect(row?.state.text).toBe('10 waiting')
  })
})

describe('collectionState', () => {
  const state = (given: Partial<Parameters<typeof collectionState>[0]>, engines = [plan('chatgpt')]) => {
    const estimate = { engines, paused: [], ...money, ...given }
    return collectionState(estimate, engineRows(estimate, [], [], []), [])
  }

  it.each([
    ['Not scheduled', { engines: [] }],
    ['Paused', { engines: [], paused: ['grok'] }],
    ['No budget', { budget_usd: null, left_usd: null }],
    ['Budget used up', { left_usd: 0 }],
    ['On schedule', {}],
  ])('is “%s” for %j', (text, given) => {
    expect(state(given).text).toBe(text)
  })

  it('names a paused provider with its reason', () => {
    const source = { name: 'Ours', paused_reason: 'the key is not accepted', needs_api_key: false }
    const estimate = { engines: [plan('chatgpt')], paused: [], ...money }
    expect(collectionState(estimate, [], [source])).toMatchObject({
      text: 'Provider paused',
      detail: 'Ours: the key is not accepted',
    })
  })

  it('says which engines fail while others work', () => {
    expect(state({}, [plan('chatgpt'), plan('claude', null)])).toEqual({
      tone: 'warn',
      text: 'Partly failing',
      detail: 'Claude: No provider',
    })
  })
})
