import { singleTaskUsage } from '../bounds.ts'
import { acceptedAs, failed, parsedOf, readTask } from '../failures.ts'
import type { AskedSource, Protocol, Question } from '../protocol.ts'
import { taskIdOf, taskRequest } from '../requests.ts'
import { isObject } from '../shape.ts'
import actors from './actors.json' with { type: 'json' }

const actorOf = ({ engine }: Question) => actors[engine as keyof typeof actors]
const token = ({ apiKey }: AskedSource) => ({ 'x-api-token': apiKey })

/**
 * Scrapeless’ tasks (docs.scrapeless.com, LLM Chat Scraper; github.com/scrapeless-ai). Takes a country and no
 * language. Charges are unreported; an answer with products costs twice as much, so none are requested.
 */
export const protocol: Protocol = {
  problemWith: () => undefined,
  unsaid: () => ['language'],
  pricedAs: (question) => actorOf(question).actor,
  maxUsage: singleTaskUsage,
  submit(question, source) {
    const { actor, input } = actorOf(question)
    const { prompt, country } = question
    return taskRequest(source, {
      path: '/request',
      headers: token(source),
      body: {
        actor,
        input: { prompt, country, ...input },
        ...(source.webhookUrl !== undefined && { webhook: { url: source.webhookUrl } }),
      },
    })
  },
  readSubmission(response) {
    const { task, failure } = readTask(response, 'question')
    return failure ?? acceptedAs(task.task_id)
  },
  poll: (taskId, _question, source) => taskRequest(source, { path: `/result/${taskId}`, headers: token(source) }),
  readPoll(response) {
    const { task, failure } = readTask(response, 'task')
    if (failure) return failure
    const isWorking = response.status === 202 || task.status === 'pending' || task.status === 'running'
    if (!isWorking) return { state: 'answered', body: response.body }
    const taskId = taskIdOf(task.task_id)
    return taskId === undefined ? failed('the provider is still working on it') : { state: 'accepted', taskId }
  },
  /** Unsigned: the body names a task, which is then fetched by id. */
  readWebhook({ body }) {
    const parsed = parsedOf(body.toString())
    const taskId = isObject(parsed) ? taskIdOf(parsed.task_id) : undefined
    return taskId === undefined ? { refusal: 'the webhook names no task' } : { taskId }
  },
}
