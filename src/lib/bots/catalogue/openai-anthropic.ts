import type { AiBot } from '../bot.ts'
import { aiRobotsTxt, crawlerUserAgents } from './lists.ts'

const openAiBots = 'https://platform.openai.com/docs/bots'
const openAiAgent = 'https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting'
const anthropicBots =
  'https://support.anthropic.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler'

const openAi = { operator: 'OpenAI', category: 'openai' } as const
const anthropic = { operator: 'Anthropic', category: 'anthropic' } as const

/** Anthropic says that requests from the listed addresses are its own, not that there are no others. */
const anthropicAddresses = { ranges: ['anthropic'], partialRanges: true, source: anthropicBots } as const

export const openAiAndAnthropic: readonly AiBot[] = [
  {
    ...openAi,
    name: 'GPTBot',
    purpose: 'training',
    verification: { ranges: ['gptbot'], source: openAiBots },
    source: openAiBots,
  },
  {
    ...openAi,
    name: 'OAI-SearchBot',
    purpose: 'search',
    verification: { ranges: ['oai-searchbot'], source: openAiBots },
    source: openAiBots,
  },
  {
    ...openAi,
    name: 'ChatGPT-User',
    purpose: 'fetch',
    verification: { ranges: ['chatgpt-user'], source: openAiBots },
    source: openAiBots,
  },
  {
    // Looks at the pages that adverts in ChatGPT lead to.
    ...openAi,
    name: 'OAI-AdsBot',
    purpose: 'other',
    verification: { ranges: ['oai-adsbot'], source: openAiBots },
    source: openAiBots,
  },
  {
    ...openAi,
    name: 'ChatGPT Agent',
    purpose: 'agent',
    verification: { signatureAgent: 'https://chatgpt.com', source: openAiAgent },
    source: openAiAgent,
  },
  { ...openAi, name: 'Operator', tokens: ['operator/1.'], purpose: 'agent', source: aiRobotsTxt },
  { ...openAi, name: 'OpenAI', purpose: 'other', source: aiRobotsTxt },

  {
    ...anthropic,
    name: 'ClaudeBot',
    purpose: 'training',
    verification: anthropicAddresses,
    source: anthropicBots,
  },
  {
    ...anthropic,
    name: 'Claude-SearchBot',
    purpose: 'search',
    verification: anthropicAddresses,
    source: anthropicBots,
  },
  {
    ...anthropic,
    name: 'Claude-User',
    purpose: 'fetch',
    verification: anthropicAddresses,
    source: anthropicBots,
  },
  {
    // Runs on its users’ machines, so that it comes from any address.
    ...anthropic,
    name: 'Claude-Code',
    tokens: ['claude-code', 'claude-user (claude-code'],
    purpose: 'agent',
    source: crawlerUserAgents,
  },
  { ...anthropic, name: 'Claude-Web', purpose: 'other', source: aiRobotsTxt },
  { ...anthropic, name: 'anthropic-ai', purpose: 'training', source: aiRobotsTxt },
]
