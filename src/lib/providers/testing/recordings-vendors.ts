import type { ExpectedAnswer } from './expected-answer.ts'

const cloro = { format: 'cloro', outcome: 'answered', surface: 'ui', search: 'searched' } as const
const dataForSeo = { format: 'dataforseo', surface: 'ui' } as const
const soundbar = 'The Sonos Era 300 is a well-reviewed speaker released recently.'

/** Bodies constructed from literals, not recorded. */
export const vendorRecordings: Record<string, ExpectedAnswer> = {
  'cloro/elmo-literals.synthetic.json#CHATGPT_RESPONSE': {
    ...cloro,
    text: [soundbar],
    cited: [
      ['https://www.whathifi.com/reviews/sonos-era-300', 'Sonos Era 300 review', null],
      ['https://www.techradar.com/best-speakers', 'Best speakers 2026', null],
    ],
    queries: ['recent speaker reviews'],
    model: 'gpt-5-3-mini',
  },
  'cloro/elmo-literals.synthetic.json#AI_OVERVIEW_RESPONSE': {
    ...cloro,
    text: ['The best running shoes for beginners include the **Brooks Ghost** and Nike Pegasus.'],
    cited: [['https://www.runnersworld.com/best-beginner-shoes', 'Best beginner shoes', null]],
    engine: 'google-ai-overviews',
  },
  'cloro/elmo-literals.synthetic.json#PERPLEXITY_RESPONSE': {
    ...cloro,
    text: ['The Sonos Era 100 lasts longer than the Bose SoundLink Flex.'],
    cited: [['https://www.soundguys.com/era-100-review', 'Era 100 review', null]],
    // The prompt itself; the related queries are suggestions.
    queries: ['Compare the Sonos Era 100 and the Bose SoundLink Flex'],
  },
  'cloro/elmo-literals.synthetic.json#AI_OVERVIEW_WITH_RELATED_LINKS': {
    ...cloro,
    text: ['The Audioengine A2+ is a well-reviewed compact desktop speaker system.'],
    cited: [['https://www.wired.com/best-computer-speakers', 'Best computer speakers', null]],
    engine: 'google-ai-overviews',
  },
  'cloro/elmo-literals.synthetic.json#AI_MODE_RESPONSE': {
    ...cloro,
    text: ['The Bose SoundLink Flex is a well-reviewed portable speaker.'],
    cited: [
      ['https://www.cnet.com/best-bluetooth-speaker', 'Best Bluetooth speakers', null],
      ['@sources[1].url', 'Bose SoundLink Flex Portable Bluetooth Speaker', null],
    ],
  },
  'dataforseo/shapes.synthetic.json#llm_scraper_chat_gpt': {
    ...dataForSeo,
    outcome: 'answered',
    text: ['The JBL Xtreme 5 launched last month and reviewed well.'],
    cited: [['https://www.techradar.com/audio/jbl-xtreme-5', 'JBL Xtreme 5 review', null]],
    consulted: ['https://example.com/not-cited'],
    queries: ['best speakers released July 2026'],
    search: 'searched',
    model: 'gpt-5-5',
    costUsd: 0.004,
    location: '2840',
    language: 'en',
  },
  'dataforseo/shapes.synthetic.json#llm_responses': {
    ...dataForSeo,
    surface: 'api',
    outcome: 'answered',
    text: ['A current well-reviewed laptop is the Framework Laptop 13.'],
    cited: [['https://example.com/review', 'Example review', null]],
    queries: ['current laptop reviews'],
    search: 'searched',
    model: 'gpt-4o',
    costUsd: 0.012,
  },
  'dataforseo/shapes.synthetic.json#serp_ai_overview': {
    ...dataForSeo,
    outcome: 'answered',
    text: [soundbar],
    cited: [['https://www.whathifi.com/reviews/sonos-era-300', 'Sonos Era 300 review', null]],
    search: 'searched',
    engine: 'google-ai-overviews',
  },
  'dataforseo/shapes.synthetic.json#error': {
    ...dataForSeo,
    outcome: 'failed',
    reason: 'Internal SE Server Error. (40602)',
  },
}
