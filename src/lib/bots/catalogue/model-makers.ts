import type { AiBot } from '../bot.ts'
import { aiRobotsTxt, crawlerUserAgents } from './lists.ts'

const perplexityBots = 'https://docs.perplexity.ai/guides/bots'
const mistralBots = 'https://docs.mistral.ai/robots'
const duckAssist = 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot/'
const ccbot = 'https://commoncrawl.org/ccbot'
const petalBot = 'https://webmaster.petalsearch.com/site/petalbot'
const ai2Crawler = 'https://allenai.org/crawler'

const perplexity = { operator: 'Perplexity', category: 'perplexity' } as const
const mistral = { operator: 'Mistral AI', category: 'mistral' } as const
const cohere = { operator: 'Cohere', category: 'cohere' } as const
const byteDance = { operator: 'ByteDance', category: 'bytedance' } as const
const huawei = { operator: 'Huawei', category: 'huawei' } as const
const ai2 = { operator: 'Ai2', category: 'ai2' } as const

export const modelMakers: readonly AiBot[] = [
  {
    ...perplexity,
    name: 'PerplexityBot',
    purpose: 'search',
    verification: { ranges: ['perplexitybot'], source: perplexityBots },
    source: perplexityBots,
  },
  {
    ...perplexity,
    name: 'Perplexity-User',
    tokens: ['perplexity-user', 'perplexityuser'],
    purpose: 'fetch',
    verification: { ranges: ['perplexity-user'], source: perplexityBots },
    source: perplexityBots,
  },
  {
    ...mistral,
    name: 'MistralAI-User',
    purpose: 'fetch',
    verification: { ranges: ['mistralai-user'], source: mistralBots },
    source: mistralBots,
  },
  {
    ...mistral,
    name: 'MistralAI-Index',
    purpose: 'search',
    verification: { ranges: ['mistralai-index'], source: mistralBots },
    source: mistralBots,
  },
  { ...cohere, name: 'cohere-ai', purpose: 'fetch', source: aiRobotsTxt },
  { ...cohere, name: 'cohere-training-data-crawler', purpose: 'training', source: aiRobotsTxt },
  {
    operator: 'DeepSeek',
    category: 'deepseek',
    name: 'DeepSeekBot',
    purpose: 'training',
    source: aiRobotsTxt,
  },
  { ...byteDance, name: 'Bytespider', purpose: 'training', source: aiRobotsTxt },
  { ...byteDance, name: 'TikTokSpider', purpose: 'training', source: aiRobotsTxt },
  { ...byteDance, name: 'imageSpider', purpose: 'data', source: crawlerUserAgents },
  { ...byteDance, name: 'Trae', tokens: ['trae/'], purpose: 'agent', source: aiRobotsTxt },
  { operator: 'Alibaba', category: 'alibaba', name: 'TongyiBot', purpose: 'fetch', source: aiRobotsTxt },
  { operator: 'Baidu', category: 'baidu', name: 'YiyanBot', purpose: 'fetch', source: aiRobotsTxt },
  {
    ...huawei,
    name: 'PetalBot',
    purpose: 'search',
    verification: { hostSuffixes: ['petalsearch.com', 'aspiegel.com'], source: petalBot },
    source: petalBot,
  },
  { ...huawei, name: 'PanguBot', purpose: 'training', source: aiRobotsTxt },
  { operator: 'Moonshot AI', category: 'moonshot', name: 'Kimi-User', purpose: 'fetch', source: aiRobotsTxt },
  {
    operator: 'Zhipu AI',
    category: 'zhipu',
    name: 'ChatGLM-Spider',
    purpose: 'training',
    source: aiRobotsTxt,
  },
  {
    operator: 'Yandex',
    category: 'yandex',
    name: 'YandexAdditionalBot',
    tokens: ['yandexadditionalbot', 'yandexadditional'],
    robotsToken: 'YandexAdditional',
    purpose: 'search',
    verification: {
      hostSuffixes: ['yandex.ru', 'yandex.net', 'yandex.com'],
      source: 'https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html',
    },
    source: 'https://yandex.ru/support/webmaster/en/search-appearance/fast.html?lang=en',
  },
  {
    operator: 'DuckDuckGo',
    category: 'duckduckgo',
    name: 'DuckAssistBot',
    purpose: 'fetch',
    verification: {
      ranges: ['duckassistbot'],
      signatureAgent: 'https://assistbot.duckduckgo.com',
      source: duckAssist,
    },
    source: duckAssist,
  },
  {
    operator: 'Brave',
    category: 'brave',
    name: 'Bravebot',
    purpose: 'search',
    source: 'https://safe.search.brave.com/help/brave-search-crawler',
  },
  {
    operator: 'You.com',
    category: 'you',
    name: 'YouBot',
    purpose: 'search',
    verification: {
      hostSuffixes: ['search.you.com'],
      signatureAgent: 'https://you.com',
      source: 'https://you.com/docs/youbot',
    },
    source: 'https://about.you.com/youbot/',
  },
  {
    operator: 'Common Crawl',
    category: 'common-crawl',
    name: 'CCBot',
    purpose: 'training',
    verification: { ranges: ['ccbot'], hostSuffixes: ['crawl.commoncrawl.org'], source: ccbot },
    source: ccbot,
  },
  { ...ai2, name: 'AI2Bot', purpose: 'training', source: ai2Crawler },
  { ...ai2, name: 'Ai2Bot-Dolma', purpose: 'training', source: ai2Crawler },
  { ...ai2, name: 'AI2Bot-DeepResearchEval', purpose: 'fetch', source: aiRobotsTxt },
]
