import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testData } from '../../testing/test-data.ts'
import { botCatalog, lookAlikes, tokensOf } from './catalogue.ts'
import type { AiBot, LookAlike } from './catalogue-schema.ts'
import { createBotRecognizer } from './recognize.ts'
import { browserUserAgent } from './testing/browsers.ts'
import {
  aiCrawlerOperators,
  alsoAiBots,
  notAiBots,
  otherNames,
  userAgentsOfCommonNames,
} from './testing/expected-bots.ts'

const recognize = createBotRecognizer()
const nameOf = (userAgent: string) => recognize(userAgent)?.name

interface CrawlerEntry {
  pattern: string
  instances: string[]
  tags: string[]
}

const crawlersFile = testData('bots/crawler-user-agents.json')

describe.skipIf(crawlersFile === undefined)('crawler-user-agents.json', () => {
  const entries: CrawlerEntry[] = crawlersFile === undefined ? [] : JSON.parse(readFileSync(crawlersFile, 'utf8'))
  const aiCrawlers = entries.filter(({ tags }) => tags.includes('ai-crawler'))

  it('recognizes every user agent of its AI crawlers with the right operator', () => {
    const userAgents = aiCrawlers.flatMap(({ pattern, instances }) =>
      instances.map((userAgent) => ({ pattern, userAgent })),
    )
    expect(userAgents.length).toBeGreaterThan(90)
    for (const { pattern, userAgent } of userAgents) {
      expect([userAgent, recognize(userAgent)?.operator]).toEqual([userAgent, aiCrawlerOperators[pattern]])
    }
  })

  it('recognizes nothing else, except known AI bots', () => {
    const recognized = entries
      .filter((entry) => !aiCrawlers.includes(entry))
      .filter(({ instances }) => instances.some((userAgent) => recognize(userAgent) !== undefined))
    expect(recognized.map(({ pattern }) => pattern).sort()).toEqual([...alsoAiBots].sort())
  })
})

const aiRobotsTxtFile = testData('bots/ai-robots-txt.json')

describe.skipIf(aiRobotsTxtFile === undefined)('ai-robots-txt.json', () => {
  it('has every agent in the catalog under its name', () => {
    const names = Object.keys(JSON.parse(readFileSync(aiRobotsTxtFile ?? '', 'utf8')))
    const expected = names.filter((name) => !notAiBots.includes(name))
    expect(expected).toHaveLength(163)
    for (const name of expected) {
      const userAgent =
        userAgentsOfCommonNames[name] ?? `Mozilla/5.0 (compatible; ${name}/1.0; +https://example.com/bot)`
      const bot = (otherNames[name] ?? name).toLowerCase()
      expect([name, nameOf(userAgent)?.toLowerCase()]).toEqual([name, bot])
    }
  })
})

const logFile = testData('logs/apache-combined-10k.log')

it.skipIf(logFile === undefined)('finds no AI bots in an access log from 2015', () => {
  const lines = readFileSync(logFile ?? '', 'latin1')
    .trimEnd()
    .split('\n')
  expect(lines).toHaveLength(10_000)
  for (const line of lines) expect([line, recognize(line)]).toEqual([line, undefined])
})

it('does not recognize browsers as bots', () => {
  fc.assert(
    fc.property(browserUserAgent, (userAgent) => recognize(userAgent) === undefined),
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
  ])('matches only as a whole word: %s', (userAgent, name) => {
    expect(nameOf(userAgent)).toBe(name)
  })

  it('loses to a longer token at any position', () => {
    expect(nameOf('Applebot-Extended/0.1')).toBe('Applebot-Extended')
    expect(nameOf('Applebot/0.1')).toBe('Applebot')
    expect(nameOf('GoogleOther-Image/1.0 GoogleOther')).toBe('GoogleOther-Image')
    expect(nameOf('Claude-User (claude-code/2.1.86; +https://support.anthropic.com/)')).toBe('Claude-Code')
    expect(nameOf('CCBot/2.0 ClaudeBot/1.0 GPTBot/1.0')).toBe('ClaudeBot')
    expect(nameOf('TavilyBot ClaudeBot')).toBe('TavilyBot')
  })

  it('does not match another program with a similar name', () => {
    expect(nameOf('Mozilla/5.0 (compatible; ExaBot/1.0; +https://exa.ai)')).toBe('ExaBot')
    expect(nameOf('Mozilla/5.0 (compatible; Exabot/3.0; +http://www.exabot.com/go/robot)')).toBeUndefined()
  })

  it('cannot belong to two bots', () => {
    const twice = [...botCatalog, { ...(botCatalog[0] as AiBot), name: 'Other', tokens: ['GPTBOT'] }]
    expect(() => createBotRecognizer(twice)).toThrow('"gptbot"')
  })
})

/** Reference implementation with one regular expression per token. */
function recognizeByExpressions(catalog: readonly AiBot[], exceptions: readonly LookAlike[]) {
  const tokens = [
    ...catalog.flatMap((bot) => tokensOf(bot).map((token) => ({ token, bot }))),
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

describe('createBotRecognizer', () => {
  const piece = fc.oneof(
    fc.constantFrom(...botCatalog.flatMap(tokensOf), ...lookAlikes.map(({ token }) => token)),
    fc.constantFrom('/1.0', '; ', ' ', '-', '.', '_', '@', '/', '+', '(', ')', 'bot', 'A', '9', 'ö', ''),
    fc.string({ maxLength: 3 }),
  )
  const variants = fc.tuple(piece, fc.nat(3), fc.constantFrom('as it is', 'upper', 'cut')).map(([text, cut, how]) => {
    if (how === 'upper') return text.toUpperCase()
    return how === 'cut' ? text.slice(cut) : text
  })

  it('finds the same bot as one regular expression per token', () => {
    const expected = recognizeByExpressions(botCatalog, lookAlikes)
    fc.assert(
      fc.property(fc.array(variants, { maxLength: 8 }), (pieces) => {
        const userAgent = pieces.join('')
        expect(nameOf(userAgent)).toBe(expected(userAgent))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a bot from public lists', () => {
  const compatible = (product: string) => `Mozilla/5.0 (compatible; ${product})`
  const chrome = (product: string) =>
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${product}) Chrome/142.0.7444.162 Safari/537.36`

  it.each([
    [compatible('KimiBot/1.0; +https://www.kimi.com/bot'), 'KimiBot', 'Moonshot AI'],
    [compatible('Kimi-SearchBot/1.0; +https://www.kimi.com/bot'), 'Kimi-SearchBot', 'Moonshot AI'],
    [chrome('GoogleAgent-Search'), 'GoogleAgent-Search', 'Google'],
    ['Google-Pinpoint', 'Google-Pinpoint', 'Google'],
    [compatible('ProRataInc/1.0; +https://prorata.ai/'), 'ProRataInc', 'ProRata'],
    ['GitHubCopilotChat/0.26.7', 'GitHubCopilotChat', 'GitHub'],
    [compatible('IbouBot/1.0; +bot@ibou.io; +https://ibou.io/iboubot.html'), 'IbouBot', 'Ibou'],
    ['webzio (+https://webz.io/bot.html)', 'webzio', 'Webz.io'],
    [compatible('Kagibot/1.0; +https://kagi.com/bot'), 'Kagibot', 'Kagi'],
    [chrome('MistralAI-Training/1.0; +https://docs.mistral.ai/robots'), 'MistralAI-Training', 'Mistral AI'],
    [compatible('xAI-Bot/1.0; +https://x.ai/bots/'), 'xAI-Bot', 'xAI'],
    [
      'meta-externalads/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      'meta-externalads',
      'Meta',
    ],
  ])('%s is %s by %s', (userAgent, name, operator) => {
    const bot = recognize(userAgent)
    expect([bot?.name, bot?.operator]).toEqual([name, operator])
    const product = name.toLowerCase()
    for (const near of [`x${product}/1.0`, `${product}s/1.0`, `my-${product}`, `https://example.com/${product}`])
      expect([near, nameOf(compatible(near))]).toEqual([near, undefined])
  })

  it('has the name of its operator’s earlier or later name', () => {
    expect(nameOf(compatible('Google-GeminiNotebook; +https://support.google.com/'))).toBe('Google-NotebookLM')
    const old =
      'Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US; rv:1.9.1.2) Gecko/20090729 Firefox/3.5.2 (.NET CLR 3.5.30729; Diffbot/0.1; +http://www.diffbot.com)'
    expect(nameOf(old)).toBe('Diffbot')
    expect(nameOf(old.replace('; Diffbot/0.1; +http://www.diffbot.com)', ') Diffbot/0.1'))).toBe('Diffbot')
  })

  it('is not known by a name that its operator does not document', () => {
    expect(nameOf(compatible('GrokBot/1.0; +https://x.ai'))).toBeUndefined()
    expect(nameOf(compatible('Grok-Bot/1.0; +https://x.ai'))).toBeUndefined()
  })

  it('loses to its longer variant; the agent of an editor matches only outside the editor', () => {
    expect(nameOf('webzio-extended (+https://webz.io/bot.html)')).toBe('Webzio-Extended')
    expect(nameOf('Cursor/2.4.1')).toBe('Cursor')
    expect(nameOf('openai-mcp/1.0.0')).toBe('openai-mcp')
    expect(nameOf('OpenAI/1.0')).toBe('OpenAI')
  })

  it.each([
    ['WebZIP/3.5 (http://www.spidersoft.com)'],
    [compatible('Checker; +https://kagi.com/bot')],
    ['Kimi/2.1 (iPhone; iOS 18.1; Scale/3.00)'],
    ['GitHub-Copilot-Chat-Extension/1.0'],
    ['Google-Pin/1.0'],
  ])('does not match %s', (userAgent) => {
    expect(nameOf(userAgent)).toBeUndefined()
  })

  it.each(['Code/1.61.2', 'Code/1.115.0', 'Code - Insiders/1.99.0', 'Trae/1.107.1', 'Cursor/2.4.1'])(
    'does not match an editor: %s',
    (editor) => {
      const userAgent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${editor} Chrome/142.0.7444.265 Electron/39.8.5 Safari/537.36`
      expect(nameOf(userAgent)).toBeUndefined()
    },
  )
})
