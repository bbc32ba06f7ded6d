import type { ExpectedAnswer } from './expected-answer.ts'

const common = {
  format: 'openai-chat',
  outcome: 'answered',
  surface: 'api',
} as const
const sonar = {
  format: 'perplexity-sonar',
  outcome: 'answered',
  engine: 'perplexity',
  surface: 'api',
  model: 'sonar',
  search: 'searched',
} as const

/** Bodies with `choices`. */
export const chatRecordings: Record<string, ExpectedAnswer> = {
  'openai/pydantic-ai__test_openai_web_search_tool_with_user_location.0.json': {
    ...common,
    text: ['@choices[0].message.content'],
    model: 'gpt-4o-search-preview-2025-03-11',
    usage: [12, 293, null],
    taskId: 'chatcmpl-da029146-a630-4224-9d12-7d808b031fbc',
    executedAt: '2025-05-14T12:59:00.000Z',
  },
  'openrouter/pydantic-ai__test_openrouter_web_search_annotations.0.json': {
    ...common,
    text: ['https://github.com/pydantic/pydantic-ai'],
    // Five are listed without a place; the answer is the URL of one of them.
    cited: [
      [
        'https://github.com/pydantic/pydantic-ai',
        'AI Agent Framework, the Pydantic way',
        'https://github.com/pydantic/pydantic-ai',
      ],
    ],
    consulted: [
      'https://pydantic.dev/pydantic-ai',
      'https://github.com/pydantic/pydantic-ai/releases/tag/v2.0.0',
      'https://pydantic.dev/docs/ai/overview/',
      'https://github.com/pydantic/pydantic-ai/tree/refs/tags/v1.44.0',
    ],
    search: 'searched',
    model: 'deepseek/deepseek-chat',
    costUsd: 0.007637029,
    usage: [2315, 40, 1],
    taskId: 'gen-1786680756-Fmq0SbiQ50hlHCCn30d5',
    executedAt: '2026-08-14T04:12:36.000Z',
  },
  'groq/pydantic-ai__test_groq_model_web_search_tool.0.json': {
    ...common,
    text: ['@choices[0].message.content'],
    consulted: {
      count: 17,
      first: 'https://www.weatherapi.com/',
      last: 'https://www.sfgate.com/bayarea/article/thunder-rain-tropical-storm-mario-21053020.php',
    },
    queries: ['What is the weather in San Francisco today?'],
    search: 'searched',
    model: 'groq/compound',
    usage: [5296, 387, 1],
    taskId: 'stub',
    executedAt: '2025-09-17T21:14:13.000Z',
  },
  'xai/vercel-ai__xai-text.json': {
    ...common,
    text: ['Hello'],
    model: 'grok-3-mini',
    // 1,176,500 ticks.
    costUsd: 0.00011765,
    usage: [12, 1, null],
    taskId: '2af5c888-e886-6dcb-7844-95f8fe010b00',
    executedAt: '2026-02-11T01:40:46.000Z',
  },
  'perplexity/vercel-ai__perplexity-citations.json': {
    ...sonar,
    text: ['@choices[0].message.content'],
    cited: [
      ['https://en.wikipedia.org/wiki/San_Francisco', '', '[2]'],
      ['https://www.california-demographics.com/cities_by_population', '', '[3]'],
      ['https://fred.stlouisfed.org/series/CASANF0POP', '', '[5]'],
      ['https://worldpopulationreview.com/us-counties/california/san-francisco-county', '', '[7]'],
      ['https://worldpopulationreview.com/us-cities/california/san-francisco', '', '[6]'],
      ['https://populationstat.com/united-states/san-francisco', '', '[1]'],
    ],
    consulted: [
      'https://wfin.com/fox-sports/pat-mcafee-says-san-francisco-wasnt-the-s-hole-he-thought-it-may-be-during-super-bowl-week/',
    ],
    usage: [10, 251, null],
    taskId: '702738a1-c1e0-4a7f-b9ab-0f6fe1b13514',
    executedAt: '2026-02-11T00:03:46.000Z',
  },
  'perplexity/vercel-ai__perplexity-text.json': {
    ...sonar,
    text: ['@choices[0].message.content'],
    cited: [
      ['https://www.modernchristmastrees.com/innovative-approaches-holiday-decor-modern-interior-design/', '', '[1]'],
      ['https://camillestyles.com/design/modern-christmas-decorating-ideas/', '', '[2]'],
      [
        'https://www.elledecor.com/design-decorate/interior-designers/advice/g2833/christmas-decorating-ideas/',
        '',
        '[3]',
      ],
      ['https://www.youtube.com/watch?v=GVxMMHAwzIU', '', '[4]'],
      [
        'https://www.jjonesdesignco.com/blogs/modern-industrial-christmas-decor-joshuas-must-have-holiday-picks',
        '',
        '[5]',
      ],
    ],
    consulted: ['https://www.bhsusa.com/blog/5-decorations-for-a-mid-century-modern-inspired-holiday'],
    usage: [11, 392, null],
    taskId: 'aec30d94-c6a5-4d30-935e-97dbe8de9f85',
    executedAt: '2026-02-11T00:03:40.000Z',
  },
}
