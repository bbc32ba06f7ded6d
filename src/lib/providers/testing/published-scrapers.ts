import type { PublishedBody } from './published-models.ts'

const oxylabs = { format: 'oxylabs', outcome: 'answered', surface: 'ui', search: 'searched' } as const
const marked = 'Acme is the best. ([Two][1]) Brio is cheap. ([One][2])'
const scrapeless = { format: 'scrapeless', outcome: 'answered', surface: 'ui', search: 'searched' } as const
const cloroText = 'Acme is the best.'

/** Vendors that scrape: elmohq/elmo `packages/lib/src`, docs.cloro.dev, PyPI `brightdata-sdk`, `oxylabs`,
 * live results in scraperapigather/scrapeless-scrapers. */
export const publishedScraperBodies: Record<string, PublishedBody> = {
  'scrapeless, ChatGPT with definitions in its Markdown': {
    body: {
      status: 'success',
      task_id: 'f64f54a5',
      task_result: {
        prompt: 'best crm',
        result_text: `${marked}\n\n[1]: https://two.example/b?utm_source=chatgpt.com "Two - B"\n[2]: https://one.example/a "One - A"`,
        model: 'gpt-5-5',
        web_search: false,
        links: [],
        content_references: [
          { attribution: 'Two', title: 'B', url: 'https://two.example/b?utm_source=chatgpt.com' },
          { attribution: 'One', title: 'A', url: 'https://one.example/a' },
        ],
        search_result: [{ attribution: 'three.example', title: 'Three', snippet: '…', url: 'https://three.example/c' }],
        products: [],
      },
    },
    expected: {
      ...scrapeless,
      engine: 'chatgpt',
      text: ['@task_result.result_text'],
      cited: [
        ['https://two.example/b?utm_source=chatgpt.com', 'B', '[1]'],
        ['https://one.example/a', 'A', '[2]'],
      ],
      consulted: ['https://three.example/c'],
      model: 'gpt-5-5',
      taskId: 'f64f54a5',
    },
  },
  'scrapeless, Gemini without definitions': {
    body: {
      status: 'success',
      task_id: 'f64f54a6',
      task_result: {
        prompt: 'best crm',
        result_text: marked,
        citations: [
          { title: 'B', url: 'https://two.example/b', website_name: 'Two', snippet: '…', highlights: ['…'] },
          { title: 'A', url: 'https://one.example/a', website_name: 'One', snippet: '…', highlights: [] },
        ],
      },
    },
    expected: {
      ...scrapeless,
      engine: 'gemini',
      text: [marked],
      cited: [
        ['https://two.example/b', 'B', '[1]'],
        ['https://one.example/a', 'A', '[2]'],
      ],
      taskId: 'f64f54a6',
    },
  },
  'scrapeless, Perplexity without marks': {
    body: {
      status: 'success',
      task_id: 'f64f54a7',
      task_result: {
        prompt: 'best crm',
        result_text: 'Acme is the best.\n\n[1]: https://one.example/a "One - A"',
        related_prompt: ['…'],
        web_results: [{ name: 'A', url: 'https://one.example/a', snippet: '…' }],
        media_items: [{ medium: 'video', url: 'https://video.example/v', source: 'youtube' }],
      },
    },
    expected: {
      ...scrapeless,
      engine: 'perplexity',
      text: ['@task_result.result_text'],
      cited: [['https://one.example/a', 'A', null]],
      taskId: 'f64f54a7',
    },
  },
  'scrapeless, Grok': {
    body: {
      status: 'success',
      task_id: 'f64f54a8',
      task_result: {
        full_response: 'Acme is the best.',
        user_model: 'grok-3',
        footnotes: {},
        web_search_results: [{ title: 'A', url: 'https://one.example/a', preview: '…' }],
        x_search_results: [],
      },
    },
    expected: {
      ...scrapeless,
      engine: 'grok',
      text: ['Acme is the best.'],
      cited: [['https://one.example/a', 'A', null]],
      model: 'grok-3',
      taskId: 'f64f54a8',
    },
  },
  'cloro, a task': {
    body: {
      task: {
        id: 'task-1',
        taskType: 'CHATGPT',
        status: 'COMPLETED',
        createdAt: '2026-08-01T10:00:00Z',
        idempotencyKey: 'k',
      },
      credits: { creditsToCharge: 7, creditsCharged: 7 },
      response: {
        text: cloroText,
        model: '',
        sources: [
          { position: 1, url: 'https://one.example/a', label: 'One' },
          { position: 2, url: 'https://two.example/b', label: 'Two' },
        ],
        citationPills: [{ citationPillId: 0, url: 'https://two.example/b', label: 'Two', position: 2 }],
        searchQueries: ['best crm'],
        shoppingCards: [
          {
            tags: ['crm'],
            products: [{ title: 'Acme Pro', url: 'https://acme.example/pro', price: '$57.00', merchant: 'Acme' }],
          },
        ],
        inlineProducts: [{ title: 'Brio Box', url: 'https://brio.example/box' }],
        ads: [
          {
            brand: { name: 'Brio', url: 'https://brio.example' },
            rendered: true,
            cards: [{ title: 'Try Brio', url: 'https://brio.example/try' }],
          },
        ],
      },
    },
    expected: {
      format: 'cloro',
      outcome: 'answered',
      surface: 'ui',
      engine: 'chatgpt',
      text: [cloroText],
      cited: [['https://two.example/b', 'Two', null]],
      consulted: ['https://one.example/a'],
      queries: ['best crm'],
      search: 'searched',
      usage: [null, null, null, 7],
      taskId: 'task-1',
      executedAt: '2026-08-01T10:00:00.000Z',
      products: [
        { name: 'Acme Pro', url: 'https://acme.example/pro', seller: 'Acme', price: '$57.00' },
        { name: 'Brio Box', url: 'https://brio.example/box', seller: '', price: '' },
      ],
      ads: [{ advertiser: 'Brio', title: 'Try Brio', url: 'https://brio.example/try', isShown: true }],
    },
  },
  'brightdata, a record': {
    body: [
      {
        url: 'https://chatgpt.com/?model=auto',
        prompt: 'best crm',
        timestamp: '2026-08-01T10:00:00.000Z',
        country: 'us',
        model: 'gpt-5',
        answer_text: 'Acme is the best.',
        answer_text_markdown: '**Acme** is the best.',
        citations: [{ url: 'https://one.example/a', title: 'One', position: 1 }],
        links_attached: [{ url: 'https://two.example/b', text: 'Two', position: 2 }],
        search_sources: [
          { url: 'https://one.example/a', title: 'One' },
          { url: 'https://three.example/c', title: 'Three' },
        ],
        web_search_triggered: false,
        web_search_query: ['best crm'],
        shopping_visible: true,
        ads: { name: 'Brio', url: 'https://brio.example', carousel_cards: [{ title: 'Try Brio' }] },
      },
    ],
    expected: {
      format: 'brightdata',
      outcome: 'answered',
      surface: 'ui',
      engine: 'chatgpt',
      text: ['**Acme** is the best.'],
      cited: [
        ['https://one.example/a', 'One', null],
        ['https://two.example/b', '', null],
      ],
      consulted: ['https://three.example/c'],
      queries: ['best crm'],
      search: 'searched',
      model: 'gpt-5',
      country: 'US',
      executedAt: '2026-08-01T10:00:00.000Z',
      ads: [{ advertiser: 'Brio', title: 'Try Brio', url: 'https://brio.example', isShown: null }],
    },
  },
  'brightdata, a page of Google': {
    body: {
      general: {
        search_engine: 'google',
        language: 'en',
        country_code: 'US',
        timestamp: '2026-08-01T10:00:00Z',
      },
      organic: [{ link: 'https://else.example' }],
      ai_overview: {
        texts: [
          { type: 'paragraph', snippet: 'Acme is the best.' },
          {
            type: 'list',
            snippet: '',
            list: [
              { type: 'paragraph', snippet: 'Brio: 6 hours' },
              { type: 'list', list: [{ snippet: 'Cato: IP55' }] },
            ],
          },
        ],
        references: [{ href: 'https://one.example/a', title: 'One. Opens in new tab.', index: 0 }],
      },
    },
    expected: {
      format: 'brightdata',
      outcome: 'answered',
      surface: 'ui',
      engine: 'google-ai-overviews',
      text: ['Acme is the best.', '\n\n', 'Brio: 6 hours', '\n\n', 'Cato: IP55'],
      cited: [['https://one.example/a', 'One', null]],
      search: 'searched',
      country: 'US',
      language: 'en',
      executedAt: '2026-08-01T10:00:00.000Z',
    },
  },
  'oxylabs, ChatGPT': {
    body: {
      results: [
        {
          content: {
            markdown_text: '**Acme** is the best.',
            response_text: 'Acme is the best.',
            citations: [{ url: 'https://one.example/a', title: 'One' }],
            search_queries: ['best crm'],
            llm_model: 'gpt-5',
            parse_status_code: 12_000,
          },
          status_code: 200,
          url: 'https://chatgpt.com/',
          job_id: '123',
          created_at: '2026-08-01 10:00:00 UTC',
        },
      ],
      job: { id: '123', source: 'chatgpt', geo_location: 'United States', status: 'done' },
    },
    expected: {
      ...oxylabs,
      engine: 'chatgpt',
      text: ['**Acme** is the best.'],
      cited: [['https://one.example/a', 'One', null]],
      queries: ['best crm'],
      model: 'gpt-5',
      location: 'United States',
      taskId: '123',
      executedAt: '2026-08-01T10:00:00.000Z',
    },
  },
  'oxylabs, Perplexity': {
    body: {
      results: [
        {
          content: {
            answer_results_md: 'Acme is the best.',
            additional_results: { sources_results: [{ url: 'https://one.example/a', title: 'One' }] },
            inline_products: [{ title: 'Acme Pro', price: 57, currency: 'USD' }],
            related_queries: ['what about brio'],
            model: 'turbo',
          },
          url: 'https://www.perplexity.ai/search/x',
        },
      ],
    },
    expected: {
      ...oxylabs,
      engine: 'perplexity',
      text: ['Acme is the best.'],
      cited: [['https://one.example/a', 'One', null]],
      model: 'turbo',
      products: [{ name: 'Acme Pro', url: '', seller: '', price: '57 USD' }],
    },
  },
  'oxylabs, AI Mode': {
    body: {
      results: [
        {
          content: {
            response_text: 'Acme is the best. Brio is fine. Brio is fine.',
            citations: [
              { text: 'Brio is fine.', urls: ['https://two.example/b'] },
              { text: 'Acme is the best.', urls: ['https://one.example/a', 'https://three.example/c'] },
            ],
          },
          url: 'https://www.google.com/search?q=best+crm&udm=50',
        },
      ],
    },
    expected: {
      ...oxylabs,
      engine: 'google-ai-mode',
      text: ['Acme is the best. Brio is fine. Brio is fine.'],
      // Words that occur twice have no known place.
      cited: [
        ['https://two.example/b', '', null],
        ['https://one.example/a', '', 'Acme is the best.'],
        ['https://three.example/c', '', 'Acme is the best.'],
      ],
    },
  },
  'oxylabs, AI Overview': {
    body: {
      results: [
        {
          content: {
            results: {
              organic: [],
              ai_overviews: [
                {
                  answer_text: [
                    {
                      fragments: [
                        { text: 'Acme is ', references: [] },
                        { text: 'the best.', references: [{ url: 'https://one.example/a', source: 'One' }] },
                      ],
                    },
                    { fragments: [{ text: 'Brio follows.' }] },
                  ],
                  source_panel: { items: [{ url: 'https://two.example/b', title: 'Two' }] },
                },
              ],
            },
            parse_status_code: 12_000,
          },
          job_id: '124',
        },
      ],
      job: { source: 'google_search' },
    },
    expected: {
      ...oxylabs,
      engine: 'google-ai-overviews',
      text: ['Acme is the best.\n\nBrio follows.'],
      cited: [
        ['https://one.example/a', 'One', 'the best.'],
        ['https://two.example/b', 'Two', null],
      ],
      taskId: '124',
    },
  },
}
