import type { ExpectedAnswer } from './expected-answer.ts'

const common = { format: 'openai-responses', outcome: 'answered', engine: 'chatgpt', surface: 'api' } as const
const background = {
  engine: 'chatgpt',
  format: 'openai-responses',
  model: 'gpt-4o-2024-08-06',
  surface: 'api',
  taskId: 'resp_06a562f31ab7703300698b9df109c481979ebf760b2ff5fc75',
} as const
const xai = { format: 'xai-responses', outcome: 'answered', engine: 'grok', surface: 'api' } as const
const sources = '@output[1].action.sources'

/** The Responses API of OpenAI, Azure and xAI. */
export const openAiRecordings: Record<string, ExpectedAnswer> = {
  'openai/pydantic-ai__test_background_mode_vcr.0.json': {
    ...background,
    outcome: 'failed',
    isPending: true,
    reason: 'the provider is still working on it (queued)',
    usage: [null, null, 0],
    executedAt: '2026-02-10T21:06:57.000Z',
  },
  'openai/pydantic-ai__test_background_mode_vcr.1.json': {
    ...background,
    outcome: 'failed',
    isPending: true,
    reason: 'the provider is still working on it (in_progress)',
    usage: [null, null, 0],
    executedAt: '2026-02-10T21:06:57.000Z',
  },
  'openai/pydantic-ai__test_background_mode_vcr.2.json': {
    ...background,
    outcome: 'answered',
    text: ['2 + 2 equals 4.'],
    search: 'not_searched',
    usage: [15, 9, 0],
    executedAt: '2026-02-10T21:06:58.000Z',
  },
  'openai/pydantic-ai__test_openai_responses_model_web_search_tool.0.json': {
    ...common,
    text: [
      'Today (Tuesday, September 16, 2025) in San Francisco: mostly sunny and pleasant. It’s around 73°F now, with a high near 74°F and a low around 58°F tonight. ',
    ],
    queries: ['weather: San Francisco, CA'],
    search: 'searched',
    model: 'gpt-5-2025-08-07',
    usage: [9299, 577, 1],
    country: 'US',
    taskId: 'resp_028829e50fbcad090068c9c82e1e0081958ddc581008b39428',
    executedAt: '2025-09-16T20:27:26.000Z',
  },
  'openai/pydantic-ai__test_openai_responses_model_web_search_tool_with_invalid_region.0.json': {
    ...common,
    text: ['@output[3].content[0].text'],
    queries: ['weather: Brazil, Bahia, Salvador'],
    search: 'searched',
    model: 'gpt-5-2025-08-07',
    usage: [9939, 1610, 1],
    location: 'Salvador, BRLO',
    taskId: 'resp_0b4f29854724a3120068c4ab0b660081919707b95b47552782',
    executedAt: '2025-09-12T23:21:47.000Z',
  },
  'openai/vercel-ai__openai-web-search-tool.1.json': {
    ...common,
    text: ['@output[7].content[0].text'],
    // Ten annotations of seven pages. Two of their URLs have the engine's utm_source; their sources do not.
    cited: [
      [
        'https://www.theverge.com/podcast/838932/openai-chatgpt-code-red-vergecast',
        'Why OpenAI declared a code red for ChatGPT | The Verge',
        '([theverge.com](https://www.theverge.com/podcast/838932/openai-chatgpt-code-red-vergecast))',
      ],
      [
        'https://techstartups.com/2025/12/05/technology-news-today-the-latest-in-tech-ai-startup-news-december-5-2025/',
        'Technology News Today – The Latest in Tech, AI & Startup News, December 5, 2025 - Tech Startups',
        '([techstartups.com](https://techstartups.com/2025/12/05/technology-news-today-the-latest-in-tech-ai-startup-news-december-5-2025/))',
      ],
      [
        'https://www.investopedia.com/5-things-to-know-before-the-stock-market-opens-december-5-2025-11862701?utm_source=openai',
        '5 Things to Know Before the Stock Market Opens',
        '([investopedia.com](https://www.investopedia.com/5-things-to-know-before-the-stock-market-opens-december-5-2025-11862701?utm_source=openai))',
      ],
      [
        'https://vercel.com/blog/series-f',
        'Towards the AI Cloud: Our Series F - Vercel',
        '([vercel.com](https://vercel.com/blog/series-f))',
      ],
      [
        'https://www.sentinelone.com/vulnerability-database/cve-2025-49826/?utm_source=openai',
        'CVE-2025-49826: Vercel Next.js Cache Poisoning DOS Flaw',
        '([sentinelone.com](https://www.sentinelone.com/vulnerability-database/cve-2025-49826/?utm_source=openai))',
      ],
      [
        'https://www.wired.com/story/the-big-interview-2025-recap',
        'Check Out Highlights From WIRED’s 2025 Big Interview Event | WIRED',
        '([wired.com](https://www.wired.com/story/the-big-interview-2025-recap))',
      ],
      [
        'https://www.bloomberg.com/news/articles/2025-09-30/vercel-notches-9-3-billion-valuation-in-latest-ai-funding-round',
        'Vercel Notches $9.3 Billion Valuation in Latest AI Funding Round - Bloomberg',
        '([bloomberg.com](https://www.bloomberg.com/news/articles/2025-09-30/vercel-notches-9-3-billion-valuation-in-latest-ai-funding-round))',
      ],
    ],
    consulted: [2, 3, 5, 6, 9, 10, 11, 12, 14].map((index) => `${sources}[${index}].url`),
    queries: ['tech news today December 5 2025'],
    search: 'searched',
    model: 'gpt-5-mini-2025-08-07',
    usage: [19_681, 3773, 1],
    country: 'US',
    taskId: 'resp_0953eda47ee17412006933306199c88195b44f9cf2986e1d5b',
    executedAt: '2025-12-05T19:20:01.000Z',
  },
  'azure-openai/vercel-ai__azure-web-search-preview-tool.1.json': {
    ...common,
    text: ['@output[2].content[0].text'],
    cited: [
      [
        'https://www.straitstimes.com/world/while-you-were-sleeping-5-stories-you-might-have-missed-nov-19-2025',
        'While You Were Sleeping: 5 stories you might have missed, Nov 19, 2025',
        '[The Straits Times](https://www.straitstimes.com/world/while-you-were-sleeping-5-stories-you-might-have-missed-nov-19-2025)',
      ],
    ],
    queries: ['top news stories November 19, 2025', 'major news stories November 19, 2025'],
    search: 'searched',
    model: 'gpt-4.1-mini',
    usage: [10_188, 405, 2],
    country: 'US',
    taskId: 'resp_015f6a6b41cacae400691daacaec1c8193aa7694e479437a70',
    executedAt: '2025-11-19T11:32:26.000Z',
  },
  // Searching the customer's own files is not a web search.
  'xai/vercel-ai__xai-file-search-tool.1.json': {
    ...xai,
    text: ['@output[1].content[0].text'],
    search: 'not_searched',
    model: 'grok-4-fast-non-reasoning',
    usage: [500, 150, 0],
    taskId: 'resp_file_search_123',
    executedAt: '2025-11-03T17:06:06.000Z',
  },
  'xai/vercel-ai__xai-web-search-tool.1.json': {
    ...xai,
    text: ['@output[1].content[0].text'],
    consulted: [
      'https://www.ibm.com/think/topics/explainable-ai',
      'https://x.ai/company',
      'https://en.wikipedia.org/wiki/XAI_%28company%29',
      'https://x.ai/',
      'https://www.owkin.com/a-z-of-ai-for-healthcare/xai',
    ],
    queries: ['what is xAI'],
    search: 'searched',
    model: 'grok-4-fast-reasoning',
    usage: [1941, 583, 1],
    taskId: '25de2f84-163c-6e9e-e42e-cd1dbd6f9ed0',
    executedAt: '2025-11-03T17:06:06.000Z',
  },
  'xai/vercel-ai__xai-x-search-tool.1.json': {
    ...xai,
    text: ['@output[1].content[0].text'],
    consulted: {
      count: 20,
      first: 'https://x.com/i/status/1982033415697514642',
      last: 'https://x.com/i/status/1982892944261582868',
    },
    queries: ['AI artificial intelligence'],
    search: 'searched',
    model: 'grok-4-fast-reasoning',
    usage: [8397, 1805, 1],
    taskId: '84c1a8ea-1f29-4a33-1049-0ed3561b0f64_us-east-1',
    executedAt: '2025-10-29T20:15:04.000Z',
  },
}
