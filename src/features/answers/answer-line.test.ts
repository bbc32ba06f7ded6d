import { describe, expect, it } from 'vitest'
import { parseAnswerLine } from './answer-line.ts'

const good = {
  prompt: 'Which?',
  engine: 'chatgpt',
  executed_at: '2026-03-01T10:00:00Z',
  answer: 'Zuvari it is',
}

const parse = (line: unknown) =>
  parseAnswerLine(
    '7b0c3a52-51f0-4c0f-9a51-000000000001',
    typeof line === 'string' ? line : JSON.stringify(line),
    (name) => (name === 'chatgpt' ? name : undefined),
  )

describe('a line that fits', () => {
  it('needs prompt, engine, time and answer alone', () => {
    expect(parse(good)).toMatchObject({
      sourceId: '',
      country: 'US',
      executedAt: new Date('2026-03-01T10:00:00Z'),
      topic: { root: 'Unassigned', child: undefined },
      tags: [],
      citations: [],
    })
  })

  it.each([
    ['2026-03-01T10:00:00.123456Z', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01T00:30:00+05:45', '2026-02-28T18:45:00.000Z'],
    ['2024-02-29T23:30:00-12:00', '2024-03-01T11:30:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['2199-12-31T23:59:59.999Z', '2199-12-31T23:59:59.999Z'],
  ])('holds a time with its offset: %s', (executed_at, utc) => {
    expect(parse({ ...good, executed_at }).executedAt.toISOString()).toBe(utc)
  })

  it.each([
    ['Alpha', { root: 'Alpha', child: undefined }],
    [' Alpha  /\tOne ', { root: 'Alpha', child: 'One' }],
    ['TCP/IP', { root: 'TCP/IP', child: undefined }],
    ['TCP/IP / v6', { root: 'TCP/IP', child: 'v6' }],
    ['and/or /etc', { root: 'and/or /etc', child: undefined }],
  ])('holds a topic of one or two levels: %s', (topic, path) => {
    expect(parse({ ...good, topic }).topic).toEqual(path)
  })

  it('keeps text as it is, but for the prompt, which is trimmed', () => {
    const text = ' naïve 🙂\u0000\r\n| a | b |  '
    expect(parse({ ...good, answer: text, prompt: ` ${good.prompt}\n` })).toMatchObject({
      answer: text,
      prompt: 'Which?',
    })
  })
})

describe('a line that does not fit', () => {
  const without = (field: string) => ({ ...good, [field]: undefined })
  const badTimes = [
    '2025-02-30T10:00:00Z',
    '2026-03-01',
    '2026-03-01T10:00:00',
    '2026-13-01T10:00:00Z',
    'today',
    7,
  ]
  const longAgo = ['1969-12-31T23:59:59Z', '2200-01-01T00:00:00Z', '1970-01-01T00:30:00+01:00']
  const bad: [unknown, RegExp][] = [
    ['{"prompt": "Which?",', /not JSON/],
    ['Zuvari it is', /not JSON/],
    ['null', /no JSON object/],
    [[good], /no JSON object/],
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
      /^executed_at must be a time, as/,
    ]),
    ...longAgo.map((time): [unknown, RegExp] => [
      { ...good, executed_at: time },
      /^executed_at .* from 1970 to 2199/,
    ]),
    [{ ...good, country: 'us' }, /country must be .* upper case/],
    [{ ...good, country: 'ZZ' }, /country must be/],
    [{ ...good, surface: 'web' }, /unknown "surface"/],
    [`{"__proto__": {}, ${JSON.stringify(good).slice(1)}`, /unknown "__proto__"/],
    [{ ...good, topic: 'A / B / C' }, /topic must have at most two levels/],
    ...[' ', '/', ' / ', 'A / ', 'A /', ' / B', '/ B'].map((topic): [unknown, RegExp] => [
      { ...good, topic },
      /topic must name/,
    ]),
    [{ ...good, topic: 'A / / B' }, /topic must have at most two levels/],
    [{ ...good, topic: `a${' '.repeat(2000)}b` }, /topic must be text of at most 2000 characters/],
    [{ ...good, topic: `A / ${'b'.repeat(201)}` }, /topic must name/],
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
  ]

  it.each(bad)('is rejected with the reason: %j', (line, reason) => {
    expect(() => parse(line)).toThrow(reason)
  })
})
