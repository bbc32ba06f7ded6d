import { z } from 'zod'
import { answered, failed, sumOf, timeOf } from '../build-answer.ts'
import { type JoinedText, joinText } from '../joined-text.ts'
import type { PageMention } from '../merge-citations.ts'
import type { AnswerFacts, ProviderAnswer } from '../provider-answer.ts'
import { errorMessageOf } from '../provider-messages.ts'
import { queryOfArguments } from '../responses-body.ts'
import * as shape from '../shape.ts'

const bodyShape = z.object({
  object: shape.looseText,
  conversation_id: shape.looseText,
  message: shape.looseText,
  error: shape.anything,
  detail: shape.anything,
  outputs: shape.anyList,
  usage: shape.loose({
    prompt_tokens: shape.looseCount,
    connector_tokens: shape.looseCount,
    completion_tokens: shape.looseCount,
    connectors: z.record(z.string(), z.unknown()).catch({}),
  }),
})
type Body = z.infer<typeof bodyShape>

const messageShape = z.object({
  content: shape.anything,
  model: shape.looseText,
  completed_at: shape.anything,
})
const toolShape = z.object({ name: shape.looseText, arguments: shape.looseText })
const textShape = z.object({ text: shape.textField })

interface Entries {
  text: JoinedText
  cited: PageMention[]
  queries: string[]
  searches: number
  model: string
  completedAt: unknown
}

/**
 * Mistral's Conversations. Chunks between those of the text cite pages, which therefore have an order but no
 * place. Cut answers, consulted pages and cost are not reported.
 */
export function readMistralConversation(body: unknown): ProviderAnswer {
  const conversation = shape.readShape(bodyShape, body)
  const entries = readEntries(conversation.outputs)
  const facts = factsOf(conversation, entries)
  const words = errorOf(conversation)
  if (words !== undefined) return failed(facts, words)
  return answered(facts, {
    text: entries.text.text,
    cited: entries.cited,
    queries: entries.queries,
    search: entries.searches > 0 || entries.cited.length > 0 ? 'searched' : 'not_searched',
  })
}

/** The error is the body itself, or a list of invalid fields of the request. */
function errorOf({ object, message, error, detail, outputs }: Body): string | undefined {
  if (error !== undefined && error !== null) return errorMessageOf(error)
  if (object === 'error' || (outputs.length === 0 && message !== '')) return errorMessageOf({ message })
  return outputs.length === 0 ? errorMessageOf(detail) : undefined
}

function factsOf({ conversation_id, usage }: Body, entries: Entries): AnswerFacts {
  const connectors = Object.entries(usage.connectors).filter(([name]) => name.startsWith('web_search'))
  const charged = connectors.map(([, count]) => (typeof count === 'number' && count >= 0 ? count : null))
  return {
    engine: 'mistral',
    surface: 'api',
    model: entries.model,
    taskId: conversation_id,
    executedAt: timeOf(entries.completedAt),
    usage: {
      inputTokens: sumOf(usage.prompt_tokens, usage.connector_tokens),
      outputTokens: usage.completion_tokens,
      searches: sumOf(...charged) ?? entries.searches,
    },
  }
}

function readEntries(outputs: readonly unknown[]): Entries {
  const found: Entries = {
    text: joinText(),
    cited: [],
    queries: [],
    searches: 0,
    model: '',
    completedAt: undefined,
  }
  outputs.forEach((entry, index) => {
    const path = `outputs[${index}]`
    const type = shape.typeOf(entry, path)
    if (type === 'tool.execution') {
      const { name, arguments: given } = shape.readShape(toolShape, entry, path)
      if (!name.startsWith('web_search')) return
      found.searches += 1
      found.queries.push(queryOfArguments(given))
    }
    if (type === 'message.output') readMessage(found, entry, path)
  })
  return found
}

function readMessage(found: Entries, entry: unknown, path: string): void {
  const { content, model, completed_at } = shape.readShape(messageShape, entry, path)
  found.model = model || found.model
  found.completedAt = completed_at ?? found.completedAt
  found.text.breakBlock()
  if (!Array.isArray(content)) {
    found.text.add(shape.readShape(shape.optional(shape.textField), content, `${path}.content`) ?? '')
    return
  }
  shape.readShape(shape.anyList, content, `${path}.content`).forEach((chunk, index) => {
    const at = `${path}.content[${index}]`
    const type = shape.typeOf(chunk, at)
    if (type === 'text') found.text.add(shape.readShape(textShape, chunk, at).text)
    if (type === 'tool_reference') found.cited.push(shape.readShape(shape.page, chunk, at))
  })
}
