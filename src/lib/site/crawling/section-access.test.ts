import { expect, test } from 'vitest'
import { crawlServed, linking, startPages } from '../../../testing/site/crawl-served.ts'
import { createFakeClock } from '../../../testing/site/fake-clock.ts'
import { readPage } from '../pages/read-page.ts'
import type { SiteFacts } from './site-facts.ts'

const self = { token: 'Sightline-audit' }
const text = Array.from({ length: 300 }, (_, n) => `word${n % 97} of${n % 61} page${n % 7}`).join(' ')
const pageOf = (body: string) => `<title>Guide</title><main>${body}</main>`

/** Crawls and probes a site whose page `/blog/a` depends on the user agent. */
async function accessTo(
  blogPage: (userAgent: string, number: number) => { status?: number; body: string },
  robots = '',
): Promise<SiteFacts> {
  const numbers = Array.from({ length: 100 }, (_, index) => index).values()
  const server = await startPages({
    '/robots.txt': robots,
    '/': linking('/blog/a'),
    '/blog/a': (request, response) => {
      const { status = 200, body } = blogPage(request.headers['user-agent'] ?? '', numbers.next().value ?? 0)
      response.writeHead(status, { 'content-type': 'text/html' }).end(body)
    },
  })
  const probed = {
    sections: async () => [{ path: '/blog/', pages: 1, url: `${server.origin}/blog/a` }],
    readPage: async (address: Parameters<typeof readPage>[0]) => readPage(address),
  }
  return (await crawlServed(server, { self, hasProbes: true, probed, clock: createFakeClock() })).facts
}

const blogBots = ({ sections: [blog] }: SiteFacts) =>
  Object.fromEntries((blog?.bots ?? []).map((bot) => [bot.bot, bot]))

test('finds what a bot does not get on an inner page', async () => {
  const facts = await accessTo((userAgent) => {
    if (userAgent.includes('ClaudeBot')) return { status: 403, body: 'no' }
    const isCloaked = userAgent.includes('GPTBot')
    return { body: pageOf(isCloaked ? 'Nothing to see' : `<h1>Guide</h1>${text}`) }
  })
  const { GPTBot, ClaudeBot, PerplexityBot } = blogBots(facts)
  expect(GPTBot).toMatchObject({ isAllowed: true, probe: { status: 200 }, differs: ['text'] })
  expect(ClaudeBot).toMatchObject({ probe: { status: 403 } })
  expect(ClaudeBot).not.toHaveProperty('differs')
  expect(PerplexityBot).not.toHaveProperty('differs')
})

test('ignores what changes from request to request', async () => {
  const facts = await accessTo((_userAgent, number) => ({
    body: `<title>Offer ${number}</title><main>${text} ${number}</main>`,
  }))
  for (const bot of Object.values(blogBots(facts))) expect(bot).not.toHaveProperty('differs')
})

test('reads the rules of robots.txt for the page, and does not probe against them', async () => {
  const facts = await accessTo(
    (userAgent) => ({ body: pageOf(userAgent.includes('GPTBot') ? 'disobedient' : text) }),
    'User-agent: GPTBot\nDisallow: /blog/\n',
  )
  expect(blogBots(facts).GPTBot).toMatchObject({ isAllowed: false, probe: null })
  expect(facts.bots.find(({ bot }) => bot === 'GPTBot')).toMatchObject({ isAllowed: true })
})

test('a site that asks for long pauses is probed on its home page only', async () => {
  const facts = await accessTo(() => ({ body: text }), 'User-agent: *\nCrawl-delay: 3\n')
  expect(facts.sections).toEqual([])
})
