import { z } from 'zod'
import { linkMark, markedText } from '../emulated-answer.ts'
import { emulatedModels } from '../emulated-prices.ts'
import { checkModel, hasBearer, ok, type Service, seconds, usageOfModel, usualRefusals, validBody } from '../service.ts'

// OpenRouter's chat completions, and Mistral's Conversations.

const openrouterBody = z.strictObject({
  model: z.string(),
  messages: z.tuple([z.strictObject({ role: z.literal('user'), content: z.string().min(1) })]),
  tools: z.tuple([
    z.strictObject({
      type: z.literal('openrouter:web_search'),
      parameters: z.strictObject({
        engine: z.enum(['native', 'exa']),
        max_uses: z.int().positive(),
        max_results: z.int().positive(),
        max_total_results: z.int().positive(),
        user_location: z.strictObject({ type: z.literal('approximate'), country: z.string().length(2) }),
      }),
    }),
  ]),
  max_tokens: z.int().positive(),
})

export const openrouterService: Service = {
  hasKey: hasBearer,
  asks: ({ method, path }) => method === 'POST' && path === '/chat/completions',
  refuse(refusal, words) {
    const [status] = usualRefusals[refusal]
    const code = refusal === 'unknown_model' ? 400 : status
    const message = refusal === 'unknown_model' ? 'That is not a valid model ID' : words
    return { status: code, body: { error: { message, code } } }
  },
  answer(call, desk) {
    if (call.method !== 'POST' || call.path !== '/chat/completions') return undefined
    const { model, messages, tools } = validBody(openrouterBody, call.body)
    checkModel(model, emulatedModels.openrouter)
    const { country } = tools[0].parameters.user_location
    const { id, answer, usage, costUsd } = desk.sell(call, { prompt: messages[0].content, country }, usageOfModel)
    const { text, marks } = markedText(answer, linkMark)
    const annotations = marks.map(({ page, start, end }) => ({
      type: 'url_citation',
      url_citation: { ...page, start_index: start + 1, end_index: end },
    }))
    const isRefusal = call.fault === 'refusal'
    return ok({
      id: `gen-${id}`,
      object: 'chat.completion',
      created: seconds(call.now),
      model,
      provider: 'Emulated',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: {
            role: 'assistant',
            content: isRefusal ? null : text,
            refusal: isRefusal ? text : null,
            annotations,
          },
        },
      ],
      usage: {
        prompt_tokens: usage.inputTokens,
        completion_tokens: usage.outputTokens,
        cost: costUsd,
        server_tool_use_details: { web_search_requests: usage.searches },
      },
    })
  },
}

const mistralBody = z.strictObject({
  model: z.string(),
  inputs: z.string().min(1),
  tools: z.tuple([z.strictObject({ type: z.literal('web_search') })]),
  completion_args: z.strictObject({ max_tokens: z.int().positive(), tool_choice: z.enum(['required', 'auto']) }),
  store: z.boolean(),
})

export const mistralService: Service = {
  hasKey: hasBearer,
  asks: ({ method, path }) => method === 'POST' && path === '/conversations',
  refuse(refusal, words) {
    const [status, code] = usualRefusals[refusal]
    if (refusal === 'wrong_key') return { status, body: { detail: 'Unauthorized' } }
    const isModel = refusal === 'unknown_model'
    const message = isModel ? 'Invalid model' : words
    return {
      status: isModel ? 400 : status,
      body: { object: 'error', message, type: isModel ? 'invalid_model' : code, param: null, code: null },
    }
  },
  answer(call, desk) {
    if (call.method !== 'POST' || call.path !== '/conversations') return undefined
    const { model, inputs } = validBody(mistralBody, call.body)
    checkModel(model, emulatedModels.mistral)
    const { id, answer, usage } = desk.sell(call, { prompt: inputs, country: '' }, usageOfModel)
    const executions = answer.queries.map((query) => ({
      object: 'entry',
      type: 'tool.execution',
      name: 'web_search',
      arguments: JSON.stringify({ query }),
      info: {},
    }))
    const content = answer.segments.flatMap(({ text, page }) => [
      { type: 'text', text },
      ...(page ? [{ type: 'tool_reference', tool: 'web_search', ...page }] : []),
    ])
    const completed_at = call.now.toISOString()
    return ok({
      object: 'conversation.response',
      conversation_id: `conv_${id}`,
      outputs: [
        ...executions,
        { object: 'entry', type: 'message.output', role: 'assistant', model, completed_at, content },
      ],
      usage: {
        prompt_tokens: usage.inputTokens,
        completion_tokens: usage.outputTokens,
        total_tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
        connector_tokens: 0,
        connectors: { web_search: usage.searches },
      },
    })
  },
}
