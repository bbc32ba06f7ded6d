import type { PublishedBody } from './published-models.ts'

const metadata = { id: 's1', status: 'Success', processed_at: '2026-08-01 10:00:00 UTC' }
const references = [
  { index: 0, title: 'One', link: 'https://one.example/a', source: 'One.example' },
  { index: 1, title: 'Two', link: 'https://two.example/b', source: 'Two.example' },
]
const serpApi = {
  format: 'serpapi',
  outcome: 'answered',
  surface: 'ui',
  search: 'searched',
  taskId: 's1',
  executedAt: '2026-08-01T10:00:00.000Z',
  country: 'US',
  language: 'en',
} as const
const reference_links = [
  { index: 1, title: 'One', link: 'https://one.example/a', snippet: '…', source: 'One' },
  { index: 2, title: 'Two', link: 'https://two.example/b', snippet: '…', source: 'Two' },
]
const searchapi = {
  metadata: { id: 's1', status: 'Success', created_at: '2026-08-01T10:00:00Z' },
  blocks: [
    { type: 'paragraph', answer: 'Acme is the best.', answer_highlight: 'Acme', reference_indexes: [2] },
    { type: 'header', answer: 'Others' },
    {
      type: 'unordered_list',
      items: [{ type: 'paragraph', answer: 'Brio: fine for teams.', reference_indexes: [1] }],
    },
  ],
  text: ['Acme is the best.\n\nOthers\n\nBrio: fine for teams.'],
  cited: [
    ['https://two.example/b', 'Two', 'Acme is the best.'],
    ['https://one.example/a', 'One', 'Brio: fine for teams.'],
  ] as [string, string, string][],
}
const task = { id: 't1', status_code: 20_000, status_message: 'Ok.', cost: 0.004 }

/** Google through SerpApi (serpapi.com), SearchApi (searchapi.io/docs) and DataForSEO (npm dataforseo-client, `models`), with ChatGPT. */
export const publishedSearchBodies: Record<string, PublishedBody> = {
  'serpapi, AI Overview': {
    body: {
      search_metadata: metadata,
      search_parameters: {
        engine: 'google',
        q: 'best crm',
        gl: 'us',
        hl: 'en',
        location_used: 'Austin, Texas',
      },
      ai_overview: {
        text_blocks: [
          { type: 'paragraph', snippet: 'Acme is the best.', reference_indexes: [1] },
          { type: 'heading', snippet: 'Others' },
          {
            type: 'list',
            list: [
              { title: 'Brio', snippet: 'Fine for teams.', reference_indexes: [1, 0] },
              { snippet: 'Cato', text_blocks: [{ type: 'paragraph', snippet: 'Cheap.' }] },
            ],
          },
        ],
        references,
      },
    },
    expected: {
      ...serpApi,
      engine: 'google-ai-overviews',
      location: 'Austin, Texas',
      text: ['Acme is the best.\n\nOthers\n\nBrio\n\nFine for teams.\n\nCato\n\nCheap.'],
      cited: [
        ['https://two.example/b', 'Two', 'Acme is the best.'],
        ['https://one.example/a', 'One', 'Fine for teams.'],
      ],
    },
  },
  'serpapi, AI Mode': {
    body: {
      search_metadata: metadata,
      search_parameters: { engine: 'google_ai_mode', q: 'best crm', gl: 'us', hl: 'en' },
      text_blocks: [
        { type: 'paragraph', snippet: 'Acme is the best.', reference_indexes: [0] },
        {
          type: 'table',
          table: [
            ['Name', 'Price'],
            ['Acme', '$5'],
          ],
        },
      ],
      references,
      shopping_results: [{ title: 'Acme Pro', product_link: 'https://acme.example/pro', price: '$57', source: 'Acme' }],
    },
    expected: {
      ...serpApi,
      engine: 'google-ai-mode',
      text: ['Acme is the best.\n\nName | Price\nAcme | $5'],
      cited: [
        ['https://one.example/a', 'One', 'Acme is the best.'],
        ['https://two.example/b', 'Two', null],
      ],
      products: [{ name: 'Acme Pro', url: 'https://acme.example/pro', seller: 'Acme', price: '$57' }],
    },
  },
  'searchapi, AI Overview of the second search': {
    body: {
      search_metadata: searchapi.metadata,
      search_parameters: { engine: 'google_ai_overview', gl: 'us', hl: 'en' },
      text_blocks: searchapi.blocks,
      markdown: 'Acme is the best. [2]',
      reference_links,
    },
    expected: {
      ...{ ...serpApi, format: 'searchapi', engine: 'google-ai-overviews' },
      ...{ text: searchapi.text, cited: searchapi.cited },
    },
  },
  'searchapi, ChatGPT': {
    body: {
      search_metadata: searchapi.metadata,
      search_parameters: { engine: 'chatgpt', q: 'best crm', web_search: true },
      text_blocks: searchapi.blocks,
      markdown: 'Acme is the best. [2]',
      reference_links,
      response_metadata: { model: 'gpt-5-2' },
    },
    expected: {
      format: 'searchapi',
      outcome: 'answered',
      surface: 'ui',
      engine: 'chatgpt',
      ...{ text: searchapi.text, cited: searchapi.cited },
      search: 'searched',
      model: 'gpt-5-2',
      taskId: 's1',
      executedAt: '2026-08-01T10:00:00.000Z',
    },
  },
  'dataforseo, LLM Scraper with products and an advertisement': {
    body: {
      status_code: 20_000,
      cost: 0.004,
      tasks: [
        {
          ...task,
          path: ['v3', 'ai_optimization', 'chat_gpt', 'llm_scraper', 'live', 'advanced'],
          data: { location_name: 'United States', language_code: 'en' },
          result: [
            {
              model: 'gpt-5-5',
              datetime: '2026-08-01 10:00:00 +00:00',
              items: [
                { type: 'chat_gpt_text', markdown: 'Acme is the best.' },
                {
                  type: 'chat_gpt_products',
                  items: [
                    {
                      title: 'Acme Pro',
                      url: 'https://acme.example/pro',
                      price: 57,
                      currency: 'USD',
                      domain: 'acme.example',
                    },
                  ],
                },
                {
                  type: 'chat_gpt_ad',
                  title: 'Try Brio',
                  url: 'https://brio.example/try',
                  advertiser: { name: 'Brio', url: 'https://brio.example' },
                  is_rendered: false,
                },
              ],
              sources: [{ url: 'https://one.example/a', title: 'One' }],
            },
          ],
        },
      ],
    },
    expected: {
      format: 'dataforseo',
      outcome: 'answered',
      surface: 'ui',
      engine: 'chatgpt',
      text: ['Acme is the best.'],
      cited: [['https://one.example/a', 'One', null]],
      search: 'searched',
      model: 'gpt-5-5',
      costUsd: 0.004,
      location: 'United States',
      language: 'en',
      taskId: 't1',
      executedAt: '2026-08-01T10:00:00.000Z',
      products: [{ name: 'Acme Pro', url: 'https://acme.example/pro', seller: 'acme.example', price: '57 USD' }],
      ads: [{ advertiser: 'Brio', title: 'Try Brio', url: 'https://brio.example/try', isShown: false }],
    },
  },
  'dataforseo, AI Mode': {
    body: {
      status_code: 20_000,
      tasks: [
        {
          ...task,
          path: ['v3', 'serp', 'google', 'ai_mode', 'live', 'advanced'],
          data: { location_code: 2276, language_code: 'de' },
          result: [
            {
              items: [
                {
                  type: 'ai_overview',
                  asynchronous_ai_overview: true,
                  items: [
                    { type: 'ai_overview_element', text: 'Acme is the best.' },
                    {
                      type: 'ai_overview_shopping',
                      title: 'Acme Pro',
                      url: 'https://acme.example/pro',
                      seller: 'Acme',
                      price: { current: 57, currency: 'USD', displayed_price: '$57' },
                    },
                    {
                      type: 'ai_overview_paid',
                      title: 'Try Brio',
                      url: 'https://brio.example',
                      website_name: 'Brio',
                    },
                  ],
                  references: [{ type: 'ai_overview_reference', url: 'https://one.example/a', title: 'One' }],
                },
              ],
            },
          ],
        },
      ],
    },
    expected: {
      format: 'dataforseo',
      outcome: 'answered',
      surface: 'ui',
      engine: 'google-ai-mode',
      text: ['Acme is the best.'],
      cited: [['https://one.example/a', 'One', null]],
      search: 'searched',
      costUsd: 0.004,
      location: '2276',
      language: 'de',
      taskId: 't1',
      products: [{ name: 'Acme Pro', url: 'https://acme.example/pro', seller: 'Acme', price: '$57' }],
      ads: [{ advertiser: 'Brio', title: 'Try Brio', url: 'https://brio.example', isShown: null }],
    },
  },
  'dataforseo, LLM Responses': {
    body: {
      status_code: 20_000,
      tasks: [
        {
          ...task,
          path: ['v3', 'ai_optimization', 'gemini', 'llm_responses', 'live'],
          result: [
            {
              model_name: 'gemini-3-flash',
              input_tokens: 10,
              output_tokens: 20,
              money_spent: 0.003,
              web_search: true,
              items: [
                {
                  type: 'message',
                  sections: [
                    {
                      type: 'text',
                      text: 'Acme (One) is the best.',
                      annotations: [
                        {
                          url: 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/x',
                          direct_url: 'https://one.example/a',
                          title: 'One',
                          start_index: 5,
                          end_index: 10,
                        },
                        { url: 'https://two.example/b', title: 'Two', start_index: 5, end_index: 10 },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
    expected: {
      format: 'dataforseo',
      outcome: 'answered',
      surface: 'api',
      engine: 'gemini',
      text: ['Acme (One) is the best.'],
      // The second citation's place contains neither its URL nor its title.
      cited: [
        ['https://one.example/a', 'One', '(One)'],
        ['https://two.example/b', 'Two', null],
      ],
      search: 'searched',
      model: 'gemini-3-flash',
      costUsd: 0.004,
      usage: [10, 20, null],
      taskId: 't1',
    },
  },
}
