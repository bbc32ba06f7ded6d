import { singleTaskUsage } from '../bounds.ts'
import { acceptedAs, failed, parsedOf, readAnswer, readTask } from '../failures.ts'
import type { AskedSource, Protocol, ProviderRequest, ProviderResponse, Question } from '../protocol.ts'
import { bearer, directRequest, googleLanguage, promptLengthProblem, taskIdOf, taskRequest } from '../requests.ts'
import { isObject } from '../shape.ts'
import scrapers from './scrapers.json' with { type: 'json' }

const maxPromptLength = 4096
/** The zone that the provider’s SDK creates; used if a source sets no model. */
const defaultZone = 'sdk_serp'

/** Each scraper’s dataset and page (PyPI brightdata-sdk 2.5.2; elmohq/elmo `packages/lib/src`). */
const datasets = new Map(Object.entries(scrapers))

/** Final states of a snapshot; in any other state it is still in progress. */
const endings = new Set(['failed', 'error', 'cancelled', 'canceled'])

const isOverview = ({ engine }: Question) => engine === 'google-ai-overviews'

/**
 * Bright Data: scraper snapshots (trigger, progress, snapshot), and synchronous Google results of its SERP
 * API with the AI Overview. Submissions carry no id of ours, so one without a response cannot be found again.
 */
export const protocol: Protocol = {
  problemWith: (question) => promptLengthProblem(maxPromptLength, question, 'Bright Data'),
  unsaid: (question) => (isOverview(question) && question.language !== '' ? [] : ['language']),
  pricedAs: ({ engine }) => engine,
  maxUsage: singleTaskUsage,
  submit: (question, source) => (isOverview(question) ? searchGoogle(question, source) : trigger(question, source)),
  readSubmission(response, question) {
    if (isOverview(question)) return readAnswer(response)
    const { task, failure } = readTask(response, 'question')
    if (failure) return failure
    return acceptedAs(task.snapshot_id)
  },
  poll: (taskId, _question, source) =>
    taskRequest(source, { path: `/datasets/v3/progress/${taskId}`, headers: bearer(source) }),
  readPoll(response, _question, source, [progress] = []) {
    if (progress !== undefined) return readSnapshot(response, progress)
    const { task, failure } = readTask(response, 'task')
    if (failure) return failure
    const { status } = task
    if (typeof status === 'string' && endings.has(status)) return failed(`the provider’s snapshot is ${status}`)
    const taskId = taskIdOf(task.snapshot_id)
    if (taskId === undefined) return failed('the provider named no snapshot')
    if (status !== 'ready') return { state: 'accepted', taskId }
    const path = `/datasets/v3/snapshot/${taskId}?format=json`
    return { state: 'unfinished', next: taskRequest(source, { path, headers: bearer(source) }) }
  },
}

const trigger = ({ engine, prompt, country }: Question, source: AskedSource): ProviderRequest => {
  const { dataset_id = '', url } = datasets.get(engine) ?? {}
  return taskRequest(source, {
    path: `/datasets/v3/trigger?dataset_id=${dataset_id}&format=json&include_errors=true`,
    headers: bearer(source),
    body: [{ url, prompt, country, index: 1, ...(engine === 'chatgpt' && { web_search: true }) }],
  })
}

function searchGoogle(question: Question, source: AskedSource): ProviderRequest {
  const hl = googleLanguage(question)
  const query = new URLSearchParams({
    q: question.prompt,
    gl: question.country.toLowerCase(),
    ...(hl !== '' && { hl }),
    brd_json: '1',
    brd_ai_overview: '2',
  })
  const url = `https://www.google.com/search?${query}`
  return directRequest(source, {
    path: '/request',
    headers: bearer(source),
    body: { zone: question.model || defaultZone, url, method: 'GET', format: 'raw' },
  })
}

/** A ready snapshot may still be assembled: the response is then a status instead of records. */
function readSnapshot(response: ProviderResponse, progress: ProviderResponse) {
  const reading = readAnswer(response)
  // It can be fetched again.
  if (reading.state === 'failed') return { ...reading, mayBeCharged: false }
  const [body, known] = [parsedOf(response.body), parsedOf(progress.body)]
  const isStatus = isObject(body) && typeof body.status === 'string' && !('answer_text' in body)
  const taskId = isObject(known) ? taskIdOf(known.snapshot_id) : undefined
  const isWorking = isStatus && !endings.has(String(body.status)) && taskId !== undefined
  return isWorking ? ({ state: 'accepted', taskId } as const) : reading
}
