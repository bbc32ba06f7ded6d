import { z } from 'zod'
import { failed, outcomeOf, timeOf } from './build-answer.ts'
import { type JoinedText, joinText, shifted } from './joined-text.ts'
import type { PageMention } from './merge-citations.ts'
import type { AnswerFacts, ProviderAnswer, TextRange } from './provider-answer.ts'
import { errorMessageOf } from './provider-messages.ts'
import * as shape from './shape.ts'
import { linkRange, textOffsets } from './text-offsets.ts'

// Common parts of the bodies of OpenAI, xAI and Perplexity's Agent API (OpenAI `responses.d.ts`, `Response`).

const bodyShape = z.object({
  id: shape.looseText,
  model: shape.looseText,
  status: shape.optional(z.string()),
  error: shape.anything,
  incomplete_details: shape.loose({ reason: shape.looseText }),
  output: shape.anyList,
  usage: shape.anything,
  created_at: shape.anything,
  completed_at: shape.anything,
  tools: z
    .array(
      shape.loose({
        user_location: shape.loose({
          country: shape.looseText,
          region: shape.looseText,
          city: shape.looseText,
        }),
      }),
    )
    .catch([]),
})

export type ResponsesBody = z.infer<typeof bodyShape>

export const readResponsesBody = (body: unknown): ResponsesBody => shape.readShape(bodyShape, body)

const usageShape = shape.loose({ input_tokens: shape.looseCount, output_tokens: shape.looseCount })

export const tokensOf = (usage: unknown) => {
  const { input_tokens, output_tokens } = shape.readShape(usageShape, usage)
  return { inputTokens: input_tokens, outputTokens: output_tokens }
}

export function responsesFacts(body: ResponsesBody, engine: string): AnswerFacts {
  const { user_location: place } = body.tools.find(({ user_location }) =>
    Object.values(user_location).some((value) => value !== ''),
  ) ?? { user_location: { country: '', region: '', city: '' } }
  return {
    engine,
    surface: 'api',
    model: body.model,
    taskId: body.id,
    executedAt: timeOf(body.completed_at) ?? timeOf(body.created_at),
    country: place.country,
    location: [place.city, place.region].filter((part) => part !== '').join(', '),
  }
}

const statuses = {
  complete: ['completed', 'incomplete'],
  pending: ['queued', 'in_progress'],
  failed: ['failed', 'cancelled', 'requires_action'],
}

/** The outcome of a body whose status rules out an answer; undefined if it may have one. */
export function outcomeOfStatus(body: ResponsesBody, facts: AnswerFacts): ProviderAnswer | undefined {
  const outcome = outcomeOf(statuses, facts, 'status', body.status)
  const words = errorMessageOf(body.error)
  return words === undefined || outcome?.outcome === 'unreadable' ? outcome : failed(facts, words)
}

export const isIncomplete = (body: ResponsesBody) => body.status === 'incomplete'

/** Why a cut answer has no text. */
export function emptyReasonOf(body: ResponsesBody): string | undefined {
  if (!isIncomplete(body)) return undefined
  return `the answer was cut before its first word (${body.incomplete_details.reason || 'no reason given'})`
}

const messageShape = z.object({ content: shape.anyList, phase: shape.looseText })
const outputTextShape = z.object({ text: shape.textField, annotations: shape.anyList })
const refusalShape = z.object({ refusal: shape.textField })

/** A page in a text's annotation. */
export interface Annotation extends PageMention {
  title: string
  /** Whether the provider marks a place, even one that does not match. */
  hasPlace: boolean
}

export interface MessageText {
  text: JoinedText
  annotations: Annotation[]
  refused: boolean
}

/** Reads the messages among the items, separated by blank lines. */
export function readMessages(items: readonly unknown[]): MessageText {
  const found: MessageText = { text: joinText(), annotations: [], refused: false }
  items.forEach((item, index) => {
    const path = `output[${index}]`
    if (shape.typeOf(item, path) !== 'message') return
    const { content, phase } = shape.readShape(messageShape, item, path)
    // What the model says while it works is not its answer.
    if (phase === 'commentary') return
    found.text.breakBlock()
    content.forEach((part, at) => {
      readPart(found, part, `${path}.content[${at}]`)
    })
  })
  return found
}

function readPart(found: MessageText, part: unknown, path: string): void {
  const type = shape.typeOf(part, path)
  if (type === 'refusal') {
    found.text.add(shape.readShape(refusalShape, part, path).refusal)
    found.refused = true
  }
  if (type !== 'output_text') return
  const { text, annotations } = shape.readShape(outputTextShape, part, path)
  const place = found.text.add(text)
  found.annotations.push(...readAnnotations(text, annotations, place, `${path}.annotations`))
}

/** Reads the `url_citation`s of a text part; other annotations are not pages. */
export function readAnnotations(
  text: string,
  annotations: readonly unknown[],
  place: TextRange,
  path: string,
): Annotation[] {
  const offsets = textOffsets(text)
  return annotations.flatMap((annotation, index) => {
    const at = `${path}[${index}]`
    const nested = shape.readShape(
      z.object({ type: shape.optional(z.string()), url_citation: shape.anything }),
      annotation,
      at,
    )
    if ((nested.type ?? 'url_citation') !== 'url_citation') return []
    const isNested = nested.url_citation !== undefined && nested.url_citation !== null
    const { url, title, start_index, end_index } = isNested
      ? shape.readShape(shape.link, nested.url_citation, `${at}.url_citation`)
      : shape.readShape(shape.link, annotation, at)
    if (!url) return []
    const start = start_index ?? 0
    const end = end_index ?? 0
    const range = shifted(place, linkRange(offsets, start, end, { url, title }))
    return [{ url, title, range, hasPlace: end > start }]
  })
}

const searchCallShape = z.object({
  action: shape.optional(
    z.object({
      type: shape.looseText,
      query: shape.looseText,
      queries: shape.anything,
      url: shape.optional(z.string()),
      sources: shape.list(shape.page),
    }),
  ),
  arguments: shape.looseText,
})

export interface SearchCalls {
  /** Tool calls that searched, rather than only opened a page. */
  searches: number
  queries: string[]
  consulted: PageMention[]
}

/** Reads the items of these types as search tool calls. */
export function readSearchCalls(items: readonly unknown[], types: readonly string[]): SearchCalls {
  const found: SearchCalls = { searches: 0, queries: [], consulted: [] }
  items.forEach((item, index) => {
    const path = `output[${index}]`
    if (!types.includes(shape.typeOf(item, path))) return
    const { action, arguments: given } = shape.readShape(searchCallShape, item, path)
    const isSearch = !action?.type || action.type === 'search'
    if (isSearch) found.searches += 1
    const several = Array.isArray(action?.queries) ? action.queries.filter((query) => typeof query === 'string') : []
    const query = action?.query || queryOfArguments(given)
    if (isSearch) found.queries.push(...(several.length > 0 ? several : [query]))
    found.consulted.push(...(action?.sources ?? []), { url: action?.url })
  })
  return found
}

/** The query in a tool's arguments, a string of JSON; empty if there is none. */
export function queryOfArguments(given: string): string {
  try {
    const { query } = JSON.parse(given) as { query?: unknown }
    return typeof query === 'string' ? query : ''
  } catch {
    return ''
  }
}
