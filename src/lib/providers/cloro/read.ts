import { z } from 'zod'
import { answered, failed, MissingTextError, noneShown, outcomeOf, timeOf, unreadable } from '../build-answer.ts'
import { adsOf, productsOf, records } from '../offers.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import * as shape from '../shape.ts'
import taskTypes from './task-types.json' with { type: 'json' }

const bodyShape = z.object({
  task: shape.optional(
    z.object({
      id: shape.looseText,
      taskType: shape.looseText,
      status: shape.optional(z.string()),
      error: shape.anything,
      createdAt: shape.anything,
    }),
  ),
  credits: shape.loose({ creditsCharged: shape.looseCount }),
  success: shape.anything,
  error: shape.anything,
  response: shape.anything,
  result: shape.anything,
})
type Body = z.infer<typeof bodyShape>

const pageShape = z.object({ url: shape.optional(z.string()), label: shape.looseText })
const answerShape = z.object({
  text: shape.optional(shape.textField),
  markdown: shape.optional(shape.textField),
  sources: shape.list(pageShape),
  citationPills: shape.optional(shape.list(pageShape)),
  searchQueries: shape.looseTexts,
  search_model_queries: shape.looseTexts,
  model: shape.looseText,
  shoppingCards: shape.anything,
  inlineProducts: shape.anything,
  ads: shape.anything,
})

const engines = new Map(Object.entries(taskTypes).map(([engine, type]) => [type, engine]))
const statuses = { complete: ['COMPLETED'], pending: ['QUEUED', 'PROCESSING'], failed: ['FAILED'] }

/**
 * Cloro: a task with its `response`, the `result` of a synchronous call, or only one of these. Pills in the
 * answer are cited, other sources consulted; without any pills the sources are cited. Charged in credits.
 */
export function readCloro(body: unknown): ProviderAnswer {
  const envelope = shape.readShape(bodyShape, body)
  const facts = factsOf(envelope)
  const without = outcomeOfTask(envelope, facts)
  if (without !== undefined) return without
  const isEnvelope = shape.isObject(body) && ('task' in body || 'response' in body || 'result' in body)
  const content = isEnvelope ? (envelope.response ?? envelope.result) : body
  const path = isEnvelope ? (envelope.response === undefined ? 'result' : 'response') : ''
  if (content === undefined || content === null) throw new MissingTextError(facts, 'the provider returned no answer')
  if (!shape.isObject(content)) return unreadable(`${path} must be an object`, facts)
  const isOverview = 'aioverview' in content || facts.engine === 'google-ai-overviews'
  if (!isOverview) return readAnswer(content, path, facts)
  const ofOverview = { ...facts, engine: 'google-ai-overviews' }
  const overview = content.aioverview
  // A page of another shape does not prove that there is no overview.
  if (overview === undefined && !Object.values(content).some(Array.isArray))
    return unreadable(`${path}.aioverview is missing`.replace(/^\./, ''), facts)
  if (overview === null || overview === undefined)
    return noneShown(ofOverview, 'Google showed no AI Overview, or the provider did not find it on the page')
  return readAnswer(overview, `${path}.aioverview`.replace(/^\./, ''), ofOverview)
}

function factsOf({ task, credits }: Body): AnswerFacts {
  return {
    engine: engines.get(task?.taskType ?? '') ?? null,
    surface: 'ui',
    taskId: task?.id ?? '',
    executedAt: timeOf(task?.createdAt),
    usage: { credits: credits.creditsCharged },
  }
}

function outcomeOfTask({ task, error, success, response }: Body, facts: AnswerFacts): ProviderAnswer | undefined {
  const inner = shape.isObject(response) ? response.error : undefined
  const words = errorMessageOf(error) ?? errorMessageOf(task?.error) ?? errorMessageOf(inner)
  if (words !== undefined) return failed(facts, words)
  if (success === false && response === undefined) return failed(facts, 'the provider reports no success')
  return outcomeOf(statuses, facts, 'task.status', task?.status, 'the task failed')
}

function readAnswer(content: unknown, path: string, facts: AnswerFacts): ProviderAnswer {
  const answer = shape.readShape(answerShape, content, path)
  const pills = answer.citationPills ?? undefined
  const pages = (entries: readonly z.infer<typeof pageShape>[]) =>
    entries.map(({ url, label }) => ({ url, title: label }))
  const queries = answer.searchQueries.length > 0 ? answer.searchQueries : answer.search_model_queries
  // Perplexity's queries contain the prompt even without a search.
  const hasSearched = answer.sources.length + (pills?.length ?? 0) + answer.searchQueries.length > 0
  return answered(
    { ...facts, model: answer.model },
    {
      text: answer.markdown || answer.text || '',
      cited: pages(pills ?? answer.sources),
      consulted: pages(answer.sources),
      queries,
      search: hasSearched ? 'searched' : 'unknown',
      products: productsOf(
        ...records(answer.shoppingCards).map((card) => card.products ?? [card]),
        answer.inlineProducts,
      ),
      ads: records(answer.ads).flatMap(adsOf),
    },
  )
}
