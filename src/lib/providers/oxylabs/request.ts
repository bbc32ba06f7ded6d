import { singleTaskUsage } from '../bounds.ts'
import { acceptedAs, failed, parsedOf, readAnswer, readTask } from '../failures.ts'
import type { Protocol, ProviderResponse, Question, WebhookCall } from '../protocol.ts'
import { basic, countryName, promptLengthProblem, taskIdOf, taskRequest } from '../requests.ts'
import { isObject } from '../shape.ts'
import jobs from './jobs.json' with { type: 'json' }

interface Job {
  source: string
  /** The name of the field for the prompt. */
  field: 'prompt' | 'query'
  maxPromptLength: number
  also: Readonly<Record<string, unknown>>
}

/** Sources of jobs and their character limits (PyPI oxylabs 3.0.0; READMEs of oxylabs/*-scraper). */
const jobOf = ({ engine }: Question) => jobs[engine as keyof typeof jobs] as Job

/** Oxylabs’ jobs (push and pull). A submission without a response cannot be found. Charges are unreported. */
export const protocol: Protocol = {
  problemWith: (question) => promptLengthProblem(jobOf(question).maxPromptLength, question, 'Oxylabs'),
  unsaid: () => ['language'],
  pricedAs: (question) => jobOf(question).source,
  maxUsage: singleTaskUsage,
  submit(question, source) {
    const { source: name, field, also } = jobOf(question)
    return taskRequest(source, {
      path: '/queries',
      headers: basic(source),
      body: {
        source: name,
        [field]: question.prompt,
        geo_location: countryName(question),
        parse: true,
        ...also,
        ...(source.webhookUrl !== undefined && { callback_url: source.webhookUrl }),
      },
    })
  },
  readSubmission(response) {
    const { task, failure } = readTask(response, 'question')
    if (failure) return failure
    return acceptedAs(task.id)
  },
  poll: (taskId, _question, source) => taskRequest(source, { path: `/queries/${taskId}`, headers: basic(source) }),
  readPoll(response, _question, source, [job] = []) {
    if (job !== undefined) return readResults(response, job)
    const { task, failure } = readTask(response, 'task')
    if (failure) return failure
    if (task.status === 'faulted')
      return failed(typeof task.message === 'string' && task.message !== '' ? task.message : 'the job is faulted')
    const taskId = taskIdOf(task.id)
    if (taskId === undefined) return failed('the provider named no job')
    if (task.status !== 'done') return { state: 'accepted', taskId }
    const path = `/queries/${taskId}/results`
    return { state: 'unfinished', next: taskRequest(source, { path, headers: basic(source) }) }
  },
  /** Unsigned: the body names a job, which is then fetched by id. */
  readWebhook({ body }: WebhookCall) {
    const taskId = idOf(body.toString())
    return taskId === undefined ? { refusal: 'the webhook names no job' } : { taskId }
  },
}

function readResults(response: ProviderResponse, job: ProviderResponse) {
  const taskId = idOf(job.body)
  if (response.status === 204 && taskId !== undefined) return { state: 'accepted', taskId } as const
  const reading = readAnswer(response)
  // They can be fetched again.
  return reading.state === 'failed' ? { ...reading, mayBeCharged: false } : reading
}

function idOf(body: string): string | undefined {
  const parsed = parsedOf(body)
  return isObject(parsed) ? taskIdOf(parsed.id) : undefined
}
