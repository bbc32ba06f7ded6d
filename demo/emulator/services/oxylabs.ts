import { z } from 'zod'
import { citedPages, linkMark, markedText, textOf } from '../emulated-answer.ts'
import {
  type Call,
  type EmulatorBackend,
  hasBasic,
  ok,
  type Reply,
  type Service,
  type Task,
  usualRefusals,
  validBody,
} from '../service.ts'

const common = {
  geo_location: z.string().min(3),
  parse: z.literal(true),
  callback_url: z.url().optional(),
}
const render = z.literal('html')
const jobShape = z.discriminatedUnion('source', [
  z.strictObject({
    ...common,
    source: z.literal('chatgpt'),
    prompt: z.string().min(1).max(4000),
    search: z.literal(true),
  }),
  z.strictObject({ ...common, source: z.literal('perplexity'), prompt: z.string().min(1).max(4000) }),
  z.strictObject({
    ...common,
    source: z.literal('google_ai_mode'),
    query: z.string().min(1).max(400),
    render,
  }),
  z.strictObject({ ...common, source: z.literal('google_search'), query: z.string().min(1), render }),
])

/** Oxylabs’ jobs. */
export const oxylabsService: Service = {
  hasKey: hasBasic,
  asks: ({ method }) => method === 'POST',
  refuse: (refusal, words) => ({ status: usualRefusals[refusal][0], body: { message: words } }),
  answer(call, desk) {
    if (call.method === 'POST' && call.path === '/queries') return openJob(call, desk)
    const [, id = '', results] = /^\/queries\/([^/]+)(\/results)?$/.exec(call.path) ?? []
    const task = desk.findTask(call, id)
    if (task === undefined) return undefined
    if (results === undefined) return ok(jobOf(task))
    return task.state === 'done' ? ok(resultsOf(task)) : { status: 204, body: undefined }
  },
}

function openJob(call: Call, desk: EmulatorBackend): Reply {
  const job = validBody(jobShape, call.body)
  const url = job.callback_url
  const task = desk.openTask(
    call,
    {
      prompt: 'prompt' in job ? job.prompt : job.query,
      country: job.geo_location,
      product: job.source,
      ...(url !== undefined && {
        webhook: (done) => ({
          url,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(jobOf(done)),
        }),
      }),
    },
    { tasks: 1 },
  )
  return { status: 202, body: jobOf({ ...task, state: 'working' }) }
}

const jobOf = ({ id, state, product, asked }: Task) => ({
  id,
  status: { working: 'pending', done: 'done', failed: 'faulted' }[state],
  source: product,
  geo_location: asked.country,
})

function resultsOf(task: Task) {
  const { id, createdAt } = task
  const result = {
    content: { ...contentOf(task), parse_status_code: 12_000 },
    created_at: createdAt.toISOString(),
    job_id: id,
    status_code: 200,
  }
  return { results: [result], job: jobOf(task) }
}

function contentOf({ answer, product: source, fault }: Task): Record<string, unknown> {
  const { text } = markedText(answer, linkMark)
  const pages = citedPages(answer)
  if (source === 'chatgpt')
    return { markdown_text: text, citations: pages, search_queries: answer.queries, llm_model: 'emulated' }
  if (source === 'perplexity')
    return { answer_results_md: text, additional_results: { sources_results: pages }, model: 'emulated' }
  if (source === 'google_ai_mode') {
    const backed = answer.segments.filter(({ page }) => page !== undefined)
    const citations = backed.map((segment) => ({ text: segment.text.trim(), urls: [segment.page?.url] }))
    return { response_text: textOf(answer), citations }
  }
  const fragments = answer.segments.map(({ text: words, page }) => ({
    text: words,
    references: page ? [{ url: page.url, title: page.title }] : [],
  }))
  return {
    results: { organic: [], ai_overviews: fault === 'none_shown' ? [] : [{ answer_text: [{ fragments }] }] },
  }
}
