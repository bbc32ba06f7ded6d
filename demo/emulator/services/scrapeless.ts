import { z } from 'zod'
import { citedPages, markedText, textOf } from '../emulated-answer.ts'
import {
  type Call,
  type EmulatorBackend,
  ok,
  type Reply,
  type Service,
  type Task,
  usualRefusals,
  validBody,
} from '../service.ts'

const asked = { prompt: z.string().min(1), country: z.string().regex(/^[A-Z]{2}$/) }
const webhook = z.strictObject({ url: z.url() }).optional()
const searching = { web_search: z.literal(true) }
const plain = { shopping: z.literal(false) }
const actor = <Name extends string>(name: Name, input: z.ZodRawShape = {}) =>
  z.strictObject({ actor: z.literal(name), input: z.strictObject({ ...asked, ...input }), webhook })
const taskBody = z.discriminatedUnion('actor', [
  actor('scraper.chatgpt', { ...searching, ...plain }),
  actor('scraper.perplexity', searching),
  actor('scraper.copilot', { mode: z.enum(['search', 'smart', 'chat', 'reasoning', 'study']) }),
  actor('scraper.grok', { mode: z.enum(['MODEL_MODE_FAST', 'MODEL_MODE_EXPERT', 'MODEL_MODE_AUTO']) }),
  actor('scraper.overview', plain),
  actor('scraper.aimode'),
  actor('scraper.gemini'),
])

/** Scrapeless’ tasks. */
export const scrapelessService: Service = {
  hasKey: ({ headers }, key) => headers.get('x-api-token') === key,
  asks: ({ method }) => method === 'POST',
  refuse: (refusal, words) => ({ status: usualRefusals[refusal][0], body: { message: words } }),
  answer(call, desk) {
    if (call.method === 'POST' && call.path === '/request') return openTask(call, desk)
    const task = desk.findTask(call, /^\/result\/([^/]+)$/.exec(call.path)?.[1] ?? '')
    return task && { status: task.state === 'working' ? 202 : 200, body: resultOf(task) }
  },
}

function openTask(call: Call, desk: EmulatorBackend): Reply {
  const body = validBody(taskBody, call.body)
  const { prompt, country } = body.input as { prompt: string; country: string }
  const url = body.webhook?.url
  const task = desk.openTask(
    call,
    {
      ...{ prompt, country, product: body.actor },
      ...(url !== undefined && {
        webhook: (done) => ({
          url,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...resultOf(done), input: JSON.stringify(body.input) }),
        }),
      }),
    },
    { tasks: 1 },
  )
  return { ...ok({ status: 'pending', task_id: task.id }), status: 201 }
}

function resultOf(task: Task) {
  const { id: task_id, state } = task
  if (state === 'working') return { status: 'running', task_id }
  if (state === 'failed') return { status: 'failed', task_id, message: 'The page could not be read' }
  return { status: 'success', task_id, task_result: answerOf(task) }
}

/** The fields of each actor, with marks and their definitions as in its Markdown. */
function answerOf({ answer, product, fault, asked: { prompt } }: Task): object {
  const pages = citedPages(answer).map(({ url, title }) => ({ url, title, website_name: title }))
  const { text } = markedText(answer, (page, number) => ` ([${page.title.replace(/:.*/, '')}][${number}])`)
  const definitions = pages.map(({ url, title }, index) => `[${index + 1}]: ${url} "${title}"`)
  const result_text = [text, ...definitions].join('\n\n')
  if (product === 'scraper.chatgpt')
    return { prompt, result_text, model: 'emulated', content_references: pages, search_result: answer.pages }
  if (product === 'scraper.perplexity') {
    const web_results = pages.map(({ url, title: name }) => ({ url, name, snippet: '' }))
    return { prompt, result_text, related_prompt: [], web_results }
  }
  if (product === 'scraper.copilot') return { prompt, mode: 'search', result_text, citations: pages }
  if (product === 'scraper.grok')
    return { user_query: prompt, full_response: textOf(answer), web_search_results: pages }
  if (product === 'scraper.aimode')
    return { result_text: textOf(answer), result_md: result_text, raw_url: '', citations: pages }
  if (product === 'scraper.gemini') return { prompt, result_text: text, citations: pages }
  const isShown = fault !== 'none_shown'
  return {
    content: isShown ? text : '',
    rawtext: isShown ? textOf(answer) : '',
    source: isShown ? pages : [],
    ads: null,
  }
}
