import { beforeEach, expect, it } from 'vitest'
import { type Fetched, type FetchedRanges, type FetchLimits, updateBotRanges } from './update-bot-ranges.ts'

const list = (...networks: string[]) =>
  JSON.stringify({ creationTime: '2026-09-01', prefixes: networks.map((ipv4Prefix) => ({ ipv4Prefix })) })
const sources = [
  { name: 'gptbot', url: 'https://a.example/gptbot.json' },
  { name: 'ccbot', url: 'https://b.example/ccbot.txt' },
]

let stored: Map<string, FetchedRanges>
let answers: Record<string, Partial<Omit<Fetched, 'body'>> & { body?: string }>
let requests: { url: string; limits: FetchLimits }[]
beforeEach(() => {
  stored = new Map()
  requests = []
  answers = {
    'https://a.example/gptbot.json': { body: list('20.15.240.64/28'), headers: { etag: 'W/"1"' } },
    'https://b.example/ccbot.txt': {
      body: '52.0.0.0/24\n52.0.1.0/24',
      headers: { 'last-modified': 'Tue, 01 Sep 2026 00:00:00 GMT' },
    },
  }
})

const update = (day: number, from = sources) =>
  updateBotRanges({
    store: {
      read: async (name) => stored.get(name),
      async write(name, ranges) {
        stored.set(name, ranges)
      },
    },
    sources: from,
    now: () => new Date(Date.UTC(2026, 8, day)),
    fetch: async (url, limits) => {
      requests.push({ url, limits })
      const answer = answers[url]
      if (answer === undefined) throw new Error('no route to host')
      return {
        status: answer.status ?? 200,
        headers: answer.headers ?? {},
        body: Buffer.from(answer.body ?? ''),
      }
    },
  })
const fetchedOn = (name: string) => stored.get(name)?.fetchedAt.toISOString().slice(0, 10)

it('stores the published lists', async () => {
  expect(await update(10)).toEqual([
    { name: 'gptbot', outcome: 'updated', networks: 1, reason: null },
    { name: 'ccbot', outcome: 'updated', networks: 2, reason: null },
  ])
  expect(stored.get('gptbot')).toEqual({
    url: 'https://a.example/gptbot.json',
    fetchedAt: new Date('2026-09-10T00:00:00Z'),
    etag: 'W/"1"',
    networks: ['20.15.240.64/28'],
  })
  for (const { limits } of requests) {
    expect(limits).toEqual({ maxBytes: expect.any(Number), timeoutMs: expect.any(Number), headers: {} })
  }
})

it('sends conditional requests; an unchanged list gets a new fetch time', async () => {
  await update(10)
  requests = []
  answers['https://a.example/gptbot.json'] = { status: 304 }
  answers['https://b.example/ccbot.txt'] = { status: 304 }
  expect(await update(11)).toMatchObject([
    { outcome: 'unchanged', networks: 1 },
    { outcome: 'unchanged', networks: 2 },
  ])
  expect(Object.fromEntries(requests.map(({ url, limits }) => [url, limits.headers]))).toEqual({
    'https://a.example/gptbot.json': { 'if-none-match': 'W/"1"' },
    'https://b.example/ccbot.txt': { 'if-modified-since': 'Tue, 01 Sep 2026 00:00:00 GMT' },
  })
  expect(stored.get('gptbot')).toMatchObject({
    fetchedAt: new Date('2026-09-11T00:00:00Z'),
    etag: 'W/"1"',
    networks: ['20.15.240.64/28'],
  })
})

it('replaces a changed list', async () => {
  await update(10)
  answers['https://a.example/gptbot.json'] = { body: list('20.15.240.64/28', '20.15.241.0/28') }
  expect(await update(11)).toMatchObject([{ outcome: 'updated', networks: 2 }, { outcome: 'unchanged' }])
  const updated = stored.get('gptbot')
  expect(updated?.networks).toEqual(['20.15.240.64/28', '20.15.241.0/28'])
  expect(updated?.etag).toBeUndefined()
})

it.each([
  ['an error page', { body: '<html>busy</html>' }],
  ['a truncated file', { body: '{"prefixes":[{"ipv4Prefix":"20.15' }],
  ['an empty list', { body: list() }],
  ['a network that covers all addresses', { body: list('0.0.0.0/0') }],
  [
    'most of the address space',
    { body: list(...Array.from({ length: 40 }, (_, index) => `${index + 20}.0.0.0/8`)) },
  ],
  ['a list with private addresses', { body: list('20.15.240.64/28', '10.0.0.0/16') }],
  [
    'a huge list',
    {
      body: list(
        ...Array.from(
          { length: 100_001 },
          (_, index) => `20.${(index >> 8) & 255}.${index & 255}.${index >> 16}`,
        ),
      ),
    },
  ],
  ['an error status', { status: 503, body: list('52.0.0.0/24') }],
  ['missing', undefined],
])('keeps the stored list if the response is %s', async (_, answer) => {
  await update(10)
  const before = structuredClone(stored.get('gptbot'))
  if (answer === undefined) delete answers['https://a.example/gptbot.json']
  else answers['https://a.example/gptbot.json'] = answer
  expect(await update(11)).toMatchObject([
    { name: 'gptbot', outcome: 'failed', networks: 1, reason: expect.any(String) },
    { name: 'ccbot', outcome: 'unchanged' },
  ])
  expect(stored.get('gptbot')).toEqual(before)
  expect(fetchedOn('ccbot')).toBe('2026-09-11')
})

it('rejects 304 Not Modified if the stored list came from another URL', async () => {
  await update(10)
  requests = []
  answers['https://c.example/gptbot.json'] = { status: 304 }
  expect(await update(11, [{ name: 'gptbot', url: 'https://c.example/gptbot.json' }])).toMatchObject([
    { outcome: 'failed', networks: 1 },
  ])
  expect(requests.map(({ limits }) => limits.headers)).toEqual([{}])
})
