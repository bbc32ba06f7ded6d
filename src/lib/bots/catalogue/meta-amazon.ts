import type { AiBot } from '../bot.ts'
import { aiRobotsTxt, crawlerUserAgents } from './lists.ts'

const metaCrawlers = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers'
const amazonCrawlers = 'https://developer.amazon.com/amazonbot'

const meta = { operator: 'Meta', category: 'meta' } as const
const amazon = { operator: 'Amazon', category: 'amazon' } as const

export const metaAndAmazon: readonly AiBot[] = [
  { ...meta, name: 'meta-externalagent', purpose: 'training', source: metaCrawlers },
  { ...meta, name: 'meta-externalfetcher', purpose: 'fetch', source: metaCrawlers },
  { ...meta, name: 'meta-webindexer', purpose: 'search', source: metaCrawlers },
  { ...meta, name: 'FacebookBot', purpose: 'training', source: aiRobotsTxt },

  {
    ...amazon,
    name: 'Amazonbot',
    purpose: 'training',
    verification: {
      ranges: ['amazonbot'],
      hostSuffixes: ['crawl.amazonbot.amazon'],
      source: amazonCrawlers,
    },
    source: amazonCrawlers,
  },
  {
    ...amazon,
    name: 'Amzn-SearchBot',
    purpose: 'search',
    verification: { ranges: ['amzn-searchbot'], source: amazonCrawlers },
    source: amazonCrawlers,
  },
  {
    ...amazon,
    name: 'Amzn-User',
    purpose: 'fetch',
    verification: { ranges: ['amzn-user'], source: amazonCrawlers },
    source: amazonCrawlers,
  },
  {
    ...amazon,
    name: 'AmazonBuyForMe',
    tokens: ['amazonbuyforme', 'agent/amazonbuyforme'],
    purpose: 'agent',
    source: aiRobotsTxt,
  },
  {
    ...amazon,
    name: 'NovaAct',
    tokens: ['novaact', 'agent-novaact'],
    purpose: 'agent',
    source: aiRobotsTxt,
  },
  { ...amazon, name: 'Amazon-Bedrock-AgentCore-Browser', purpose: 'agent', source: crawlerUserAgents },
  {
    ...amazon,
    name: 'bedrockbot',
    purpose: 'search',
    source: 'https://docs.aws.amazon.com/bedrock/latest/userguide/webcrawl-data-source-connector.html',
  },
  {
    ...amazon,
    name: 'amazon-kendra',
    tokens: ['amazon-kendra', 'kendrabot'],
    purpose: 'search',
    source: 'https://docs.aws.amazon.com/kendra/latest/dg/what-is-kendra.html',
  },
  { ...amazon, name: 'amazon-QBusiness', purpose: 'search', source: aiRobotsTxt },
]
