import { z } from 'zod'
import { answered, failed, sumOf, unknownValue } from '../build-answer.ts'
import { type JoinedText, joinText } from '../joined-text.ts'
import type { PageMention } from '../merge-citations.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import * as shape from '../shape.ts'

const bodyShape = z.object({
  type: shape.looseText,
  id: shape.looseText,
  model: shape.looseText,
  error: shape.anything,
  stop_reason: shape.optional(z.string()),
  stop_details: shape.loose({ category: shape.looseText }),
  content: shape.anyList,
  usage: shape.loose({
    input_tokens: shape.looseCount,
    cache_creation_input_tokens: shape.looseCount,
    cache_read_input_tokens: shape.looseCount,
    output_tokens: shape.looseCount,
    server_tool_use: shape.loose({ web_search_requests: shape.looseCount }),
  }),
})
type Message = z.infer<typeof bodyShape>

const textShape = z.object({ text: shape.textField, citations: shape.list(shape.page) })
const toolUseShape = z.object({ name: shape.looseText, input: shape.loose({ query: shape.looseText }) })
const searchResultShape = z.object({ content: shape.anything })
const fetchResultShape = z.object({
  content: shape.optional(
    z.object({ url: shape.optional(z.string()), content: shape.loose({ title: shape.looseText }) }),
  ),
})

/** Stop reasons (Anthropic `StopReason`) of complete and of cut answers. */
const whole = new Set(['end_turn', 'stop_sequence', 'refusal'])
const cut = new Set(['max_tokens', 'model_context_window_exceeded', 'pause_turn', 'tool_use', 'compaction'])

interface Blocks {
  text: JoinedText
  cited: PageMention[]
  consulted: PageMention[]
  queries: string[]
  /** Searches that returned a list of results, empty or not. */
  results: number
}

/**
 * Anthropic's Messages API. Citations belong to a whole text block, which is their place. Search results and
 * fetched pages were consulted. A paused answer (`pause_turn`) is cut. The body has no cost.
 */
export function readAnthropicMessage(body: unknown): ProviderAnswer {
  const message = shape.readShape(bodyShape, body)
  const facts = factsOf(message)
  const words = errorMessageOf(message.error)
  if (words !== undefined || message.type === 'error') return failed(facts, words ?? 'an error without a message')
  const { stop_reason: stop } = message
  if (stop && !whole.has(stop) && !cut.has(stop)) return unknownValue(facts, 'stop_reason', stop)
  const blocks = readBlocks(message.content)
  const hasSearched = blocks.results > 0 || (message.usage.server_tool_use.web_search_requests ?? 0) > 0
  return answered(facts, {
    text: blocks.text.text,
    cited: blocks.cited,
    consulted: blocks.consulted,
    queries: blocks.queries,
    search: hasSearched ? 'searched' : 'not_searched',
    truncated: stop ? cut.has(stop) : false,
    refused: stop === 'refusal',
    emptyReason: emptyReasonOf(message),
  })
}

function emptyReasonOf({ stop_reason: stop, stop_details: { category } }: Message): string | undefined {
  if (stop === 'refusal') return `the model refused to answer${category === '' ? '' : ` (${category})`}`
  return stop && cut.has(stop) ? `the answer was cut before its first word (${stop})` : undefined
}

function factsOf({ id, model, usage }: Message): AnswerFacts {
  const { input_tokens, cache_creation_input_tokens, cache_read_input_tokens, output_tokens } = usage
  return {
    engine: 'claude',
    surface: 'api',
    model,
    taskId: id,
    usage: {
      inputTokens: sumOf(input_tokens, cache_creation_input_tokens, cache_read_input_tokens),
      outputTokens: output_tokens,
      searches: usage.server_tool_use.web_search_requests,
    },
  }
}

function readBlocks(content: readonly unknown[]): Blocks {
  const found: Blocks = { text: joinText(), cited: [], consulted: [], queries: [], results: 0 }
  content.forEach((block, index) => {
    readBlock(found, block, `content[${index}]`)
  })
  return found
}

function readBlock(found: Blocks, block: unknown, path: string): void {
  switch (shape.typeOf(block, path)) {
    case 'text': {
      const { text, citations } = shape.readShape(textShape, block, path)
      const range = found.text.add(text)
      found.cited.push(...citations.map((page) => ({ ...page, range })))
      break
    }
    case 'server_tool_use': {
      const { name, input } = shape.readShape(toolUseShape, block, path)
      if (name === 'web_search') found.queries.push(input.query)
      break
    }
    case 'web_search_tool_result': {
      // A failed search has an object with an error_code instead of the list.
      const { content } = shape.readShape(searchResultShape, block, path)
      if (!Array.isArray(content)) break
      found.results += 1
      found.consulted.push(...shape.readShape(shape.list(shape.page), content, `${path}.content`))
      break
    }
    case 'web_fetch_tool_result': {
      const page = shape.readShape(fetchResultShape, block, path).content
      found.consulted.push({ url: page?.url, title: page?.content.title ?? '' })
    }
  }
}
