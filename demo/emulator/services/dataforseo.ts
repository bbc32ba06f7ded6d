import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { citedPages, linkMark, markedText } from '../emulated-answer.ts'
import {
  type Call,
  type EmulatedResult,
  type EmulatorBackend,
  hasBasic,
  InvalidRequest,
  ok,
  type Refusal,
  type Reply,
  type Service,
  type Task,
  validBody,
} from '../service.ts'

const keyword = (max: number) => z.string().min(1).max(max)
const placed = {
  location_code: z.int().min(2000).max(2999),
  language_code: z.string().min(2),
  tag: z.string().max(255).optional(),
  postback_url: z.string().optional(),
}
const serp = {
  ...placed,
  keyword: keyword(700),
  device: z.literal('desktop'),
  postback_data: z.string().optional(),
}
const scraper = { ...placed, keyword: keyword(2000) }
const model = {
  user_prompt: keyword(500),
  model_name: z.string().min(1),
  max_output_tokens: z.int().max(4096),
  web_search: z.literal(true),
  force_web_search: z.literal(true),
  tag: z.string().max(255).optional(),
}
const withCountry = { ...model, web_search_country_iso_code: z.string().length(2) }

/** The request schema of each path. */
const products: Readonly<Record<string, z.ZodType<Record<string, unknown>>>> = {
  'serp/google/organic': z.strictObject({ ...serp, load_async_ai_overview: z.boolean() }),
  'serp/google/ai_mode': z.strictObject(serp),
  'ai_optimization/chat_gpt/llm_scraper': z.strictObject({ ...scraper, force_web_search: z.boolean() }),
  'ai_optimization/gemini/llm_scraper': z.strictObject(scraper),
  'ai_optimization/chat_gpt/llm_responses': z.strictObject(withCountry),
  'ai_optimization/claude/llm_responses': z.strictObject(withCountry),
  'ai_optimization/perplexity/llm_responses': z.strictObject(withCountry),
  'ai_optimization/gemini/llm_responses': z.strictObject(model),
}

const refusals: Readonly<Record<Refusal, readonly [status: number, code: number]>> = {
  rate_limited: [200, 40202],
  wrong_key: [401, 40100],
  no_credit: [200, 40210],
  unknown_model: [200, 40501],
  prompt_refused: [200, 40501],
  server_error: [500, 50000],
  invalid: [200, 40501],
  not_found: [404, 40400],
}

const route = /^\/(.+)\/(live|task_post|tasks_ready|task_get\/advanced\/([^/]+))$/

/** DataForSEO: tasks, and synchronous answers of models. Failures have the HTTP status 200. */
export const dataforseoService: Service = {
  hasKey: hasBasic,
  asks: ({ method }) => method === 'POST',
  refuse(refusal, words) {
    const [status, code] = refusals[refusal]
    return { status, body: envelope(code, `${words}.`, []) }
  },
  answer(call, desk) {
    const [, product = '', action, id] = route.exec(call.path) ?? []
    if (products[product] === undefined) return undefined
    if (call.method === 'POST') return ask(call, desk, product, action === 'live')
    if (id !== undefined) {
      const task = desk.findTask(call, id)
      if (task === undefined) return ok(envelope(20000, 'Ok.', [entry(product, id, 40401, 'Task Not Found.')]))
      return ok(taskBody(task))
    }
    const ready = desk.doneTasks(call, product).map((task) => ({ id: task.id, tag: task.asked.reference }))
    const listed = { ...entry(product, '0', 20000, 'Ok.'), result_count: ready.length, result: ready }
    return ok(envelope(20000, 'Ok.', [listed]))
  },
}

function ask(call: Call, desk: EmulatorBackend, product: string, isLive: boolean): Reply {
  const [input, ...more] = Array.isArray(call.body) ? call.body : []
  if (more.length > 0) throw new InvalidRequest('You can set only one task at a time')
  const fields = validBody(products[product] as z.ZodType<Record<string, unknown>>, input)
  const asked = {
    prompt: String(fields.keyword ?? fields.user_prompt),
    country: String(fields.location_code ?? fields.web_search_country_iso_code ?? ''),
    reference: String(fields.tag ?? ''),
  }
  if (isLive) {
    const sale = desk.sell(call, asked, () => ({ tasks: 1 }))
    const result = modelResult(sale, String(fields.model_name))
    return ok(
      envelope(
        20000,
        'Ok.',
        [{ ...entry(`${product}/live`, sale.id, 20000, 'Ok.'), cost: sale.costUsd, result: [result] }],
        sale.costUsd,
      ),
    )
  }
  const url = fields.postback_url
  const webhook = (task: Task) => ({
    url: String(url).replaceAll('$id', task.id).replaceAll('$tag', encodeURIComponent(asked.reference)),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(JSON.stringify(taskBody(task)))),
  })
  const task = desk.openTask(call, { ...asked, product, ...(url !== undefined && { webhook }) }, { tasks: 1 })
  const created = { ...entry(product, task.id, 20100, 'Task Created.'), cost: task.costUsd, result: null }
  return ok(envelope(20000, 'Ok.', [created], task.costUsd))
}

/** Fetching a task is free, as its creation was charged. */
function taskBody(task: Task) {
  const { product } = task
  const states = {
    working: [40602, 'Task In Queue.'],
    failed: [40103, 'Task execution failed.'],
    done: [20000, 'Ok.'],
  } as const
  const [code, words] = states[task.state]
  const result = task.state === 'done' ? [resultOf(task)] : null
  return envelope(20000, 'Ok.', [{ ...entry(product, task.id, code, words), result }])
}

const envelope = (status_code: number, status_message: string, tasks: unknown[], cost = 0) => ({
  version: 'emulated',
  status_code,
  status_message,
  cost,
  tasks_count: tasks.length,
  tasks,
})

const entry = (product: string, id: string, status_code: number, status_message: string) => ({
  id,
  status_code,
  status_message,
  cost: 0,
  path: ['v3', ...product.split('/')],
  data: {},
})

function resultOf({ answer, asked, createdAt, product, fault }: Task): unknown {
  const { text } = markedText(answer, linkMark)
  const common = {
    keyword: asked.prompt,
    location_code: Number(asked.country),
    datetime: createdAt.toISOString(),
  }
  const references = citedPages(answer)
  if (product.startsWith('serp')) {
    const overview = {
      type: 'ai_overview',
      asynchronous_ai_overview: true,
      markdown: text,
      references: references.map((page) => ({ type: 'ai_overview_reference', ...page })),
      items: [],
    }
    return { ...common, items: fault === 'none_shown' ? [{ type: 'organic' }] : [overview] }
  }
  const consulted = product.includes('chat_gpt') && {
    search_results: answer.pages.map((page) => ({ type: 'chat_gpt_search_result', ...page })),
    fan_out_queries: answer.queries,
  }
  return { ...common, model: 'emulated', markdown: text, sources: references, ...consulted, items: [] }
}

function modelResult({ answer, usage, costUsd }: EmulatedResult, name: string) {
  const sections = answer.segments.map(({ text, page }) => ({
    type: 'text',
    text,
    annotations: page ? [{ ...page, start_index: 0, end_index: 0 }] : null,
  }))
  return {
    model_name: name,
    input_tokens: usage.inputTokens ?? answer.inputTokens,
    output_tokens: usage.outputTokens ?? answer.outputTokens,
    web_search: true,
    money_spent: costUsd / 2,
    fan_out_queries: answer.queries,
    items: [{ type: 'message', sections }],
  }
}
