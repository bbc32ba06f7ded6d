import { z } from 'zod'
import { citedPages, linkMark, markedText, textOf } from '../emulated-answer.ts'
import {
  type Call,
  type EmulatorBackend,
  hasBearer,
  InvalidRequest,
  ok,
  type Reply,
  type Service,
  type Task,
  usualRefusals,
  validBody,
} from '../service.ts'

const inputShape = z.strictObject({
  url: z.url(),
  prompt: z.string().min(1).max(4096),
  country: z.string().regex(/^[A-Z]{2}$/),
  index: z.int(),
  web_search: z.boolean().optional(),
})
const requestShape = z.strictObject({
  zone: z.string().min(1),
  url: z.url(),
  method: z.literal('GET'),
  format: z.literal('raw'),
})
const datasets = new Set([
  'gd_m7aof0k82r803d5bjm',
  'gd_m7dhdot1vw9a7gc1n',
  'gd_m7di5jy6s9geokz8w',
  'gd_mbz66arm2mf9cu856y',
  'gd_m8ve0u141icu75ae74',
  'gd_mcswdt6z2elth3zqr2',
])

/** Bright Data’s snapshots, and Google through its SERP API. */
export const brightdataService: Service = {
  hasKey: hasBearer,
  asks: ({ method }) => method === 'POST',
  refuse: (refusal, words) => ({ status: usualRefusals[refusal][0], body: { error: words } }),
  answer(call, desk) {
    if (call.method === 'POST' && call.path === '/request') return google(call, desk)
    if (call.method === 'POST' && call.path === '/datasets/v3/trigger') return trigger(call, desk)
    const [, what, id = ''] = /^\/datasets\/v3\/(progress|snapshot)\/([^/]+)$/.exec(call.path) ?? []
    const task = desk.findTask(call, id)
    if (task === undefined) return undefined
    const status = { working: 'running', done: 'ready', failed: 'failed' }[task.state]
    if (what === 'progress') return ok({ status, snapshot_id: id, dataset_id: task.product })
    const building = { status: 202, body: { status: 'building', message: 'Snapshot is building' } }
    return task.state === 'done' ? ok([recordOf(task)]) : building
  },
}

function trigger(call: Call, desk: EmulatorBackend): Reply {
  const { query, body } = call
  const product = query.get('dataset_id') ?? ''
  if (!datasets.has(product)) throw new InvalidRequest('Dataset does not exist', 'not_found')
  const [input, ...more] = Array.isArray(body) ? body : []
  if (more.length > 0) throw new InvalidRequest('one input is expected here')
  const { prompt, country, url } = validBody(inputShape, input)
  const { id } = desk.openTask(call, { prompt, country, product: `${product} ${url}` }, { tasks: 1 })
  return ok({ snapshot_id: id })
}

function recordOf({ product, answer, asked, createdAt }: Task) {
  const { text } = markedText(answer, linkMark)
  return {
    url: product.split(' ')[1],
    prompt: asked.prompt,
    country: asked.country,
    timestamp: createdAt.toISOString(),
    model: 'emulated',
    answer_text: textOf(answer),
    answer_text_markdown: text,
    citations: citedPages(answer).map((page, index) => ({ ...page, position: index + 1 })),
    search_sources: answer.pages,
    web_search_query: answer.queries,
  }
}

function google(call: Call, desk: EmulatorBackend): Reply {
  const { url } = validBody(requestShape, call.body)
  const { host, searchParams } = new URL(url)
  const isAsked = searchParams.get('brd_json') === '1' && searchParams.get('brd_ai_overview') === '2'
  if (host !== 'www.google.com' || !isAsked) throw new InvalidRequest('url: must be a search with brd_json')
  const country = (searchParams.get('gl') ?? '').toUpperCase()
  const { answer } = desk.sell(call, { prompt: searchParams.get('q') ?? '', country }, () => ({ tasks: 1 }))
  const overview = {
    texts: answer.segments.map(({ text }) => ({ type: 'paragraph', snippet: text.trim() })),
    references: citedPages(answer).map(({ url: href, title }, index) => ({ href, title, index })),
  }
  return ok({
    general: { search_engine: 'google', country_code: country, timestamp: call.now.toISOString() },
    organic: [],
    ...(call.fault !== 'none_shown' && { ai_overview: overview }),
  })
}
