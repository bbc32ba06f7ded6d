import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { citedPages, linkMark, markedText, textOf } from '../emulated-answer.ts'
import {
  type Call,
  type EmulatorBackend,
  hasBearer,
  ok,
  type Reply,
  type Service,
  type Task,
  usualRefusals,
  validBody,
} from '../service.ts'

const country = z.string().regex(/^[A-Z]{2}$/)
const prompt = z.string().min(1).max(10_000)
const markdown = z.boolean().optional()
const payloads = {
  CHATGPT: z.strictObject({
    prompt,
    country,
    include: z.strictObject({
      markdown,
      searchQueries: z.boolean().optional(),
      shopping: z.boolean().optional(),
      ads: z.boolean().optional(),
    }),
  }),
  GOOGLE: z.strictObject({
    query: prompt,
    gl: country,
    hl: z.string().optional(),
    include: z.strictObject({ aioverview: z.strictObject({ markdown }) }),
  }),
  other: z.strictObject({ prompt, country, include: z.strictObject({ markdown }) }),
}
const types = ['CHATGPT', 'PERPLEXITY', 'COPILOT', 'GEMINI', 'AIMODE', 'GOOGLE'] as const
const taskBody = z.strictObject({
  taskType: z.enum(types),
  payload: z.looseObject({}),
  priority: z.int().min(1).max(10).optional(),
  idempotencyKey: z.string().min(1).optional(),
  webhook: z.strictObject({ url: z.url() }).optional(),
})

const credits: Readonly<Record<string, number>> = { CHATGPT: 7, GOOGLE: 5, COPILOT: 5 }
const creditsOf = (taskType: string) => credits[taskType] ?? 4
const hourMs = 3_600_000

/** Cloro’s asynchronous tasks. Refuses a known idempotency key without naming its task. */
export const cloroService: Service = {
  hasKey: hasBearer,
  asks: ({ method }) => method === 'POST',
  refuse(refusal, words) {
    const isCredit = refusal === 'no_credit'
    const [status, code] = isCredit ? [403, 'insufficient_credits'] : usualRefusals[refusal]
    return { status, body: { success: false, error: { code: code.toUpperCase(), message: words } } }
  },
  answer(call, desk) {
    if (call.method === 'POST' && call.path === '/async/task') return openTask(call, desk)
    const id = /^\/async\/task\/([^/]+)$/.exec(call.path)?.[1]
    const task = id === undefined ? undefined : desk.findTask(call, id)
    return task && ok(statusOf(task))
  },
}

function openTask(call: Call, desk: EmulatorBackend): Reply {
  const { taskType, payload, idempotencyKey, webhook } = validBody(taskBody, call.body)
  const asked = questionOf(taskType, payload)
  if (idempotencyKey !== undefined && desk.isKnownKey(idempotencyKey)) {
    const error = { code: 'RESOURCE_ALREADY_EXISTS', message: 'Task already exists' }
    return { status: 409, body: { success: false, error } }
  }
  const task = desk.openTask(
    call,
    {
      ...asked,
      product: taskType,
      reference: idempotencyKey ?? '',
      ...(webhook && { webhook: (done) => postOf(done, webhook.url, desk.webhookSecret, call) }),
    },
    { credits: creditsOf(taskType) },
  )
  return ok({ success: true, ...statusOf({ ...task, state: 'working' }) })
}

function questionOf(taskType: (typeof types)[number], payload: unknown) {
  if (taskType === 'GOOGLE') {
    const { query, gl } = validBody(payloads.GOOGLE, payload)
    return { prompt: query, country: gl }
  }
  if (taskType === 'CHATGPT') return validBody(payloads.CHATGPT, payload)
  return validBody(payloads.other, payload)
}

function statusOf(task: Task) {
  const { product: taskType } = task
  const status = { working: 'PROCESSING', done: 'COMPLETED', failed: 'FAILED' }[task.state]
  const charged = { working: null, done: task.usage.credits ?? 0, failed: 0 }[task.state]
  const failure = { error: { code: 'MAX_RETRIES', message: 'Maximum retries exceeded' } }
  const response = task.state === 'failed' ? failure : responseOf(task)
  return {
    task: {
      id: task.id,
      taskType,
      status,
      priority: 1,
      createdAt: task.createdAt.toISOString(),
      idempotencyKey: task.asked.reference || null,
    },
    credits: { creditsToCharge: creditsOf(taskType), creditsCharged: charged },
    ...(task.state !== 'working' && { response }),
  }
}

function responseOf({ answer, product: taskType, fault }: Task) {
  const sources = answer.pages.map(({ url, title }, index) => ({ position: index + 1, url, label: title }))
  const pills = citedPages(answer).map(({ url, title }, index) => ({
    citationPillId: index,
    url,
    label: title,
    position: sources.findIndex((source) => source.url === url) + 1,
  }))
  const words = { text: textOf(answer), markdown: markedText(answer, linkMark).text, sources }
  if (taskType === 'GOOGLE') return fault === 'none_shown' ? { organic: [] } : { aioverview: words }
  return {
    ...words,
    citationPills: pills,
    model: '',
    ...(taskType === 'CHATGPT' && { searchQueries: answer.queries }),
  }
}

/** Builds the signed webhook. The call’s fault determines how it is corrupted. */
function postOf(task: Task, url: string, secret: string, { fault }: Call) {
  const body = JSON.stringify(statusOf(task))
  const lateMs = fault === 'webhook_late' ? hourMs / 6 : 0
  const timestamp = String(Math.floor((Date.now() - lateMs) / 1000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-cloro-timestamp': timestamp,
    'x-cloro-signature': `v1=${signature}`,
  }
  return { url, headers, body }
}
