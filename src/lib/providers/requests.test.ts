import { expect, test } from 'vitest'
import type { AskedSource, Question } from './protocol.ts'
import { type ProviderKind, providerOf, providers } from './providers.ts'

const question: Question = {
  id: 'slot-1',
  engine: 'chatgpt',
  prompt: 'Which CRM is best?',
  country: 'DE',
  language: 'de-AT',
  model: 'm-1',
}
const webhookUrl = 'https://me.example/ingest/collection/s1'

/** Returns the request that submits the question, with the provider’s default base URL. */
function requestOf(kind: ProviderKind, given: Partial<Question> = {}, source: Partial<AskedSource> = {}) {
  const { baseUrl } = providerOf(kind)
  const request = providerOf(kind).protocol.submit(
    { ...question, ...given },
    { baseUrl, apiKey: 'user:key', ...source },
  )
  return [`${request.method} ${request.url}`, request.headers, request.body]
}

const bearer = { authorization: 'Bearer user:key' }
const basic = { authorization: `Basic ${btoa('user:key')}` }
const place = { type: 'approximate', country: 'DE' }

// Requests written by hand from the clients and documentation of the providers.

test('OpenAI: forces a search from a country and limits tokens and calls', () => {
  expect(requestOf('openai')).toEqual([
    'POST https://api.openai.com/v1/responses',
    bearer,
    {
      model: 'm-1',
      input: 'Which CRM is best?',
      tools: [{ type: 'web_search', user_location: place }],
      tool_choice: 'required',
      include: ['web_search_call.action.sources'],
      max_output_tokens: 8000,
      max_tool_calls: 5,
      store: false,
    },
  ])
})

test('asks from a city, and leaves the search to the model, where the API has the choice', () => {
  const given = { city: 'Hamburg', isSearchFree: true }
  const city = { ...place, city: 'Hamburg' }
  for (const kind of ['openai', 'azure-openai'] as const)
    expect(requestOf(kind, given)[2]).toMatchObject({
      tools: [{ type: 'web_search', user_location: city }],
      tool_choice: 'auto',
    })
  expect(requestOf('bedrock', given)[2]).toMatchObject({ tool_choice: 'auto' })
  expect(requestOf('mistral', given)[2]).toMatchObject({ completion_args: { tool_choice: 'auto' } })
  expect(requestOf('anthropic', given)[2]).toMatchObject({ tools: [{ user_location: city }] })
  for (const kind of ['serpapi', 'searchapi'] as const)
    expect(requestOf(kind, { ...given, engine: 'google-ai-mode' })[0]).toContain('&location=Hamburg')
  // The others ignore both, as their sources cannot be created with them.
  for (const { kind, choices = [], engines } of providers)
    for (const [choice, more] of [
      ['city', { city: 'Hamburg' }],
      ['search', { isSearchFree: true }],
    ] as const)
      if (!choices.includes(choice)) {
        const engine = engines[0] as string
        expect(requestOf(kind, { engine, ...more }), `${kind} ${choice}`).toEqual(requestOf(kind, { engine }))
      }
})

test('Azure OpenAI: sends OpenAI’s body to the endpoint, with or without the path of its API', () => {
  const [, , body] = requestOf('openai')
  const url = 'https://acme.openai.azure.com/openai/v1'
  for (const baseUrl of [url, `${url}/`, 'https://acme.openai.azure.com', 'https://acme.openai.azure.com/'])
    expect(requestOf('azure-openai', {}, { baseUrl })).toEqual([
      `POST ${url}/responses`,
      { 'api-key': 'user:key' },
      body,
    ])
})

test('Bedrock: searches Amazon’s index, without a place', () => {
  const baseUrl = 'https://bedrock-mantle.us-east-2.api.aws/openai/v1'
  expect(requestOf('bedrock', { model: 'openai.gpt-5.6-terra' }, { baseUrl })).toEqual([
    `POST ${baseUrl}/responses`,
    bearer,
    {
      model: 'openai.gpt-5.6-terra',
      input: 'Which CRM is best?',
      tools: [{ type: 'web_search', external_web_access: false }],
      tool_choice: 'required',
      max_output_tokens: 8000,
      max_tool_calls: 5,
      store: false,
    },
  ])
})

test('Vertex AI: sends Gemini’s body and key to the project’s path', () => {
  const [, headers, body] = requestOf('gemini')
  const baseUrl = 'https://aiplatform.googleapis.com/v1/projects/acme/locations/global'
  expect(requestOf('vertex', {}, { baseUrl })).toEqual([
    `POST ${baseUrl}/publishers/google/models/m-1:generateContent`,
    headers,
    body,
  ])
})

test('Anthropic: sends its own headers and a search tool with limited uses', () => {
  expect(requestOf('anthropic', { engine: 'claude' })).toEqual([
    'POST https://api.anthropic.com/v1/messages',
    { 'x-api-key': 'user:key', 'anthropic-version': '2023-06-01' },
    {
      model: 'm-1',
      max_tokens: 8000,
      messages: [{ role: 'user', content: 'Which CRM is best?' }],
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5, user_location: place }],
    },
  ])
})

test('Gemini: sends the model in the path, grounding, and the language if set', () => {
  const body = {
    contents: [{ role: 'user', parts: [{ text: 'Which CRM is best?' }] }],
    tools: [{ googleSearch: {} }],
    toolConfig: { retrievalConfig: { languageCode: 'de' } },
    generationConfig: { maxOutputTokens: 8000 },
  }
  const address = 'POST https://generativelanguage.googleapis.com/v1beta/models/m-1:generateContent'
  expect(requestOf('gemini')).toEqual([address, { 'x-goog-api-key': 'user:key' }, body])
  const { toolConfig: _, ...without } = body
  expect(requestOf('gemini', { language: '' })[2]).toEqual(without)
})

test('xAI: searches the web and X with limited turns', () => {
  expect(requestOf('xai')).toEqual([
    'POST https://api.x.ai/v1/responses',
    bearer,
    {
      model: 'm-1',
      input: 'Which CRM is best?',
      tools: [{ type: 'web_search', user_location: place }, { type: 'x_search' }],
      max_output_tokens: 8000,
      max_turns: 5,
      store: false,
    },
  ])
})

test('Perplexity: uses the path of its clients, with a model or a preset', () => {
  const rest = {
    input: 'Which CRM is best?',
    tools: [{ type: 'web_search', user_location: { country: 'DE' } }],
    language_preference: 'de-AT',
    max_output_tokens: 8000,
    max_steps: 5,
  }
  expect(requestOf('perplexity', { model: 'perplexity/sonar' })).toEqual([
    'POST https://api.perplexity.ai/v1/responses',
    bearer,
    { model: 'perplexity/sonar', ...rest },
  ])
  expect(requestOf('perplexity', { model: 'fast' })[2]).toEqual({ preset: 'fast', ...rest })
})

test('Mistral: starts a conversation that is not stored', () => {
  expect(requestOf('mistral')).toEqual([
    'POST https://api.mistral.ai/v1/conversations',
    bearer,
    {
      model: 'm-1',
      inputs: 'Which CRM is best?',
      tools: [{ type: 'web_search' }],
      completion_args: { max_tokens: 8000, tool_choice: 'required' },
      store: false,
    },
  ])
})

test('OpenRouter: sends a search tool with a fixed engine', () => {
  const parameters = {
    engine: 'native',
    max_uses: 5,
    max_results: 10,
    max_total_results: 50,
    user_location: place,
  }
  expect(requestOf('openrouter')).toEqual([
    'POST https://openrouter.ai/api/v1/chat/completions',
    bearer,
    {
      model: 'm-1',
      messages: [{ role: 'user', content: 'Which CRM is best?' }],
      tools: [{ type: 'openrouter:web_search', parameters }],
      max_tokens: 8000,
    },
  ])
  expect(requestOf('openrouter', { engine: 'deepseek' })[2]).toMatchObject({
    tools: [{ parameters: { engine: 'exa' } }],
  })
})

test('OpenAI-compatible server: asks for the model’s answer without tools', () => {
  expect(requestOf('openai-compatible', { engine: 'meta-ai' })).toEqual([
    'POST http://localhost:11434/v1/chat/completions',
    bearer,
    { model: 'm-1', messages: [{ role: 'user', content: 'Which CRM is best?' }], max_tokens: 8000 },
  ])
})

test('Cloro: sends a task with an idempotency key and only the fields of its type', () => {
  expect(requestOf('cloro', {}, { webhookUrl })).toEqual([
    'POST https://api.cloro.dev/v1/async/task',
    bearer,
    {
      taskType: 'CHATGPT',
      payload: {
        prompt: 'Which CRM is best?',
        country: 'DE',
        include: { markdown: true, searchQueries: true, shopping: true, ads: true },
      },
      idempotencyKey: 'slot-1',
      webhook: { url: webhookUrl },
    },
  ])
  expect(requestOf('cloro', { engine: 'google-ai-mode' })[2]).toEqual({
    taskType: 'AIMODE',
    payload: { prompt: 'Which CRM is best?', country: 'DE', include: { markdown: true } },
    idempotencyKey: 'slot-1',
  })
  expect(requestOf('cloro', { engine: 'google-ai-overviews' })[2]).toEqual({
    taskType: 'GOOGLE',
    payload: {
      query: 'Which CRM is best?',
      gl: 'DE',
      hl: 'de',
      include: { aioverview: { markdown: true } },
    },
    idempotencyKey: 'slot-1',
  })
})

const placed = { location_code: 2276, language_code: 'de', tag: 'slot-1' }
const postback_url = `${webhookUrl}?id=$id&tag=$tag`

test('DataForSEO: reads the ChatGPT and Gemini web interfaces with tasks tagged with the slot', () => {
  expect(requestOf('dataforseo', { model: '' }, { webhookUrl })).toEqual([
    'POST https://api.dataforseo.com/v3/ai_optimization/chat_gpt/llm_scraper/task_post',
    basic,
    [{ keyword: 'Which CRM is best?', force_web_search: true, ...placed, postback_url }],
  ])
  expect(requestOf('dataforseo', { model: '', engine: 'gemini' })).toEqual([
    'POST https://api.dataforseo.com/v3/ai_optimization/gemini/llm_scraper/task_post',
    basic,
    [{ keyword: 'Which CRM is best?', ...placed }],
  ])
})

test('DataForSEO: requests a live model answer if a model is set', () => {
  const body = {
    user_prompt: 'Which CRM is best?',
    model_name: 'm-1',
    max_output_tokens: 4096,
    web_search: true,
    force_web_search: true,
    web_search_country_iso_code: 'DE',
    tag: 'slot-1',
  }
  for (const [engine, path] of [
    ['chatgpt', 'chat_gpt'],
    ['claude', 'claude'],
    ['perplexity', 'perplexity'],
  ] as const)
    expect(requestOf('dataforseo', { engine })).toEqual([
      `POST https://api.dataforseo.com/v3/ai_optimization/${path}/llm_responses/live`,
      basic,
      [body],
    ])
  const { web_search_country_iso_code: _, ...withoutCountry } = body
  expect(requestOf('dataforseo', { engine: 'gemini' })[2]).toEqual([withoutCountry])
})

test('DataForSEO: requests AI Overviews that load late, and AI Mode', () => {
  const keyword = { keyword: 'Which CRM is best?', device: 'desktop', ...placed }
  const postback = { postback_url, postback_data: 'advanced' }
  expect(requestOf('dataforseo', { engine: 'google-ai-overviews' }, { webhookUrl })).toEqual([
    'POST https://api.dataforseo.com/v3/serp/google/organic/task_post',
    basic,
    [{ ...keyword, load_async_ai_overview: true, ...postback }],
  ])
  expect(requestOf('dataforseo', { engine: 'google-ai-mode' })).toEqual([
    'POST https://api.dataforseo.com/v3/serp/google/ai_mode/task_post',
    basic,
    [keyword],
  ])
})

test('Bright Data: triggers a scraper snapshot, or fetches the Google page through a zone', () => {
  const input = { url: 'https://chatgpt.com/', prompt: 'Which CRM is best?', country: 'DE', index: 1 }
  const triggered = (id: string) =>
    `POST https://api.brightdata.com/datasets/v3/trigger?dataset_id=${id}&format=json&include_errors=true`
  expect(requestOf('brightdata')).toEqual([
    triggered('gd_m7aof0k82r803d5bjm'),
    bearer,
    [{ ...input, web_search: true }],
  ])
  expect(requestOf('brightdata', { engine: 'google-ai-mode' })).toEqual([
    triggered('gd_mcswdt6z2elth3zqr2'),
    bearer,
    [{ ...input, url: 'https://google.com/aimode' }],
  ])
  const page = 'https://www.google.com/search?q=Which+CRM+is+best%3F&gl=de&hl=de&brd_json=1&brd_ai_overview=2'
  expect(requestOf('brightdata', { engine: 'google-ai-overviews' })).toEqual([
    'POST https://api.brightdata.com/request',
    bearer,
    { zone: 'm-1', url: page, method: 'GET', format: 'raw' },
  ])
  expect(requestOf('brightdata', { engine: 'google-ai-overviews', model: '' })[2]).toMatchObject({
    zone: 'sdk_serp',
  })
})

test('Oxylabs: sends a parsed job with the country name', () => {
  const common = { geo_location: 'Germany', parse: true }
  const bodies: Record<string, object> = {
    chatgpt: { source: 'chatgpt', prompt: 'Which CRM is best?', search: true, ...common },
    perplexity: { source: 'perplexity', prompt: 'Which CRM is best?', ...common },
    'google-ai-mode': { source: 'google_ai_mode', query: 'Which CRM is best?', render: 'html', ...common },
    'google-ai-overviews': {
      source: 'google_search',
      query: 'Which CRM is best?',
      render: 'html',
      ...common,
    },
  }
  for (const [engine, body] of Object.entries(bodies))
    expect(requestOf('oxylabs', { engine })).toEqual(['POST https://data.oxylabs.io/v1/queries', basic, body])
  expect(requestOf('oxylabs', {}, { webhookUrl })[2]).toMatchObject({ callback_url: webhookUrl })
})

test('SerpApi: bypasses the cache and sends the key in the URL', () => {
  const common = 'q=Which+CRM+is+best%3F&gl=de&device=desktop&no_cache=true&hl=de&api_key=user%3Akey'
  expect(requestOf('serpapi', { engine: 'google-ai-overviews' })).toEqual([
    `GET https://serpapi.com/search.json?engine=google&${common}`,
    {},
    undefined,
  ])
  expect(requestOf('serpapi', { engine: 'google-ai-mode' })[0]).toBe(
    `GET https://serpapi.com/search.json?engine=google_ai_mode&${common}`,
  )
})

test('SearchApi: sends the key as a header, and the market only to Google', () => {
  const url = (engine: string, rest: string) =>
    `GET https://www.searchapi.io/api/v1/search?engine=${engine}&q=Which+CRM+is+best%3F${rest}`
  const google = '&gl=de&hl=de'
  const sent: Record<string, string> = {
    'google-ai-overviews': url('google', '&gl=de&device=desktop&hl=de'),
    'google-ai-mode': url('google_ai_mode', google),
    chatgpt: url('chatgpt', '&web_search=true'),
    copilot: url('bing_copilot', ''),
    gemini: url('gemini', ''),
    perplexity: url('perplexity', ''),
  }
  for (const [engine, address] of Object.entries(sent))
    expect(requestOf('searchapi', { engine })).toEqual([address, bearer, undefined])
})

test('SearchApi: the second search for an overview resolves Google’s redirects', () => {
  const { protocol, baseUrl } = providerOf('searchapi')
  const body = JSON.stringify({ ai_overview: { error: 'Loads later', page_token: 'abc=' } })
  const asked = { ...question, engine: 'google-ai-overviews' }
  const response = { status: 200, headers: new Headers(), body }
  const read = protocol.readSubmission(response, asked, { baseUrl, apiKey: 'user:key' })
  expect(read).toMatchObject({
    state: 'unfinished',
    next: {
      url: 'https://www.searchapi.io/api/v1/search?engine=google_ai_overview&page_token=abc%3D&link=resolved',
      headers: bearer,
      buys: true,
    },
  })
})

test('Scrapeless: sends an actor with the country, and asks for searches but no products', () => {
  const inputs: Record<string, [actor: string, also: object]> = {
    chatgpt: ['scraper.chatgpt', { web_search: true, shopping: false }],
    perplexity: ['scraper.perplexity', { web_search: true }],
    copilot: ['scraper.copilot', { mode: 'search' }],
    grok: ['scraper.grok', { mode: 'MODEL_MODE_AUTO' }],
    'google-ai-overviews': ['scraper.overview', { shopping: false }],
    'google-ai-mode': ['scraper.aimode', {}],
    gemini: ['scraper.gemini', {}],
  }
  for (const [engine, [actor, also]] of Object.entries(inputs))
    expect(requestOf('scrapeless', { engine }, { webhookUrl })).toEqual([
      'POST https://api.scrapeless.com/api/v2/scraper/request',
      { 'x-api-token': 'user:key' },
      {
        actor,
        input: { prompt: 'Which CRM is best?', country: 'DE', ...also },
        webhook: { url: webhookUrl },
      },
    ])
})

test.each<[ProviderKind, Partial<Question>, number, string]>([
  ['searchapi', {}, 4000, 'SearchApi'],
  ['searchapi', { engine: 'google-ai-mode' }, 8193, 'SearchApi'],
  ['dataforseo', {}, 500, 'LLM Responses'],
  ['dataforseo', { model: '' }, 2000, 'LLM Scraper'],
  ['dataforseo', { engine: 'google-ai-overviews' }, 700, 'Google Organic'],
  ['brightdata', {}, 4096, 'Bright Data'],
  ['oxylabs', {}, 4000, 'Oxylabs'],
  ['oxylabs', { engine: 'google-ai-mode' }, 400, 'Oxylabs'],
  ['cloro', {}, 10_000, 'Cloro'],
])('%s %o accepts at most %i characters', (kind, given, max, product) => {
  const problem = (length: number) =>
    providerOf(kind).protocol.problemWith({ ...question, ...given, prompt: 'x'.repeat(length) })
  expect(problem(max)).toBeUndefined()
  expect(problem(max + 1)).toMatch(new RegExp(`^prompt: has ${max + 1} characters, .*${product}.* at most ${max}$`))
})

test.each<[ProviderKind, Partial<Question>, RegExp]>([
  ['openai', { engine: 'claude' }, /^engine: openai does not support claude$/],
  ['oxylabs', { engine: 'copilot' }, /^engine: /],
  ['openai', { model: '' }, /^model: required by openai$/],
  ['dataforseo', { engine: 'claude', model: '' }, /^model: required by DataForSEO/],
  ['dataforseo', { engine: 'google-ai-mode', language: '' }, /^language: /],
  ['dataforseo', { engine: 'google-ai-mode', country: 'XX' }, /^country: .* XX$/],
])('%s rejects %o', (kind, given, words) => {
  expect(providerOf(kind).protocol.problemWith({ ...question, ...given })).toMatch(words)
})

test('lists the question fields that a provider cannot use', () => {
  const unsaid = providers.map(({ kind, engines, protocol }) => {
    return [kind, ...engines.map((engine) => protocol.unsaid({ ...question, engine, model: 'm' }).join('+'))]
  })
  expect(Object.fromEntries(unsaid.map(([kind, ...rest]) => [kind, rest.join(' ')]))).toEqual({
    openai: 'language',
    'azure-openai': 'language',
    bedrock: 'country+language',
    anthropic: 'language',
    gemini: 'country',
    vertex: 'country',
    xai: 'language',
    perplexity: '',
    mistral: 'country+language',
    openrouter: Array.from({ length: 8 }, () => 'language').join(' '),
    'openai-compatible': Array.from({ length: 7 }, () => 'country+language').join(' '),
    cloro: 'language language language language  language',
    dataforseo: 'language country+language language language  ',
    brightdata: 'language language language language language  language',
    oxylabs: 'language language language language',
    serpapi: ' ',
    searchapi: 'country+language country+language country+language country+language  ',
    scrapeless: Array.from({ length: 7 }, () => 'language').join(' '),
  })
})
