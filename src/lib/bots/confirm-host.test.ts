import { expect, it, vi } from 'vitest'
import { createHostConfirmation } from './confirm-host.ts'

/** DNS records: names by address and addresses by name. A string is an error code. */
interface NameRecords {
  [question: string]: string[] | string | 'never'
}

function nameServer(records: NameRecords) {
  const ask = vi.fn(async (question: string): Promise<string[]> => {
    const answer = records[question] ?? 'ENOTFOUND'
    if (answer === 'never') return new Promise(() => {})
    if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer })
    return answer
  })
  return { ask, resolver: { reverse: ask, resolve4: ask, resolve6: ask } }
}

const apple: NameRecords = {
  '17.58.101.179': ['17-58-101-179.AppleBot.apple.com.'],
  '17-58-101-179.AppleBot.apple.com.': ['17.58.101.179'],
}
const suffixes = ['applebot.apple.com']

it('confirms an address if its name belongs to the operator and resolves back to it', async () => {
  const { resolver } = nameServer(apple)
  const confirm = createHostConfirmation({ resolver })
  expect(await confirm('17.58.101.179', suffixes)).toBe('confirmed')
  expect(await confirm('17.58.101.179', ['apple.com'])).toBe('confirmed')
  expect(await confirm('17.58.101.179', ['bot.apple.com', 'applebot.apple.co'])).toBe('refuted')
})

it('looks up the IPv4 address of an IPv4-mapped IPv6 address', async () => {
  const { resolver, ask } = nameServer(apple)
  expect(await createHostConfirmation({ resolver })('::ffff:17.58.101.179', suffixes)).toBe('confirmed')
  expect(ask.mock.calls[0]).toEqual(['17.58.101.179'])
})

it('confirms IPv6 addresses in any notation', async () => {
  const { resolver } = nameServer({
    '2620:149::1': ['a.applebot.apple.com'],
    'a.applebot.apple.com': ['2620:149:0:0::0001'],
  })
  expect(await createHostConfirmation({ resolver })('2620:149::1', suffixes)).toBe('confirmed')
})

it.each<[string, NameRecords]>([
  ['has no name', {}],
  ['has no name (ENODATA)', { '5.6.7.8': 'ENODATA' }],
  ['has an unrelated name', { '5.6.7.8': ['host.example.com'], 'host.example.com': ['5.6.7.8'] }],
  [
    'has a name that resolves to another address',
    { '5.6.7.8': ['x.applebot.apple.com'], 'x.applebot.apple.com': ['17.1.1.1'] },
  ],
  ['has a name that does not exist', { '5.6.7.8': ['x.applebot.apple.com'] }],
  [
    'has a name that only ends with the same letters',
    { '5.6.7.8': ['notapplebot.apple.com'], 'notapplebot.apple.com': ['5.6.7.8'] },
  ],
])('refutes an address that %s', async (_, records) => {
  const { resolver } = nameServer(records)
  expect(await createHostConfirmation({ resolver })('5.6.7.8', suffixes)).toBe('refuted')
})

it.each<[string, NameRecords]>([
  ['times out', { '5.6.7.8': 'never' }],
  ['fails', { '5.6.7.8': 'ESERVFAIL' }],
  ['is unreachable', { '5.6.7.8': 'ECONNREFUSED' }],
  ['fails on the 2nd lookup', { '5.6.7.8': ['x.applebot.apple.com'], 'x.applebot.apple.com': 'ETIMEOUT' }],
  ['times out on the 2nd lookup', { '5.6.7.8': ['x.applebot.apple.com'], 'x.applebot.apple.com': 'never' }],
])('returns unknown if the name server %s', async (_, records) => {
  const { resolver } = nameServer(records)
  expect(await createHostConfirmation({ resolver, timeoutMs: 20 })('5.6.7.8', suffixes)).toBe('unknown')
})

it('returns unknown for an invalid IP address', async () => {
  const { resolver, ask } = nameServer({})
  expect(await createHostConfirmation({ resolver })('crawl.example.com', suffixes)).toBe('unknown')
  expect(ask).not.toHaveBeenCalled()
})

it('caches results for a day and failures for a minute', async () => {
  const records: NameRecords = { ...apple, '5.6.7.8': 'ESERVFAIL' }
  const { resolver, ask } = nameServer(records)
  let nowMs = 1_000_000
  const confirm = createHostConfirmation({ resolver, nowMs: () => nowMs })
  const countLookups = async (address: string) => {
    ask.mockClear()
    await confirm(address, suffixes)
    return ask.mock.calls.length
  }
  expect([await countLookups('17.58.101.179'), await countLookups('5.6.7.8')]).toEqual([2, 1])
  expect([await countLookups('17.58.101.179'), await countLookups('5.6.7.8')]).toEqual([0, 0])
  nowMs += 61_000
  expect([await countLookups('17.58.101.179'), await countLookups('5.6.7.8')]).toEqual([0, 1])
  nowMs += 24 * 3600_000
  expect(await countLookups('17.58.101.179')).toBe(2)
})

it('looks up each address once and limits concurrent lookups', async () => {
  let running = 0
  let maxRunning = 0
  const reverse = vi.fn(async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    return []
  })
  const confirm = createHostConfirmation({
    resolver: { reverse, resolve4: async () => [], resolve6: async () => [] },
    concurrency: 3,
  })
  const addresses = Array.from({ length: 40 }, (_, i) => `20.0.0.${i % 10}`)
  expect(await Promise.all(addresses.map((address) => confirm(address, suffixes)))).toEqual(Array(40).fill('refuted'))
  expect([reverse.mock.calls.length, maxRunning]).toEqual([10, 3])
})

it('pauses lookups after repeated timeouts of the name server', async () => {
  const records: NameRecords = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`20.0.0.${i}`, 'never']))
  const { resolver, ask } = nameServer({ ...apple, ...records })
  let nowMs = 1_000_000
  const confirm = createHostConfirmation({ resolver, timeoutMs: 10, nowMs: () => nowMs })
  await Promise.all(Object.keys(records).map((address) => confirm(address, suffixes)))
  ask.mockClear()
  expect(await confirm('17.58.101.179', suffixes)).toBe('unknown')
  expect(ask).not.toHaveBeenCalled()
  nowMs += 60_001
  expect(await confirm('17.58.101.179', suffixes)).toBe('confirmed')
})
