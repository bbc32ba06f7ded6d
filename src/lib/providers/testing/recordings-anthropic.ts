import type { ExpectedAnswer } from './expected-answer.ts'

const accuWeather = '@content[2].content[0]'
const conditions = '@content[2].content[7]'
const hourly = '@content[2].content[8]'
const common = {
  format: 'anthropic-messages',
  outcome: 'answered',
  engine: 'claude',
  surface: 'api',
} as const

export const anthropicRecordings: Record<string, ExpectedAnswer> = {
  'anthropic/pydantic-ai__test_anthropic_web_search_tool.0.json': {
    ...common,
    text: Array.from({ length: 19 }, (_, index) => `@content[${index + 3}].text`),
    cited: [
      [`${accuWeather}.url`, `${accuWeather}.title`, 'Temperature: 66°F with clear skies'],
      [`${conditions}.url`, `${conditions}.title`, 'High: 78°F with partly cloudy skies'],
      [
        `${hourly}.url`,
        `${hourly}.title`,
        'Some clouds in the morning will give way to mainly sunny skies for the afternoon',
      ],
    ],
    consulted: [1, 2, 3, 4, 5, 6, 9].map((index) => `@content[2].content[${index}].url`),
    queries: ['San Francisco weather today'],
    search: 'searched',
    model: 'claude-sonnet-4-20250514',
    usage: [8984, 520, 1],
    taskId: 'msg_0119wM5YxCLg3hwUWrxEQ9Y8',
  },
  'anthropic/pydantic-ai__test_pause_turn_web_search_vcr.0.json': {
    ...common,
    truncated: true,
    text: [1, 14, 19, 22, 25].map((index) => `@content[${index}].text`),
    // Ten lists of ten; nine pages are in two of them.
    consulted: {
      count: 91,
      first: 'https://www.accuweather.com/en/us/san-francisco/94103/weather-forecast/347629',
      last: 'https://www.cbsnews.com/sanfrancisco/',
    },
    queries: [
      'San Francisco weather today',
      'San Francisco sunrise time today',
      'Golden Gate Bridge traffic today',
      'San Francisco air quality today',
      'San Francisco events this week',
      'San Francisco ferry schedule today',
      'quantum computing today',
      'stock market today',
      'latest news weather San Francisco',
      'latest news traffic San Francisco',
      'latest news air quality San Francisco',
    ],
    search: 'searched',
    model: 'claude-sonnet-4-5-20250929',
    usage: [401_468, 792, 10],
    taskId: 'msg_01WUxwtx6NsdkWnEyL8BMy1q',
  },
  'anthropic/vercel-ai__anthropic-web-fetch-tool-20260209.1.json': {
    ...common,
    text: [
      'The page at **example.com** is a simple placeholder page for the "Example Domain," which is reserved for use in documentation and illustrative examples without requiring prior permission.',
    ],
    consulted: ['https://example.com'],
    search: 'not_searched',
    model: 'claude-sonnet-4-6',
    usage: [7204, 162, 0],
    taskId: 'msg_012HMyuvZLN3vLPPuRYVnQff',
  },
  'anthropic/vercel-ai__anthropic-web-fetch-tool.1.json': {
    ...common,
    text: ['@content[0].text', '@content[3].text'],
    consulted: ['https://en.wikipedia.org/wiki/Maglemosian_culture'],
    search: 'not_searched',
    model: 'claude-sonnet-4-20250514',
    usage: [4234, 462, 0],
    taskId: 'msg_011WbvNSEuLSBybJpEPjLEKn',
  },
  'anthropic/vercel-ai__anthropic-web-fetch-tool.2.json': {
    ...common,
    text: ['@content[0].text', '@content[3].text'],
    consulted: ['https://raw.githubusercontent.com/vercel/ai/main/examples/ai-functions/data/ai.pdf'],
    search: 'not_searched',
    model: 'claude-sonnet-4-20250514',
    usage: [28_638, 365, 0],
    taskId: 'msg_01J6pspTts6fPPShWrKHfihr',
  },
  'anthropic/vercel-ai__anthropic-web-fetch-tool.error.json': {
    ...common,
    text: ['@content[0].text', '@content[3].text'],
    search: 'not_searched',
    model: 'claude-sonnet-4-20250514',
    usage: [1902, 214, 0],
    taskId: 'msg_01MT4gZLLHg1yg5d6eo41LJe',
  },
  'anthropic/vercel-ai__anthropic-web-search-tool.1.json': {
    ...common,
    text: [2, 5, 6, 7, 8, 9, 10, 11].map((index) => `@content[${index}].text`),
    cited: [
      [
        'https://acecomments.mu.nu/?post=411647',
        'Daily Tech News 26 September 2024',
        "Caroline Ellison, Sam Bankman-Fried's right-hand woman in the FTX kerfuffle, has been sentenced to two years in prison for her part in the fuffling and ordered to pay $11 billion in restitution.",
      ],
      [
        'https://www.crescendo.ai/news/latest-ai-news-and-updates',
        'The Latest AI News and AI Breakthroughs that Matter Most: 2025 | News',
        "Anthropic has launched a Chrome extension enabling its Claude AI agent to interact directly with the browser, manipulating webpages, retrieving content, and automating tasks. This marks the company's first move toward agentic AI with real-time web control.",
      ],
    ],
    consulted: [0, 2, 3, 5, 6, 7, 8, 9].map((index) => `@content[1].content[${index}].url`),
    queries: ['tech news today September 26 2024', '"September 26 2024" tech news breaking'],
    search: 'searched',
    model: 'claude-sonnet-4-20250514',
    usage: [27_118, 600, 2],
    taskId: 'msg_01PHHrjzLH4teUMhgkGgqYYc',
  },
}
