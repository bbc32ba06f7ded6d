import { expect, test } from 'vitest'
import { crawlServed, startPages } from '../../../testing/site/crawl-served.ts'
import { botCatalog } from '../../bots/index.ts'
import { probedBots } from './ai-access.ts'

const self = { token: 'Sightline-audit', aboutUrl: 'https://audits.example/about' }

test('probes as at most 20 bots, which are in the catalog and send requests themselves', () => {
  expect(new Set(probedBots).size).toBe(probedBots.length)
  expect(probedBots.length).toBeLessThanOrEqual(20)
  for (const name of probedBots) {
    const bot = botCatalog.find((other) => other.name === name)
    expect([name, bot?.governs]).toEqual([name, undefined])
    expect(bot).toBeDefined()
  }
})

test('probes once as each main bot that robots.txt allows, and identifies itself', async () => {
  const challenge = '<script src="/cdn-cgi/challenge-platform/h/b"></script>'
  const server = await startPages({
    '/robots.txt': 'User-agent: GPTBot\nUser-agent: Google-Extended\nDisallow: /\n',
    '/': (request, response) => {
      const userAgent = request.headers['user-agent'] ?? ''
      if (userAgent.includes('CCBot')) response.writeHead(503).end()
      else if (userAgent.includes('ClaudeBot')) response.writeHead(403).end(challenge)
      else if (userAgent.includes('Bytespider')) response.writeHead(429, { 'retry-after': '60' }).end()
      else response.end('home')
    },
  })
  const { facts } = await crawlServed(server, { self, hasProbes: true })
  const access = Object.fromEntries(facts.bots.map((bot) => [bot.bot, bot]))
  expect(access.GPTBot).toMatchObject({
    isAllowed: false,
    rule: { line: 3, text: 'Disallow: /' },
    probe: null,
  })
  expect(access['Google-Extended']).toMatchObject({ isAllowed: false, probe: null })
  expect(access.PerplexityBot).toMatchObject({ isAllowed: true, rule: null, probe: { status: 200 } })
  expect(access.ClaudeBot?.probe).toMatchObject({ status: 403, isChallenge: true })
  expect(access.CCBot?.probe).toMatchObject({ status: 503, isChallenge: false })
  expect(access.Bytespider?.probe).toMatchObject({ status: 429, problem: null })
  expect(facts.bots.length).toBe(botCatalog.length)
  const probes = server.asked.filter(({ userAgent }) => userAgent.startsWith('compatible; '))
  expect(probes.map(({ url }) => url)).toEqual(Array(19).fill('/'))
  expect(probes.map(({ userAgent }) => userAgent)).toContain(
    'compatible; ClaudeBot; Sightline-audit +https://audits.example/about',
  )
  // Probes run last, because a firewall may block the crawler after them.
  expect(server.asked.at(-1)?.userAgent).toContain('CCBot')
})

test('sends no probes if disabled', async () => {
  const server = await startPages({ '/': 'home' })
  const { facts } = await crawlServed(server, { self, hasProbes: false })
  expect(facts.bots.every(({ probe }) => probe === null)).toBe(true)
  expect(server.asked.every(({ userAgent }) => userAgent === 'test')).toBe(true)
})
