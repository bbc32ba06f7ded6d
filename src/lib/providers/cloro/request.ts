import { createHmac } from 'node:crypto'
import { secretsEqual } from '../../secrets-equal.ts'
import { singleTaskUsage } from '../bounds.ts'
import { acceptedAs, failed, parsedOf, readTask } from '../failures.ts'
import type { Protocol, Question, WebhookCall, WebhookTask } from '../protocol.ts'
import { bearer, googleLanguage, promptLengthProblem, taskIdOf, taskRequest } from '../requests.ts'
import { isObject } from '../shape.ts'
import types from './task-types.json' with { type: 'json' }

/** Cloro's skill file: 1 to 10,000 characters. */
const maxPromptLength = 10_000

const taskTypes = new Map(Object.entries(types))
const taskType = ({ engine }: Question) => taskTypes.get(engine) ?? ''

/**
 * Cloro’s asynchronous tasks (api-evangelist/cloro-dev@e647434, `openapi`). The question’s id is the
 * idempotency key: a repeated submission is not charged twice, but returns no task id. Charged in credits.
 */
export const protocol: Protocol = {
  problemWith: (question) => promptLengthProblem(maxPromptLength, question, 'Cloro'),
  unsaid: ({ engine, language }) => (engine === 'google-ai-overviews' && language !== '' ? [] : ['language']),
  pricedAs: taskType,
  maxUsage: singleTaskUsage,
  submit: (question, source) =>
    taskRequest(source, {
      path: '/async/task',
      headers: bearer(source),
      body: {
        taskType: taskType(question),
        payload: payloadOf(question),
        idempotencyKey: question.id,
        ...(source.webhookUrl !== undefined && { webhook: { url: source.webhookUrl } }),
      },
    }),
  isRepeatable: true,
  readSubmission(response) {
    if (response.status === 409)
      return failed('the provider already has this question, but does not return its task', {
        isFinal: true,
        mayBeCharged: true,
      })
    const { task: body, failure } = readTask(response, 'question')
    if (failure) return failure
    return acceptedAs(isObject(body.task) ? body.task.id : undefined)
  },
  poll: (taskId, _question, source) => taskRequest(source, { path: `/async/task/${taskId}`, headers: bearer(source) }),
  readPoll(response) {
    const { task: body, failure } = readTask(response, 'task')
    if (failure) return failure
    const { status, id } = isObject(body.task) ? body.task : {}
    const taskId = taskIdOf(id)
    const isWorking = status === 'QUEUED' || status === 'PROCESSING'
    return isWorking && taskId !== undefined
      ? { state: 'accepted', taskId }
      : { state: 'answered', body: response.body }
  },
  readWebhook: (call) => refusalOf(call) ?? taskOf(call),
}

/** Cloro rejects fields of other task types: only ChatGPT has queries and advertisements to include. */
function payloadOf(question: Question): Record<string, unknown> {
  const { engine, prompt, country } = question
  if (engine === 'google-ai-overviews') {
    const hl = googleLanguage(question)
    return {
      query: prompt,
      gl: country,
      ...(hl !== '' && { hl }),
      include: { aioverview: { markdown: true } },
    }
  }
  const offers = engine === 'chatgpt' && { searchQueries: true, shopping: true, ads: true }
  return { prompt, country, include: { markdown: true, ...offers } }
}

const maxAgeMs = 5 * 60_000

/** Signing is optional: without a secret the webhook is not checked, and the named task is fetched anyway. */
function refusalOf({ headers, body, secret, now }: WebhookCall): { refusal: string } | undefined {
  if (secret === undefined) return undefined
  const timestamp = headers.get('x-cloro-timestamp') ?? ''
  const signature = headers.get('x-cloro-signature') ?? ''
  const signed = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
  if (!secretsEqual(signature, `v1=${signed}`)) return { refusal: 'the signature does not match the secret' }
  return Math.abs(now.getTime() - timeOf(timestamp)) <= maxAgeMs
    ? undefined
    : { refusal: 'the webhook is more than 5 minutes old or dated in the future' }
}

/** Seconds or milliseconds since 1970, or a date: the unit of the header is undocumented. */
function timeOf(timestamp: string): number {
  if (!/^\d+$/.test(timestamp)) return Date.parse(timestamp) || 0
  return timestamp.length > 11 ? Number(timestamp) : Number(timestamp) * 1000
}

function taskOf({ body }: WebhookCall): WebhookTask {
  const parsed = parsedOf(body.toString())
  const task = isObject(parsed) && isObject(parsed.task) ? parsed.task : {}
  const taskId = taskIdOf(task.id)
  if (taskId === undefined) return { refusal: 'the webhook names no task' }
  const questionId = taskIdOf(task.idempotencyKey)
  return { taskId, ...(questionId !== undefined && { questionId }) }
}
