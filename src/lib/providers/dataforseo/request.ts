import { singleTaskUsage } from '../bounds.ts'
import { acceptedAs, describeEmptyBody, type Failure, failed, failureOf, parsedOf } from '../failures.ts'
import type { AskedSource, Protocol, ProviderResponse, Submission, WebhookCall } from '../protocol.ts'
import { basic, directRequest, promptLengthProblem, taskIdOf, taskRequest } from '../requests.ts'
import { isObject } from '../shape.ts'
import { type Product, productOf } from './request-products.ts'

/**
 * DataForSEO (npm dataforseo-client 2.1.7): queued tasks for ChatGPT, Gemini, AI Overviews and AI Mode as
 * shown to users, and synchronous answers of models (LLM Responses). The question’s id is the task’s tag.
 */
export const protocol: Protocol = {
  problemWith(question) {
    const product = productOf(question)
    return product.problemWith(question) ?? promptLengthProblem(product.maxPromptLength, question, product.name)
  },
  unsaid: (question) => productOf(question).unsaid,
  pricedAs: (question) => productOf(question).pricedAs,
  maxUsage: singleTaskUsage,
  submit(question, source) {
    const product = productOf(question)
    const task = { ...product.input(question), tag: question.id }
    const headers = basic(source)
    return product.isLive
      ? directRequest(source, { path: `${product.path}/live`, headers, body: [task] })
      : taskRequest(source, {
          path: `${product.path}/task_post`,
          headers,
          body: [{ ...task, ...postbackOf(product, source) }],
        })
  },
  readSubmission(response, question) {
    const read = readEnvelope(response, 'question')
    if ('failure' in read) return read.failure
    if (productOf(question).isLive) return { state: 'answered', body: response.body }
    const accepted = acceptedAs(read.task.id)
    const { cost } = read.task
    return accepted.state === 'accepted' && typeof cost === 'number' && cost >= 0
      ? { ...accepted, costUsd: cost }
      : accepted
  },
  poll: (taskId, question, source) =>
    taskRequest(source, {
      path: `${productOf(question).path}/task_get/advanced/${taskId}`,
      headers: basic(source),
    }),
  readPoll(response): Submission {
    const read = readEnvelope(response, 'task')
    if ('failure' in read) return read.failure
    const taskId = taskIdOf(read.task.id)
    const isWorking = workingCodes.has(read.code)
    if (isWorking && taskId !== undefined) return { state: 'accepted', taskId }
    return isWorking ? failed('the provider named no task') : { state: 'answered', body: response.body }
  },
  find: (question, source) => {
    const { isLive, path } = productOf(question)
    return isLive ? undefined : taskRequest(source, { path: `${path}/tasks_ready`, headers: basic(source) })
  },
  readFound(response, { id }) {
    const read = readEnvelope(response, 'task')
    if ('failure' in read || !Array.isArray(read.task.result)) return undefined
    const found = read.task.result.filter(isObject).find(({ tag }) => tag === id)
    // A full list may lack the task.
    return taskIdOf(found?.id) ?? (read.task.result.length < maxListed ? null : undefined)
  },
  readWebhook({ query }: WebhookCall) {
    const taskId = taskIdOf(query.get('id'))
    const questionId = taskIdOf(query.get('tag'))
    if (taskId === undefined) return { refusal: 'the webhook names no task' }
    return { taskId, ...(questionId !== undefined && { questionId }) }
  },
}

/** The provider adds the task’s id and tag to the URL. Its SERP API also requires the data type. */
function postbackOf({ isSerp }: Product, { webhookUrl }: AskedSource): Record<string, string> {
  if (webhookUrl === undefined) return {}
  const mark = webhookUrl.includes('?') ? '&' : '?'
  const postback_url = `${webhookUrl}${mark}id=$id&tag=$tag`
  return { postback_url, ...(isSerp && { postback_data: 'advanced' }) }
}

/** The provider lists at most this many tasks. */
const maxListed = 1000
const ok = 20000
const created = 20100
/** Task handed, task in queue. */
const workingCodes = new Set([created, 40601, 40602])
/** Calls per minute, the account’s own daily limit, concurrent calls. */
const busyCodes = new Set([40202, 40203, 40209])
/** Unauthorized, unverified, payment, blocked account, no subscription, forbidden address, no funds. */
const stoppingCodes = new Set([40100, 40104, 40200, 40201, 40204, 40207, 40210])
/** Errors of the search engine or of the execution. */
const passingCodes = new Set([40101, 40103])

type EnvelopeRead = { task: Record<string, unknown>; code: number } | { failure: Failure }

/** Failures have status 200 and codes for request and task (docs.dataforseo.com, appendix/errors). */
function readEnvelope(response: ProviderResponse, subject: 'question' | 'task'): EnvelopeRead {
  if (response.status < 200 || response.status >= 300) return { failure: failureOf(response, subject) }
  const envelope = parsedOf(response.body)
  const mayBeCharged = subject === 'question'
  if (!isObject(envelope)) {
    const { reason } = describeEmptyBody(response) ?? failed('the provider’s response is not a list of tasks')
    return { failure: failed(reason, { mayBeCharged }) }
  }
  const [task] = Array.isArray(envelope.tasks) ? envelope.tasks : []
  for (const status of [envelope, task]) {
    const failure = isObject(status) ? failureOfCode(status) : undefined
    if (failure !== undefined) return { failure }
  }
  if (!isObject(task)) return { failure: failed('the provider named no task', { mayBeCharged }) }
  return { task, code: Number(task.status_code ?? ok) }
}

function failureOfCode({ status_code, status_message }: Record<string, unknown>): Failure | undefined {
  const code = typeof status_code === 'number' ? status_code : ok
  if (code === ok || workingCodes.has(code)) return undefined
  const reason = `the provider answered with ${code}: ${status_message}`
  if (busyCodes.has(code)) return { state: 'busy', reason: failed(reason).reason, retryAfterSeconds: null }
  if (stoppingCodes.has(code)) return failed(reason, { isFinal: true, stopsSource: true })
  return failed(reason, { isFinal: code < 50000 && !passingCodes.has(code) })
}
