import { expect, it, vi } from 'vitest'
import { createHostConfirmation } from './confirm-host.ts'

/** Records of names: what an address is called, and what a name leads to. A text is the code of an error. */
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

it('confirms an address whose name is the operator’s and leads back to it', async () => {
  const { resolver } = nameServer(apple)
  const confirm = createHostConfirmation({ resolver })
  expect(await confirm('17.58.101.179', suffixes)).toBe('confirmed')
  expect(await confirm('17.58.101.179', ['apple.com'])).toBe('confirmed')
  expect(await confirm('17.58.101.179', ['bot.apple.com', 'applebot.apple.co'])).toBe('refuted')
})

it('asks for an IPv4 address by itself where the log has it mapped into IPv6', async () => {
  const { resolver, ask } = nameServer(apple)
  expect(await createHostConfirmation({ resolver })('::ffff:17.58.101.179', suffixes)).toBe('confirmed')
  expect(ask.mock.calls[0]).toEqual(['17.58.101.179'])
})

it('confirms IPv6 in whatever spelling the name leads back', async () => {
  const { resolver } = nameServer({
    '2620:149::1': ['a.applebot.apple.com'],
    'a.applebot.apple.com': ['2620:149:0:0::0001'],
  })
  expect(await createHostConfirmation({ resolver })('2620:149::1', suffixes)).toBe('confirmed')
})

it.each<[string, NameRecords]>([
  ['has no name', {}],
  ['has none in another way', { '5.6.7.8': 'ENODATA' }],
  ['has another’s name', { '5.6.7.8': ['host.example.com'], 'host.example.com': ['5.6.7.8'] }],
  [
    'bears a name that leads elsewhere',
    { '5.6.7.8': ['x.applebot.apple.com'], 'x.applebot.apple.com': ['17.1.1.1'] },
  ],
  ['bears a name that is not there', { '5.6.7.8': ['x.applebot.apple.com'] }],
  [
    'bears a name that only ends alike',
    { '5.6.7.8': ['notapplebot.apple.com'], 'notapplebot.apple.com': ['5.6.7.8'] },
  ],
])('refutes an address that %s', async (_, records) => {
  const { resolver } = nameServer(records)
  expect(await createHostConfirmation({ resolver })('5.6.7.8', suffixes)).toBe('refuted')
})

it.each<[string, NameRecords]>([
  ['is silent', { '5.6.7.8': 'never' }],
  ['fails', { '5.6.7.8': 'ESERVFAIL' }],
  ['is not there', { '5.6.7.8': 'ECONNREFUSED' }],
  ['fails on the way back', { '5.6.7.8': ['x.applebot.apple.com'], 'x.applebot.apple.com': 'ETIMEOUT' }],
  ['is silent on the way back', { '5.6.7.8': ['x.applebot.apple.com'], 'x.applebot.apple.com': 'never' }],
])('knows nothing where the name server %s', async (_, records) => {
  const { resolver } = nameServer(records)
  expect(await createHostConfirmation({ resolver, timeoutMs: 20 })('5.6.7.8', suffixes)).toBe('unknown')
})

it('knows nothing of what is no address', async () => {
  const { resolver, ask } = nameServer({})
  expect(await createHostConfirmation({ resolver })('crawl.example.com', suffixes)).toBe('unknown')
  expect(ask).not.toHaveBeenCalled()
})

it('keeps answers for a day, and that there was none for a minute', async () => {
  const records: NameRecords = { ...apple, '5.6.7.8': 'ESERVFAIL' }
  const { resolver, ask } = nameServer(records)
  let nowMs = 1_000_000
  const confirm = createHostConfirmation({ resolver, nowMs: () => nowMs })
  const asked = async (address: string) => {
    ask.mockClear()
    await confirm(address, suffixes)
    return ask.mock.calls.length
  }
  expect([await asked('17.58.101.179'), await asked('5.6.7.8')]).toEqual([2, 1])
  expect([await asked('17.58.101.179'), await asked('5.6.7.8')]).toEqual([0, 0])
  nowMs += 61_000
  expect([await asked('17.58.101.179'), await asked('5.6.7.8')]).toEqual([0, 1])
  nowMs += 24 * 3600_000
  expect(await asked('17.58.101.179')).toBe(2)
})

it('asks once about an address that many ask for, and about few addresses at a time', async () => {
  let underWay = 0
  let most = 0
  const reverse = vi.fn(async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setTimeout(resolve, 5))
    underWay -= 1
    return []
  })
  const confirm = createHostConfirmation({
    resolver: { reverse, resolve4: async () => [], resolve6: async () => [] },
    atOnce: 3,
  })
  const addresses = Array.from({ length: 40 }, (_, i) => `20.0.0.${i % 10}`)
  expect(await Promise.all(addresses.map((address) => confirm(address, suffixes)))).toEqual(
    Array(40).fill('refuted'),
  )
  expect([reverse.mock.calls.length, most]).toEqual([10, 3])
})

it('leaves a silent name server alone for a while', async () => {
  const records: NameRecords = Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [`20.0.0.${i}`, 'never']),
  )
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
