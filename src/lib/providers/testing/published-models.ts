import type { ExpectedAnswer } from './expected-answer.ts'

/** A body constructed from a published schema, as none could be recorded, with its content. */
export interface PublishedBody {
  body: unknown
  expected: ExpectedAnswer
}

const agentText = 'Acme 🚀 leads the list.[1] Others prefer Brio.[3] Prices vary.[2]'

const azureText = 'Acme leads the list ([one.example](https://one.example/a)).'

/** Model APIs: MicrosoftDocs/azure-ai-docs `foundry/openai/how-to`, PyPI `perplexityai` `types/`, npm `@mistralai/mistralai` `models/components`. */
export const publishedModelBodies: Record<string, PublishedBody> = {
  'openai-responses, Azure': {
    body: {
      id: 'resp_68b9d1220b288199',
      created_at: 1_757_008_162.0,
      error: null,
      incomplete_details: null,
      instructions: null,
      metadata: {},
      model: 'gpt-5-2025-08-07',
      object: 'response',
      output: [
        {
          id: 'ws_68b9d1220b288199',
          type: 'web_search_call',
          status: 'completed',
          action: { type: 'search', query: 'best crm 2026' },
        },
        {
          id: 'msg_68b9d123f4788199',
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [
            {
              type: 'output_text',
              annotations: [
                {
                  type: 'url_citation',
                  start_index: 21,
                  end_index: 57,
                  url: 'https://one.example/a',
                  title: 'One',
                },
              ],
              text: azureText,
            },
          ],
        },
      ],
      status: 'completed',
      tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'IN' } }],
      usage: {
        input_tokens: 9020,
        output_tokens: 311,
        output_tokens_details: { reasoning_tokens: 64 },
        total_tokens: 9331,
      },
      content_filters: [
        { blocked: false, source_type: 'completion', content_filter_results: { hate: { filtered: false } } },
      ],
    },
    expected: {
      format: 'openai-responses',
      outcome: 'answered',
      surface: 'api',
      engine: 'chatgpt',
      text: [azureText],
      cited: [['https://one.example/a', 'One', '[one.example](https://one.example/a)']],
      queries: ['best crm 2026'],
      search: 'searched',
      model: 'gpt-5-2025-08-07',
      usage: [9020, 311, 1],
      country: 'IN',
      taskId: 'resp_68b9d1220b288199',
      executedAt: '2025-09-04T17:49:22.000Z',
    },
  },
  'perplexity-agent': {
    body: {
      id: 'resp_1',
      object: 'response',
      created_at: 1_786_680_756,
      model: 'perplexity/sonar',
      status: 'completed',
      output: [
        {
          type: 'search_results',
          queries: ['best crm 2026', 'crm comparison'],
          results: [
            { id: 1, url: 'https://one.example/a', title: 'One', snippet: '…' },
            { id: 2, url: 'https://two.example/b', title: 'Two', snippet: '…' },
          ],
        },
        {
          type: 'search_results',
          queries: ['brio crm'],
          results: [
            { id: 3, url: 'https://three.example/c', title: 'Three', snippet: '…' },
            { id: 4, url: 'https://four.example/d', title: 'Four', snippet: '…' },
          ],
        },
        {
          type: 'fetch_url_results',
          contents: [{ url: 'https://five.example/e', title: 'Five', snippet: '…' }],
        },
        { type: 'skill_loaded', name: 'research' },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: agentText, annotations: [] }],
        },
      ],
      usage: {
        input_tokens: 120,
        output_tokens: 40,
        total_tokens: 160,
        cost: { currency: 'USD', input_cost: 0.0001, output_cost: 0.0002, total_cost: 0.0053 },
        tool_calls_details: { web_search: { invocation: 2 }, fetch_url: { invocation: 1 } },
      },
    },
    expected: {
      format: 'perplexity-agent',
      outcome: 'answered',
      surface: 'api',
      engine: 'perplexity',
      text: [agentText],
      cited: [
        ['https://one.example/a', 'One', '[1]'],
        ['https://three.example/c', 'Three', '[3]'],
        ['https://two.example/b', 'Two', '[2]'],
      ],
      consulted: ['https://four.example/d', 'https://five.example/e'],
      queries: ['best crm 2026', 'crm comparison', 'brio crm'],
      search: 'searched',
      model: 'perplexity/sonar',
      costUsd: 0.0053,
      usage: [120, 40, 2],
      taskId: 'resp_1',
      executedAt: '2026-08-14T04:12:36.000Z',
    },
  },
  'mistral-conversations': {
    body: {
      object: 'conversation.response',
      conversation_id: 'conv_1',
      outputs: [
        { type: 'message.output', content: 'I will look that up.', model: 'mistral-medium-2505' },
        {
          type: 'tool.execution',
          name: 'web_search',
          arguments: '{"query": "best crm"}',
          info: { whatever: true },
        },
        {
          type: 'message.output',
          model: 'mistral-medium-2505',
          completed_at: '2026-08-01T10:00:00Z',
          content: [
            { type: 'text', text: 'Acme is the best' },
            { type: 'tool_reference', tool: 'web_search', title: 'One', url: 'https://one.example/a' },
            { type: 'text', text: ', and Brio follows.' },
            { type: 'tool_reference', tool: 'web_search', title: 'Two', url: 'https://two.example/b' },
            { type: 'tool_reference', tool: 'web_search', title: 'A file', url: null },
          ],
        },
      ],
      usage: {
        prompt_tokens: 100,
        completion_tokens: 30,
        total_tokens: 630,
        connector_tokens: 500,
        connectors: { web_search: 1 },
      },
    },
    expected: {
      format: 'mistral-conversations',
      outcome: 'answered',
      surface: 'api',
      engine: 'mistral',
      text: ['I will look that up.', '\n\n', 'Acme is the best', ', and Brio follows.'],
      cited: [
        ['https://one.example/a', 'One', null],
        ['https://two.example/b', 'Two', null],
      ],
      queries: ['best crm'],
      search: 'searched',
      model: 'mistral-medium-2505',
      usage: [600, 30, 1],
      taskId: 'conv_1',
      executedAt: '2026-08-01T10:00:00.000Z',
    },
  },
  'gemini with thoughts, two parts and letters of several bytes': {
    body: {
      responseId: 'r1',
      modelVersion: 'gemini-3-flash',
      candidates: [
        {
          finishReason: 'STOP',
          content: {
            parts: [
              { text: 'Let me think.', thought: true },
              { text: 'Müller 🚀 führt. ' },
              { text: 'Käse von Brio ist gut.' },
            ],
          },
          groundingMetadata: {
            webSearchQueries: ['käse', 'müller'],
            groundingChunks: [
              { web: { uri: 'https://one.example/a', title: 'one.example' } },
              { web: { uri: 'https://two.example/b', title: 'two.example' } },
              { web: { uri: 'https://three.example/c', title: 'three.example' } },
            ],
            groundingSupports: [
              {
                segment: { partIndex: 2, startIndex: 10, endIndex: 23, text: 'Brio ist gut,' },
                groundingChunkIndices: [2],
              },
              {
                segment: { partIndex: 2, endIndex: 5, text: 'Käse' },
                groundingChunkIndices: [1],
              },
              {
                segment: { partIndex: 1, startIndex: 0, endIndex: 20, text: 'Müller 🚀 führt.' },
                groundingChunkIndices: [0],
              },
            ],
          },
        },
      ],
      usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 12, thoughtsTokenCount: 3 },
    },
    expected: {
      format: 'gemini',
      outcome: 'answered',
      surface: 'api',
      engine: 'gemini',
      text: ['Müller 🚀 führt. ', 'Käse von Brio ist gut.'],
      // The first support's bytes do not match its text: it has no place, and all keep the given order.
      cited: [
        ['https://three.example/c', 'three.example', null],
        ['https://two.example/b', 'two.example', 'Käse'],
        ['https://one.example/a', 'one.example', 'Müller 🚀 führt.'],
      ],
      queries: ['käse', 'müller'],
      search: 'searched',
      model: 'gemini-3-flash',
      usage: [5, 15, 2],
      taskId: 'r1',
    },
  },
}
