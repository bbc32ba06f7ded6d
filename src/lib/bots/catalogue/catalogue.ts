import type { AiBot } from '../bot.ts'
import { agents } from './agents.ts'
import { dataCollectors } from './data-collectors.ts'
import { googleMicrosoftAndApple } from './google-microsoft-apple.ts'
import { metaAndAmazon } from './meta-amazon.ts'
import { modelMakers } from './model-makers.ts'
import { openAiAndAnthropic } from './openai-anthropic.ts'
import { searchAndAssistants } from './search-and-assistants.ts'

/**
 * Every known AI bot. Crawlers of classic search engines (Googlebot, Bingbot) are none, although answers draw on their
 * indexes too: most of what they read is for links to click on, and it would drown what AI bots read. Nor is
 * facebookexternalhit, which previews links that people share: Meta’s AI crawlers have names of their own.
 */
export const botCatalogue: readonly AiBot[] = [
  ...openAiAndAnthropic,
  ...googleMicrosoftAndApple,
  ...metaAndAmazon,
  ...modelMakers,
  ...searchAndAssistants,
  ...agents,
  ...dataCollectors,
]
