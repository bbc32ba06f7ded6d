import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testData } from '../../testing/test-data.ts'
import { botCatalogue, lookAlikes, tokensOf } from './catalogue.ts'
import type { AiBot, LookAlike } from './catalogue-schema.ts'
import { createBotRecogniser } from './recognise.ts'
import { browserUserAgent } from './testing/browsers.ts'
import {
  aiCrawlerOperators,
  alsoAiBots,
  otherNames,
  userAgentsOfCommonNames,
} from './testing/expected-bots.ts'

const recognise = createBotRecogniser()
const nameOf = (userAgent: string) => recognise(userAgent)?.name

interface CrawlerEntry {
  pattern: string
  instances: string[]
  tags: string[]
}

const crawlersFile = testData('bots/crawler-user-agents.json')

describe.skipIf(crawlersFile === undefined)('crawler-user-agents.json', () => {
  const entries: CrawlerEntry[] =
    crawlersFile === undefined ? [] : JSON.parse(readFileSync(crawlersFile, 'utf8'))
  const aiCrawlers = entries.filter(({ tags }) => tags.includes('ai-crawler'))

  it('has every user agent of its AI crawlers recognised with the right operator', () => {
    const userAgents = aiCrawlers.flatMap(({ pattern, instances }) =>
      instances.map((userAgent) => ({ pattern, userAgent })),
    )
    expect(userAgents.length).toBeGreaterThan(90)
    for (const { pattern, userAgent } of userAgents) {
      expect([userAgent, recognise(userAgent)?.operator]).toEqual([userAgent, aiCrawlerOperators[pattern]])
    }
  })

  it('has nothing else recognised but what is an AI bot all the same', () => {
    const taken = entries
      .filter((entry) => !aiCrawlers.includes(entry))
      .filter(({ instances }) => instances.some((userAgent) => recognise(userAgent) !== undefined))
    expect(taken.map(({ pattern }) => pattern).sort()).toEqual([...alsoAiBots].sort())
  })
})

const aiRobotsTxtFile = testData('bots/ai-robots-txt.json')

describe.skipIf(aiRobotsTxtFile === undefined)('ai-robots-txt.json', () => {
  it('has every agent in the catalogue, recognised by its name', () => {
    const names = Object.keys(JSON.parse(readFileSync(aiRobotsTxtFile ?? '', 'utf8')))
    // Link previews, which people cause by sharing a link.
    const expected = names.filter((name) => name !== 'facebookexternalhit')
    expect(expected).toHaveLength(165)
    for (const name of expected) {
      const userAgent =
        userAgentsOfCommonNames[name] ?? `Mozilla/5.0 (compatible; ${name}/1.0; +https://example.com/bot)`
      const bot = (otherNames[name] ?? name).toLowerCase()
      expect([name, nameOf(userAgent)?.toLowerCase()]).toEqual([name, bot])
    }
  })
})

const logFile = testData('logs/apache-combined-10k.log')

it.skipIf(logFile === undefined)('no line of a log of 2015 is an AI visit', () => {
  const lines = readFileSync(logFile ?? '', 'latin1')
    .trimEnd()
    .split('\n')
  expect(lines).toHaveLength(10_000)
  for (const line of lines) expect([line, recognise(line)]).toEqual([line, undefined])
})

it('takes no browser of a person for a bot', () => {
  fc.assert(
    fc.property(browserUserAgent, (userAgent) => recognise(userAgent) === undefined),
    { numRuns: 2000 },
  )
})

describe('a token', () => {
  it.each([
    ['GPTBot', 'GPTBot'],
    ['gptbot/1.2', 'GPTBot'],
    [
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)',
      'GPTBot',
    ],
    ['compatible;GPTBOT', 'GPTBot'],
    ['(GPTBot) crawler', 'GPTBot'],
    ['a crawler by the name of GPTBot.', 'GPTBot'],
    ['GPTBot-Image/1.0', 'GPTBot'],
    ['NotGPTBotX', undefined],
    ['GPTBots', undefined],
    ['GPTBot_2', undefined],
    ['my-GPTBot/1.0', undefined],
    ['Mozilla/5.0 (compatible; Checker; +https://example.com/gptbot)', undefined],
    ['Mozilla/5.0 (compatible; Checker; +https://gptbot.example.com)', undefined],
    ['Mozilla/5.0 (compatible; Checker; gptbot@example.com)', undefined],
    ['кGPTBot', undefined],
    ['', undefined],
  ])('stands for itself: %s', (userAgent, name) => {
    expect(nameOf(userAgent)).toBe(name)
  })

  it('gives way to a more specific one, wherever that stands', () => {
    expect(nameOf('Applebot-Extended/0.1')).toBe('Applebot-Extended')
    expect(nameOf('Applebot/0.1')).toBe('Applebot')
    expect(nameOf('GoogleOther-Image/1.0 GoogleOther')).toBe('GoogleOther-Image')
    expect(nameOf('Claude-User (claude-code/2.1.86; +https://support.anthropic.com/)')).toBe('Claude-Code')
    expect(nameOf('CCBot/2.0 ClaudeBot/1.0 GPTBot/1.0')).toBe('ClaudeBot')
    expect(nameOf('TavilyBot ClaudeBot')).toBe('TavilyBot')
  })

  it('of another program of the same name counts for nothing', () => {
    expect(nameOf('Mozilla/5.0 (compatible; ExaBot/1.0; +https://exa.ai)')).toBe('ExaBot')
    expect(nameOf('Mozilla/5.0 (compatible; Exabot/3.0; +http://www.exabot.com/go/robot)')).toBeUndefined()
  })

  it('belongs to one bot', () => {
    const twice = [...botCatalogue, { ...(botCatalogue[0] as AiBot), name: 'Other', tokens: ['GPTBOT'] }]
    expect(() => createBotRecogniser(twice)).toThrow('"gptbot"')
  })
})

/** What the recogniser says, by one regular expression for each token. */
function recogniseByExpressions(catalogue: readonly AiBot[], exceptions: readonly LookAlike[]) {
  const tokens = [
    ...catalogue.flatMap((bot) => tokensOf(bot).map((token) => ({ token, bot }))),
    ...exceptions.map(({ token }) => ({ token, bot: undefined })),
  ].map(({ token, bot }) => {
    const before = /^[a-z0-9]/i.test(token) ? '(?<![a-z0-9._/@\\-\\u0080-\\uffff])' : ''
    const after = /[a-z0-9]$/i.test(token) ? '(?![a-z0-9_@\\u0080-\\uffff]|\\.[a-z0-9\\u0080-\\uffff])' : ''
    return {
      bot,
      length: token.length,
      expression: new RegExp(`${before}${RegExp.escape(token)}${after}`, 'i'),
    }
  })
  return (userAgent: string) =>
    tokens
      .flatMap(({ bot, length, expression }) => {
        const at = expression.exec(userAgent)?.index
        return at === undefined ? [] : [{ bot, length, at }]
      })
      .sort((a, b) => b.length - a.length || a.at - b.at)[0]?.bot?.name
}

describe('one pass', () => {
  const piece = fc.oneof(
    fc.constantFrom(...botCatalogue.flatMap(tokensOf), ...lookAlikes.map(({ token }) => token)),
    fc.constantFrom('/1.0', '; ', ' ', '-', '.', '_', '@', '/', '+', '(', ')', 'bot', 'A', '9', 'ö', ''),
    fc.string({ maxLength: 3 }),
  )
  const written = fc
    .tuple(piece, fc.nat(3), fc.constantFrom('as it is', 'upper', 'cut'))
    .map(([text, cut, how]) => {
      if (how === 'upper') return text.toUpperCase()
      return how === 'cut' ? text.slice(cut) : text
    })

  it('finds what a regular expression for each token finds', () => {
    const expected = recogniseByExpressions(botCatalogue, lookAlikes)
    fc.assert(
      fc.property(fc.array(written, { maxLength: 8 }), (pieces) => {
        const userAgent = pieces.join('')
        expect(nameOf(userAgent)).toBe(expected(userAgent))
      }),
      { numRuns: 3000 },
    )
  })
})
