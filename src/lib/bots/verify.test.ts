import { describe, expect, it } from 'vitest'
import { botCatalog } from './catalogue.ts'
import type { AiBot, BotVerification } from './catalogue-schema.ts'
import type { Confirmation, ConfirmHost } from './confirm-host.ts'
import { makeRangeList } from './range-files.ts'
import { createBotVerifier } from './verify.ts'

const dayMs = 24 * 3600_000
const nowMs = Date.UTC(2026, 8, 20)
const inside = '20.15.240.70'
const outside = '52.0.0.1'

const bot = (verification?: Omit<BotVerification, 'source'>, more?: Partial<AiBot>): AiBot => ({
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

/** @param ages of the lists, in days; `other` and `test` hold the address inside, the others 104.16.0.0/13 */
function verifier(ages: Record<string, number>, confirmation?: Confirmation) {
  const asked: string[] = []
  const confirmHost: ConfirmHost | undefined =
    confirmation &&
    (async (address, suffixes) => {
      asked.push(`${address} ${suffixes}`)
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
  return { verdict, verifyWithoutAsking, asked }
}

describe('by lists of addresses', () => {
  it('an address inside is verified, one outside spoofed', async () => {
    const { verdict } = verifier({ test: 0 })
    expect(await verdict(byRanges, inside)).toBe('verified')
    expect(await verdict(byRanges, `::ffff:${inside}`)).toBe('verified')
    expect(await verdict(byRanges, outside)).toBe('spoofed')
    expect(await verdict(byRanges, '2600:1f00::1')).toBe('spoofed')
  })

  it('an old list still verifies, and proves nothing against an address outside', async () => {
    const { verdict } = verifier({ test: 8 })
    expect(await verdict(byRanges, inside)).toBe('verified')
    expect(await verdict(byRanges, outside)).toBe('unverified')
    expect(await verdict(byRanges, outside, 1)).toBe('spoofed')
  })

  it('nor does a list of now against a visit long ago', async () => {
    const { verdict } = verifier({ test: 0 })
    expect(await verdict(byRanges, outside, 7)).toBe('spoofed')
    expect(await verdict(byRanges, outside, 7.1)).toBe('unverified')
    expect(await verdict(byRanges, inside, 400)).toBe('verified')
  })

  it('nothing is spoofed while a list of the bot is missing, too old, or partial by its operator’s word', async () => {
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
    'the address %j says nothing',
    async (address) => {
      const { verdict } = verifier({ test: 0 }, 'refuted')
      expect([await verdict(byRanges, address), await verdict(byNames, address)]).toEqual([
        'unverified',
        'unverified',
      ])
    },
  )

  it.each(['cloudflare-v4', 'proxies'])('nor does an address of %s', async (proxy) => {
    expect(await verifier({ test: 0 }).verdict(byRanges, '104.16.1.1')).toBe('spoofed')
    const { verdict, asked } = verifier({ test: 0, [proxy]: 100 }, 'refuted')
    expect([await verdict(byRanges, '104.16.1.1'), await verdict(byBoth, '104.16.1.1')]).toEqual([
      'unverified',
      'unverified',
    ])
    expect(asked).toEqual([])
  })

  it('a list that somebody made for a bot counts by the bot’s name', async () => {
    expect(await verifier({ test: 0 }).verdict(bot(), outside)).toBe('unverified')
    const { verdict } = verifier({ 'test-bot': 0 })
    expect([await verdict(bot(), inside), await verdict(bot(), outside)]).toEqual(['verified', 'spoofed'])
  })
})

describe('by names', () => {
  it.each<[Confirmation, string, string]>([
    ['confirmed', 'verified', 'verified'],
    ['refuted', 'spoofed', 'unverified'],
    ['unknown', 'unverified', 'unverified'],
  ])('an address that is %s is %s, long ago %s', async (confirmation, now, longAgo) => {
    const { verdict, asked } = verifier({}, confirmation)
    expect(await verdict(byNames, outside)).toBe(now)
    expect(await verdict(byNames, outside, 8)).toBe(longAgo)
    expect(asked).toEqual([`${outside} bot.example`, `${outside} bot.example`])
  })

  it('is asked only where a list has not proven the visit', async () => {
    const { verdict, verifyWithoutAsking, asked } = verifier({ test: 0 }, 'confirmed')
    expect(await verdict(byBoth, inside)).toBe('verified')
    expect(asked).toEqual([])
    expect(verifyWithoutAsking(byBoth, outside, nowMs)).toBeUndefined()
    expect(await verdict(byBoth, outside)).toBe('verified')
  })

  it('a silent name server lets no list call a visit spoofed', async () => {
    expect(await verifier({ test: 0 }, 'unknown').verdict(byBoth, outside)).toBe('unverified')
    expect(await verifier({ test: 0 }, 'refuted').verdict(byBoth, outside)).toBe('spoofed')
    expect(await verifier({ test: 9 }, 'refuted').verdict(byBoth, outside, 9)).toBe('spoofed')
  })

  it('that are never asked leave it to the lists', async () => {
    expect(await verifier({ test: 0 }).verdict(byBoth, outside)).toBe('spoofed')
    expect(await verifier({}).verdict(byNames, outside)).toBe('unverified')
  })
})

it('a bot of which nothing is published is neither verified nor spoofed', async () => {
  const { verdict } = verifier({ test: 0 }, 'refuted')
  expect(await verdict(bot({ signatureAgent: 'https://example.com' }), outside)).toBe('unverified')
})

it('what is only a token of robots.txt visits nobody', async () => {
  const { verdict } = verifier({})
  const extended = botCatalog.filter(({ governs }) => governs !== undefined)
  expect(extended).toHaveLength(2)
  for (const token of extended) expect(await verdict(token, '66.249.66.1', 1000)).toBe('spoofed')
})
