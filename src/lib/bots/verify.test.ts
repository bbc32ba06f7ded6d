import { describe, expect, it } from 'vitest'
import { botCatalog } from './catalogue.ts'
import type { AiBot } from './catalogue-schema.ts'
import type { Confirmation, ConfirmHost } from './confirm-host.ts'
import { makeRangeList } from './range-files.ts'
import { createBotVerifier } from './verify.ts'

const dayMs = 24 * 3600_000
const nowMs = Date.UTC(2026, 8, 20)
const inside = '20.15.240.70'
const outside = '52.0.0.1'

const bot = (verification?: Omit<NonNullable<AiBot['verification']>, 'source'>, more?: Partial<AiBot>): AiBot => ({
  name: 'Test Bot',
  operator: 'Test',
  category: 'other',
  purpose: 'other',
  source: 'https://example.com',
  ...(verification && { verification: { ...verification, source: 'https://example.com' } }),
  ...more,
})
const byRanges = bot({ ranges: ['test'] })
const byNames = bot({ hostSuffixes: ['bot.example'] })
const byBoth = bot({ ranges: ['test'], hostSuffixes: ['bot.example'] })

/** @param ages in days by list name; `test` and `test-bot` contain `inside`, others 104.16.0.0/13 */
function verifier(ages: Record<string, number>, confirmation?: Confirmation) {
  const lookups: string[] = []
  const confirmHost: ConfirmHost | undefined =
    confirmation &&
    (async (address, suffixes) => {
      lookups.push(`${address} ${suffixes}`)
      return confirmation
    })
  const lists = new Map(
    Object.entries(ages).map(([name, days]) => {
      const network = ['test', 'test-bot'].includes(name) ? '20.15.240.64/28' : '104.16.0.0/13'
      return [name, makeRangeList([network, '10.9.0.0/16'], nowMs - days * dayMs)]
    }),
  )
  const { verify, verifyWithoutAsking } = createBotVerifier({
    lists,
    confirmHost,
    maxAgeMs: 7 * dayMs,
    nowMs: () => nowMs,
  })
  const verdict = (of: AiBot, address: string, daysAgo = 0) => verify(of, address, nowMs - daysAgo * dayMs)
  return { verdict, verifyWithoutAsking, lookups }
}

describe('verification by address lists', () => {
  it('verifies an address in the list and marks one outside it as spoofed', async () => {
    const { verdict } = verifier({ test: 0 })
    expect(await verdict(byRanges, inside)).toBe('verified')
    expect(await verdict(byRanges, `::ffff:${inside}`)).toBe('verified')
    expect(await verdict(byRanges, outside)).toBe('spoofed')
    expect(await verdict(byRanges, '2600:1f00::1')).toBe('spoofed')
  })

  it('accepts an old list as proof for an address, not as proof against one', async () => {
    const { verdict } = verifier({ test: 8 })
    expect(await verdict(byRanges, inside)).toBe('verified')
    expect(await verdict(byRanges, outside)).toBe('unverified')
    expect(await verdict(byRanges, outside, 1)).toBe('spoofed')
  })

  it('does not mark old visits as spoofed by a current list', async () => {
    const { verdict } = verifier({ test: 0 })
    expect(await verdict(byRanges, outside, 7)).toBe('spoofed')
    expect(await verdict(byRanges, outside, 7.1)).toBe('unverified')
    expect(await verdict(byRanges, inside, 400)).toBe('verified')
  })

  it('marks no visit as spoofed if a list is missing, outdated or documented as partial', async () => {
    const two = bot({ ranges: ['test', 'other'] })
    expect(await verifier({ test: 0 }).verdict(two, outside)).toBe('unverified')
    expect(await verifier({ test: 0 }).verdict(two, inside)).toBe('verified')
    expect(await verifier({ test: 0, other: 8 }).verdict(two, outside)).toBe('unverified')
    expect(await verifier({ test: 0, other: 1 }).verdict(two, outside)).toBe('spoofed')
    const partial = bot({ ranges: ['test'], partialRanges: true })
    expect(await verifier({ test: 0 }).verdict(partial, outside)).toBe('unverified')
    expect(await verifier({ test: 0 }).verdict(partial, inside)).toBe('verified')
  })

  it.each(['10.0.0.7', '127.0.0.1', '192.168.0.1', '::1', 'fd00::1', '100.64.0.9', '-', 'unknown', ''])(
    'returns unverified for the address %j',
    async (address) => {
      const { verdict } = verifier({ test: 0 }, 'refuted')
      expect([await verdict(byRanges, address), await verdict(byNames, address)]).toEqual(['unverified', 'unverified'])
    },
  )

  it.each(['cloudflare-v4', 'proxies'])('returns unverified for addresses in %s', async (proxy) => {
    expect(await verifier({ test: 0 }).verdict(byRanges, '104.16.1.1')).toBe('spoofed')
    const { verdict, lookups } = verifier({ test: 0, [proxy]: 100 }, 'refuted')
    expect([await verdict(byRanges, '104.16.1.1'), await verdict(byBoth, '104.16.1.1')]).toEqual([
      'unverified',
      'unverified',
    ])
    expect(lookups).toEqual([])
  })

  it('uses a custom list named after the bot', async () => {
    expect(await verifier({ test: 0 }).verdict(bot(), outside)).toBe('unverified')
    const { verdict } = verifier({ 'test-bot': 0 })
    expect([await verdict(bot(), inside), await verdict(bot(), outside)]).toEqual(['verified', 'spoofed'])
  })
})

describe('verification by host names', () => {
  it.each<[Confirmation, string, string]>([
    ['confirmed', 'verified', 'verified'],
    ['refuted', 'spoofed', 'unverified'],
    ['unknown', 'unverified', 'unverified'],
  ])('a %s address is %s, and %s after 8 days', async (confirmation, now, longAgo) => {
    const { verdict, lookups } = verifier({}, confirmation)
    expect(await verdict(byNames, outside)).toBe(now)
    expect(await verdict(byNames, outside, 8)).toBe(longAgo)
    expect(lookups).toEqual([`${outside} bot.example`, `${outside} bot.example`])
  })

  it('looks up the host name only if no list verified the visit', async () => {
    const { verdict, verifyWithoutAsking, lookups } = verifier({ test: 0 }, 'confirmed')
    expect(await verdict(byBoth, inside)).toBe('verified')
    expect(lookups).toEqual([])
    expect(verifyWithoutAsking(byBoth, outside, nowMs)).toBeUndefined()
    expect(await verdict(byBoth, outside)).toBe('verified')
  })

  it('does not mark a visit as spoofed if the name server fails', async () => {
    expect(await verifier({ test: 0 }, 'unknown').verdict(byBoth, outside)).toBe('unverified')
    expect(await verifier({ test: 0 }, 'refuted').verdict(byBoth, outside)).toBe('spoofed')
    expect(await verifier({ test: 9 }, 'refuted').verdict(byBoth, outside, 9)).toBe('spoofed')
  })

  it('uses only the lists if name lookups are off', async () => {
    expect(await verifier({ test: 0 }).verdict(byBoth, outside)).toBe('spoofed')
    expect(await verifier({}).verdict(byNames, outside)).toBe('unverified')
  })
})

it('returns unverified for a bot without published data', async () => {
  const { verdict } = verifier({ test: 0 }, 'refuted')
  expect(await verdict(bot({ signatureAgent: 'https://example.com' }), outside)).toBe('unverified')
})

it('marks visits by robots.txt tokens as spoofed', async () => {
  const { verdict } = verifier({})
  const extended = botCatalog.filter(({ governs }) => governs !== undefined)
  expect(extended).toHaveLength(2)
  for (const token of extended) expect(await verdict(token, '66.249.66.1', 1000)).toBe('spoofed')
})
