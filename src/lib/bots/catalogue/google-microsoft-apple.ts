import type { AiBot } from '../bot.ts'
import { aiRobotsTxt, crawlerUserAgents } from './lists.ts'

const commonCrawlers = 'https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers'
const userTriggered =
  'https://developers.google.com/search/docs/crawling-indexing/google-user-triggered-fetchers'
const verifyingGoogle = 'https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot'
const applebot = 'https://support.apple.com/en-us/119829'

const google = { operator: 'Google', category: 'google' } as const
const apple = { operator: 'Apple', category: 'apple' } as const

const asCommonCrawler = {
  ranges: ['google-common-crawlers'],
  hostSuffixes: ['googlebot.com', 'google.com'],
  source: verifyingGoogle,
} as const

const asAgent = {
  ranges: ['google-user-triggered-agents'],
  hostSuffixes: ['google.com'],
  signatureAgent: 'https://agent.bot.goog',
  source: verifyingGoogle,
} as const

export const googleMicrosoftAndApple: readonly AiBot[] = [
  { ...google, name: 'Google-Extended', governs: 'Googlebot', purpose: 'training', source: commonCrawlers },
  { ...google, name: 'GoogleOther', purpose: 'other', verification: asCommonCrawler, source: commonCrawlers },
  {
    ...google,
    name: 'GoogleOther-Image',
    purpose: 'other',
    verification: asCommonCrawler,
    source: commonCrawlers,
  },
  {
    ...google,
    name: 'GoogleOther-Video',
    purpose: 'other',
    verification: asCommonCrawler,
    source: commonCrawlers,
  },
  {
    ...google,
    name: 'Google-CloudVertexBot',
    tokens: ['google-cloudvertexbot', 'cloudvertexbot'],
    purpose: 'search',
    verification: asCommonCrawler,
    source: commonCrawlers,
  },
  { ...google, name: 'Gemini-Deep-Research', purpose: 'fetch', source: aiRobotsTxt },
  {
    ...google,
    name: 'Google-NotebookLM',
    tokens: ['google-notebooklm', 'notebooklm', 'google-gemininotebook'],
    purpose: 'fetch',
    verification: {
      ranges: ['google-user-triggered-fetchers'],
      hostSuffixes: ['google.com'],
      source: verifyingGoogle,
    },
    source: userTriggered,
  },
  { ...google, name: 'Google-Agent', purpose: 'agent', verification: asAgent, source: userTriggered },
  { ...google, name: 'GoogleAgent-Mariner', purpose: 'agent', source: aiRobotsTxt },
  { ...google, name: 'GoogleAgent-URLContext', purpose: 'fetch', source: aiRobotsTxt },
  { ...google, name: 'Google-Firebase', purpose: 'fetch', source: aiRobotsTxt },
  { ...google, name: 'Google-Gemini-CLI', purpose: 'agent', source: aiRobotsTxt },

  {
    operator: 'Microsoft',
    category: 'microsoft',
    name: 'AzureAI-SearchBot',
    purpose: 'search',
    source: crawlerUserAgents,
  },
  {
    // Visual Studio Code, which GitHub Copilot reads pages with.
    operator: 'Microsoft',
    category: 'microsoft',
    name: 'Code',
    tokens: ['code/1.'],
    purpose: 'agent',
    source: aiRobotsTxt,
  },

  {
    ...apple,
    name: 'Applebot',
    purpose: 'search',
    verification: { ranges: ['applebot'], hostSuffixes: ['applebot.apple.com'], source: applebot },
    source: applebot,
  },
  { ...apple, name: 'Applebot-Extended', governs: 'Applebot', purpose: 'training', source: applebot },
]
