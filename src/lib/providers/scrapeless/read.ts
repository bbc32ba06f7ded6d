import { z } from 'zod'
import { answered, failed, MissingTextError, noneShown, outcomeOf } from '../build-answer.ts'
import type { PageMention } from '../merge-citations.ts'
import { adsOf, records } from '../offers.ts'
import { citedByMarks } from '../perplexity/read-agent.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import * as shape from '../shape.ts'
import actors from './actors.json' with { type: 'json' }

const bodyShape = z.object({
  status: shape.optional(z.string()),
  task_id: shape.looseText,
  message: shape.anything,
  error: shape.anything,
  task_result: shape.anything,
})

/** The places of the text, by engine. AI Mode repeats its text with marks. */
export const textFields = ['result_md', 'result_text', 'content', 'full_response'] as const

const pages = shape.list(z.object({ url: shape.optional(z.string()), title: shape.looseText, name: shape.looseText }))
const text = shape.optional(shape.textField)
const answerShape = z.object({
  ...{ result_md: text, result_text: text, content: text, full_response: text },
  model: shape.looseText,
  user_model: shape.looseText,
  ...{ content_references: pages, citations: pages, web_results: pages, source: pages },
  ...{ web_search_results: pages, search_result: pages, web_source: pages },
  ads: shape.anything,
})

const statuses = { complete: ['success'], pending: ['pending', 'running'], failed: ['failed'] }

/**
 * Scrapeless: a task with its result, whose fields tell the engine. `[WIRED][3]` in the text cites the page
 * that its Markdown defines as 3, or the third listed page. The body has no cost.
 */
export function readScrapeless(body: unknown): ProviderAnswer {
  const { status, task_id, message, error, task_result: result } = shape.readShape(bodyShape, body)
  const found = shape.isObject(result) ? result : {}
  const engine = Object.entries(actors).find(([, { field }]) => field in found)?.[0] ?? null
  const facts: AnswerFacts = { engine, surface: 'ui', taskId: task_id }
  const failure = errorMessageOf(error)
  if (failure !== undefined) return failed(facts, failure)
  const words = errorMessageOf(message) ?? 'the task failed'
  const without = outcomeOf(statuses, facts, 'status', status, words)
  if (without !== undefined) return without
  if (!shape.isObject(result)) throw new MissingTextError(facts, 'the provider returned no answer')
  return readAnswer(result, facts)
}

function readAnswer(result: object, facts: AnswerFacts): ProviderAnswer {
  const answer = shape.readShape(answerShape, result, 'task_result')
  const words = textFields.map((field) => answer[field]).find((found) => found) ?? ''
  if (words === '' && facts.engine === 'google-ai-overviews') return noneShown(facts, 'Google showed no AI Overview')
  const { content_references, citations, web_results, source, web_search_results } = answer
  const listed = [content_references, citations, web_results, source, web_search_results]
    .flat()
    .map(({ url, title, name }) => ({ url, title: title || name }))
  const consulted = [...answer.search_result, ...answer.web_source]
  const cited = [...citedInText(words, listed), ...listed]
  return answered(
    { ...facts, model: answer.model || answer.user_model },
    {
      text: words,
      cited,
      consulted,
      search: cited.length + consulted.length > 0 ? 'searched' : 'unknown',
      ads: records(answer.ads).flatMap(adsOf),
    },
  )
}

/** A line of Markdown that defines the page of a mark, which readers do not see. */
const definition = /^\[(\d{1,3})\]:[ \t]+(\S+)/gm

/** The pages that the text marks, and those that it only defines. */
function citedInText(words: string, listed: readonly PageMention[]): PageMention[] {
  const definitions = [...words.matchAll(definition)]
  const defined = definitions.map(([, id, url]) => ({
    ...{ id: Number(id), url },
    title: listed.find((page) => page.url === url)?.title ?? '',
  }))
  const numbered = listed.map((page, index) => ({ ...page, id: index + 1 }))
  const visible = words.slice(0, definitions[0]?.index)
  const isDefined = new Set(defined.map(({ id }) => id))
  const others = numbered.filter(({ id }) => !isDefined.has(id))
  return [...citedByMarks(visible, [...defined, ...others]), ...defined]
}
