import { describe, expect, it } from 'vitest'
import { parseAnswerLine } from './answer-line.ts'

const good = {
  prompt: 'Which?',
  engine: 'chatgpt',
  executed_at: '2026-03-01T10:00:00Z',
  answer: 'Zuvari it is',
}

const parse = (line: unknown) =>
  parseAnswerLine(typeof line === 'string' ? line : JSON.stringify(line), {
    brandId: '7b0c3a52-51f0-4c0f-9a51-000000000001',
    findEngine: (name) => (['chatgpt', 'claude'].includes(name) ? name : undefined),
  })

describe('a valid import line', () => {
  it('requires only prompt, engine, time and answer', () => {
    expect(parse(good)).toMatchObject({
      sourceId: '',
      country: 'US',
      executedAt: new Date('2026-03-01T10:00:00Z'),
      topic: { root: 'Unassigned', child: undefined },
      tags: [],
      content: { answer: good.answer, outcome: 'answered', citations: [], surface: 'unknown', costUsd: null },
      raw: undefined,
    })
  })

  it.each([
    ['2026-03-01T10:00:00.123456Z', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01T00:30:00+05:45', '2026-02-28T18:45:00.000Z'],
    ['2024-02-29T23:30:00-12:00', '2024-03-01T11:30:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
  ])('accepts a time with an offset: %s', (executed_at, utc) => {
    expect(parse({ ...good, executed_at }).executedAt.toISOString()).toBe(utc)
  })

  it.each([
    ['Alpha', { root: 'Alpha', child: undefined }],
    [' Alpha  /\tOne ', { root: 'Alpha', child: 'One' }],
    ['TCP/IP', { root: 'TCP/IP', child: undefined }],
    ['TCP/IP / v6', { root: 'TCP/IP', child: 'v6' }],
    ['and/or /etc', { root: 'and/or /etc', child: undefined }],
  ])('accepts a topic of one or two levels: %s', (topic, path) => {
    expect(parse({ ...good, topic }).topic).toEqual(path)
  })

  it('trims the prompt and keeps all other text unchanged', () => {
    const text = ' naïve 🙂\u0000\r\n| a | b |  '
    expect(parse({ ...good, answer: text, prompt: ` ${good.prompt}\n` })).toMatchObject({
      content: { answer: text },
      prompt: 'Which?',
    })
  })
})

describe('an answer id', () => {
  const idOf = (line: object) => parse(line).answerId

  it('equals the id from earlier releases', () => {
    expect(idOf(good)).toBe('5141c60d-45ad-85f7-baf2-43fcf4bbe32b')
    expect(idOf({ ...good, id: 'a' })).toBe('e3642bde-4b2d-8c52-8eed-c45a0864d0a6')
    const more = { country: 'DE', model: 'm', tags: ['x'], citations: [{ url: 'https://a.example' }] }
    expect(idOf({ ...good, ...more })).toBe('846c4c45-ebc0-82a7-909c-1d733d9ce323')
  })

  it('depends on source, replicate, language and location, but not on other facts', () => {
    const others = [{}, { source: 'a' }, { source: 'b' }, { replicate: 1 }, { replicate: 2 }]
    others.push({ language: 'de' } as object, { location: 'de' } as object)
    expect(new Set(others.map((more) => idOf({ ...good, ...more }))).size).toBe(others.length)
    const same = { surface: 'ui', search: 'searched', requested_model: 'm', cost_usd: 1, latency_ms: 2 }
    expect(idOf({ ...good, ...same, outcome: 'answered' })).toBe(idOf(good))
  })

  it('depends on the raw body if there is one', () => {
    const { answer: _, ...asked } = good
    const line = { ...asked, format: 'openai-chat' }
    expect(idOf({ ...line, response: { a: 1, b: 2 } })).toBe(idOf({ ...line, response: '{"a":1,"b":2}' }))
    expect(idOf({ ...line, response: { a: 2 } })).not.toBe(idOf({ ...line, response: { a: 1 } }))
  })
})

const chat = (content: string) => ({
  model: 'gpt-4o',
  choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
})
const asked = { prompt: 'Which?', executed_at: good.executed_at }
const response = { ...asked, format: 'openai-chat', engine: 'chatgpt', response: chat('Zuvari') }

describe('a raw response', () => {
  it('fills in what its line omits', () => {
    expect(parse(response).content).toMatchObject({ outcome: 'answered', answer: 'Zuvari', model: 'gpt-4o' })
    expect(parse({ ...response, response: JSON.stringify(response.response) }).content.answer).toBe('Zuvari')
  })

  it('is overridden by its line, except for the text', () => {
    const line = {
      model: 'other',
      surface: 'ui',
      search: 'not_searched',
      cost_usd: 0.5,
      citations: [{ url: 'https://a.example', start: 0, end: 6, kind: 'consulted' }],
      search_queries: ['q'],
    }
    expect(parse({ ...response, ...line }).content).toMatchObject({
      answer: 'Zuvari',
      model: 'other',
      surface: 'ui',
      search: 'not_searched',
      costUsd: 0.5,
      citations: [{ url: 'https://a.example', start: 0, end: 6, kind: 'consulted', position: null }],
      searchQueries: ['q'],
    })
    expect(parse({ ...response, outcome: 'failed' }).content).toMatchObject({
      outcome: 'failed',
      answer: '',
      reason: '',
    })
    const unknown = { ...response, search: 'unknown', surface: 'unknown' }
    expect(parse(unknown).content).toEqual(parse(response).content)
  })

  it('needs no engine if its format or body implies it', () => {
    const unreadable = { ...asked, format: 'anthropic-messages', response: 'cut of' }
    expect(parse(unreadable)).toMatchObject({ engine: 'claude', content: { outcome: 'unreadable' } })
    expect(parse({ ...unreadable, engine: 'chatgpt' }).engine).toBe('chatgpt')
    expect(() => parse({ ...response, engine: undefined })).toThrow(/^engine is required/)
  })

  it('is stored with the fields of its line, so that it can be reread', () => {
    expect(parse({ ...response, id: 'a', tags: ['red'], location: 'Berlin' }).raw).toEqual({
      format: 'openai-chat',
      body: JSON.stringify(response.response),
      given: { location: 'Berlin' },
    })
  })
})

it('accepts a line for a prompt without an answer', () => {
  const { answer: _, ...line } = good
  for (const outcome of ['none_shown', 'failed'])
    expect(parse({ ...line, outcome, search_queries: ['q'] }).content).toMatchObject({
      outcome,
      answer: '',
      searchQueries: ['q'],
    })
})

describe('an invalid import line', () => {
  const without = (field: string) => ({ ...good, [field]: undefined })
  const badTimes = ['2025-02-30T10:00:00Z', '2026-03-01', '2026-03-01T10:00:00', '2026-13-01T10:00:00Z', 'today', 7]
  const citationsThatDoNotFit: [object, RegExp][] = [
    [{ position: 0 }, /^citations.0.position must be an integer from 1/],
    [{ kind: 'seen' }, /^citations.0.kind must be one of cited, consulted/],
    [{ start: 1 }, /^citations.0: set both start and end/],
    [{ end: 1 }, /^citations.0: set both start and end/],
    [{ start: 3, end: 3 }, /^citations.0.end must be greater/],
    [{ start: 0, end: 13 }, /^citations.0.end must be within the answer, which has 12 characters/],
    [{ start: -1, end: 3 }, /^citations.0.start must be an integer from 0/],
  ]
  const longAgo = ['1969-12-31T23:59:59Z', '2200-01-01T00:00:00Z', '1970-01-01T00:30:00+01:00']
  const bad: [unknown, RegExp][] = [
    ['{"prompt": "Which?",', /not JSON/],
    ['Zuvari it is', /not JSON/],
    ['null', /not a JSON object/],
    [[good], /not a JSON object/],
    ...['prompt', 'engine', 'executed_at', 'answer'].map((field): [unknown, RegExp] => [
      without(field),
      new RegExp(`^${field} is required`),
    ]),
    [{ ...good, prompt: '  ' }, /prompt must be text from 1 to 10000 characters/],
    [{ ...good, answer: '' }, /answer must be text from 1/],
    [{ ...good, engine: 'altavista' }, /unknown engine "altavista"/],
    [{ ...good, engine: 'constructor' }, /unknown engine/],
    ...badTimes.map((time): [unknown, RegExp] => [
      { ...good, executed_at: time },
      /^executed_at must be a time, such as/,
    ]),
    ...longAgo.map((time): [unknown, RegExp] => [{ ...good, executed_at: time }, /^executed_at .* from 1970 to 2199/]),
    [{ ...good, country: 'us' }, /country must be .* upper case/],
    [{ ...good, country: 'ZZ' }, /country must be/],
    [{ ...good, surfaces: 'ui' }, /unknown "surfaces"/],
    [`{"__proto__": {}, ${JSON.stringify(good).slice(1)}`, /unknown "__proto__"/],
    [{ ...good, topic: 'A / B / C' }, /topic must have at most two levels/],
    ...[' ', '/', ' / ', 'A / ', 'A /', ' / B', '/ B'].map((topic): [unknown, RegExp] => [
      { ...good, topic },
      /topic names must have/,
    ]),
    [{ ...good, topic: 'A / / B' }, /topic must have at most two levels/],
    [{ ...good, topic: `a${' '.repeat(2000)}b` }, /topic must be text of at most 2000 characters/],
    [{ ...good, topic: `A / ${'b'.repeat(201)}` }, /topic names must have/],
    [{ ...good, tags: 'red' }, /tags must be a list/],
    [{ ...good, tags: ['red', ' '] }, /tags.1 must be text/],
    [{ ...good, citations: ['https://a.example'] }, /citations.0 must be an object/],
    [{ ...good, citations: [{ title: 'A' }] }, /citations.0.url/],
    [{ ...good, id: '' }, /id must be text from 1/],
    ...['prompt', 'answer', 'id', 'model'].map((field): [unknown, RegExp] => [
      { ...good, [field]: 'half \ud83d' },
      new RegExp(`^${field} must .*surrogates`),
    ]),
    [{ ...good, tags: ['\udc00'] }, /surrogates/],
    [{ ...good, search_queries: ['\ud800'] }, /surrogates/],
    [{ ...good, topic: '\ud800' }, /^topic/],
    [{ ...good, prompt: 'a\u0000b' }, /^prompt must .*NUL/],
    [{ ...good, surface: 'web' }, /^surface must be one of unknown, api, ui/],
    [{ ...good, search: true }, /^search must be one of/],
    [{ ...good, outcome: 'none' }, /^outcome must be one of/],
    ...['source', 'requested_model', 'location', 'language'].map((field): [unknown, RegExp] => [
      { ...good, [field]: '' },
      new RegExp(`^${field} must be text from 1 to 200`),
    ]),
    [{ ...good, replicate: 0 }, /^replicate must be an integer from 1/],
    [{ ...good, cost_usd: -0.01 }, /^cost_usd must be a number from 0/],
    [{ ...good, cost_usd: '0.01' }, /^cost_usd must be a number/],
    [{ ...good, latency_ms: 0.5 }, /^latency_ms must be an integer/],
    ...citationsThatDoNotFit.map(([citation, reason]): [unknown, RegExp] => [
      { ...good, citations: [{ url: 'https://a.example', ...citation }] },
      reason,
    ]),
    [{ ...good, format: 'cloro' }, /^format must be omitted/],
    [{ ...response, format: undefined }, /^format is required with a response: one of openai-responses/],
    [{ ...response, format: 'sightline' }, /^format must be one of/],
    [{ ...response, answer: 'Zuvari' }, /^answer must be omitted with a response/],
    [{ ...response, response: null }, /^response must be an object/],
    [{ ...response, response: 7 }, /^response must be an object/],
    [{ ...response, response: '\ud800' }, /^response must be well-formed/],
    [{ ...response, engine: 'altavista' }, /^engine: unknown engine/],
    [{ ...response, response: 'no', outcome: 'answered' }, /^outcome: the response has no answer: the body/],
    [{ ...good, outcome: 'none_shown' }, /^answer must be omitted if outcome is none_shown/],
    [{ ...without('answer'), outcome: 'answered' }, /^answer is required/],
    [{ ...without('answer'), outcome: 'unreadable' }, /^outcome: unreadable requires a response/],
    [
      { ...without('answer'), outcome: 'failed', citations: [{ url: 'https://a.example' }] },
      /^citations must be omitted if outcome is failed/,
    ],
  ]

  it.each(bad)('is rejected with the reason: %j', (line, reason) => {
    expect(() => parse(line)).toThrow(reason)
  })
})
