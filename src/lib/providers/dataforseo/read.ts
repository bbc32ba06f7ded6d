import { z } from 'zod'
import { failed, MissingTextError, noneShown, pending, timeOf, unreadable } from '../build-answer.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { redactMessage } from '../provider-messages.ts'
import * as shape from '../shape.ts'
import enginePaths from './engine-paths.json' with { type: 'json' }
import { readGoogleItems, readLlmResponse, readScraperResult } from './read-products.ts'

const bodyShape = z.object({
  status_code: shape.optional(z.number()),
  status_message: shape.looseText,
  cost: shape.looseCount,
  tasks: shape.list(
    z.object({
      id: shape.looseText,
      status_code: shape.optional(z.number()),
      status_message: shape.looseText,
      cost: shape.looseCount,
      path: shape.looseTexts,
      data: shape.loose({
        location_name: shape.looseText,
        location_code: shape.looseCount,
        language_code: shape.looseText,
      }),
      result: shape.list(z.unknown()),
    }),
  ),
})
type Task = z.infer<typeof bodyShape>['tasks'][number]

const factsShape = shape.loose({
  model: shape.looseText,
  model_name: shape.looseText,
  datetime: shape.anything,
  location_code: shape.looseCount,
  language_code: shape.looseText,
  money_spent: shape.looseCount,
  input_tokens: shape.looseCount,
  output_tokens: shape.looseCount,
})

const ok = 20000
const created = 20100

/** Engines by their names in task paths. */
const engines = new Map(Object.entries(enginePaths).map(([engine, name]) => [name, engine]))

/**
 * DataForSEO: LLM Responses, LLM Scraper, and the AI Overview or AI Mode of its SERP API, detected by the
 * task's path or its result. Failures have the HTTP status 200 and codes for the request and the task.
 */
export function readDataForSeo(body: unknown): ProviderAnswer {
  const { tasks, ...envelope } = shape.readShape(bodyShape, body)
  const [task] = tasks
  if (tasks.length > 1) return unreadable(`tasks has ${tasks.length} entries instead of one`)
  const [result] = task?.result ?? []
  const facts = factsOf(task, result, envelope.cost)
  const without = outcomeOfStatus(envelope, task, facts)
  if (without !== undefined) return without
  if (result === null || result === undefined) throw new MissingTextError(facts, 'the provider returned no result')
  if (!shape.isObject(result)) return unreadable('tasks[0].result[0] must be an object', facts)
  return readResult(result, task?.path ?? [], facts)
}

function factsOf(task: Task | undefined, result: unknown, cost: number | null): AnswerFacts {
  const resultFacts = shape.readShape(factsShape, result)
  const { location_name, location_code, language_code } = task?.data ?? {}
  const code = location_code ?? resultFacts.location_code
  const engine = task?.path.map((part) => engines.get(part)).find((slug) => slug !== undefined)
  return {
    engine: engine ?? null,
    surface: 'ui',
    model: resultFacts.model_name || resultFacts.model,
    taskId: task?.id ?? '',
    executedAt: timeOf(resultFacts.datetime),
    costUsd: task?.cost ?? cost ?? resultFacts.money_spent,
    location: location_name || (code === null || code === undefined ? '' : String(code)),
    language: language_code || resultFacts.language_code,
    usage: { inputTokens: resultFacts.input_tokens, outputTokens: resultFacts.output_tokens },
  }
}

interface Status {
  status_code?: number | null | undefined
  status_message: string
}

function outcomeOfStatus(
  envelope: Status,
  task: (Status & Task) | undefined,
  facts: AnswerFacts,
): ProviderAnswer | undefined {
  for (const status of [envelope, task]) {
    const code = status?.status_code ?? ok
    const words = redactMessage(status?.status_message ?? '')
    if (code === created || /\bin queue\b|\bhanded\b/i.test(words)) return pending(facts, words || String(code))
    if (code !== ok) return failed(facts, `${words} (${code})`)
  }
  if (task === undefined) throw new MissingTextError(facts, 'the provider returned no task')
  return undefined
}

function readResult(result: Record<string, unknown>, path: readonly string[], facts: AnswerFacts): ProviderAnswer {
  const items = Array.isArray(result.items) ? result.items.filter(shape.isObject) : []
  const types = items.map(({ type }) => String(type))
  if (path.includes('llm_responses') || items.some((item) => 'sections' in item))
    return readLlmResponse(result, { ...facts, surface: 'api' })
  const isGoogle = path.includes('serp') || types.some((type) => type === 'ai_overview' || type === 'organic')
  if (isGoogle) {
    const isAiMode = path.includes('ai_mode')
    const engine = facts.engine ?? 'google-ai-overviews'
    return (
      readGoogleItems(result, { ...facts, engine }) ??
      noneShown({ ...facts, engine }, `Google showed no ${isAiMode ? 'answer in AI Mode' : 'AI Overview'}`)
    )
  }
  const isScraper =
    path.includes('llm_scraper') ||
    ['markdown', 'model', 'sources'].some((name) => name in result) ||
    types.some((type) => /^(?:chat_gpt|gemini)_/.test(type))
  return isScraper
    ? readScraperResult(result, facts)
    : unreadable('tasks[0].result[0] belongs to no known product', facts)
}
