import { defineProvider } from '../provider.ts'
import { promptLengthProblem } from '../requests.ts'
import { readSerpApi } from '../serpapi/read.ts'
import { searchProtocol } from '../serpapi/request.ts'
import engines from './engines.json' with { type: 'json' }
import prices from './prices.json' with { type: 'json' }

/** Maximum characters of a prompt, if known (searchapi.io/openapi). */
const maxLengths: Readonly<Record<string, number>> = { chatgpt: 4000, 'google-ai-mode': 8193 }

/**
 * SearchApi (searchapi.io/openapi and github.com/SearchApi/n8n-nodes-searchapi). Its shapes are SerpApi's
 * with other names. Overviews link to Google's redirects unless the second search resolves them.
 */
export const searchapi = defineProvider({
  kind: 'searchapi',
  name: 'SearchApi',
  baseUrl: 'https://www.searchapi.io/api/v1',
  engines: Object.keys(engines),
  choices: ['city'],
  defaultModel: '',
  protocol: {
    ...searchProtocol({
      engines,
      parametersOf: ({ engine }) => ({
        ...(engine === 'chatgpt' && { web_search: 'true' }),
        ...(engine === 'google-ai-overviews' && { device: 'desktop' }),
      }),
      overview: { link: 'resolved' },
      path: '/search',
      sign: ({ apiKey }) => ({ headers: { authorization: `Bearer ${apiKey}` } }),
    }),
    problemWith: (question) =>
      promptLengthProblem(maxLengths[question.engine] ?? Number.POSITIVE_INFINITY, question, 'SearchApi'),
  },
  formats: {
    searchapi: {
      read: readSerpApi,
      textAt: ['', 'ai_overview.'].flatMap((at) => [`${at}text_blocks`, `${at}markdown`]),
    },
  },
  prices,
})
