import { z } from 'zod'
import { emulatedModels } from '../emulated-prices.ts'
import {
  type Call,
  checkModel,
  type EmulatedResult,
  ok,
  type Service,
  usageOfModel,
  usualRefusals,
  validBody,
} from '../service.ts'

const body = z.strictObject({
  model: z.string(),
  max_tokens: z.int().positive(),
  messages: z.union([
    z.tuple([z.strictObject({ role: z.literal('user'), content: z.string().min(1) })]),
    z.tuple([
      z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
      z.strictObject({
        role: z.literal('assistant'),
        content: z.array(z.looseObject({ type: z.string() })).min(1),
      }),
    ]),
  ]),
  tools: z.tuple([
    z.strictObject({
      type: z.literal('web_search_20250305'),
      name: z.literal('web_search'),
      max_uses: z.int().positive(),
      user_location: z.strictObject({
        type: z.literal('approximate'),
        country: z.string().length(2),
        city: z.string().optional(),
      }),
    }),
  ]),
})

const codes: Partial<Record<string, string>> = {
  rate_limited: 'rate_limit_error',
  wrong_key: 'authentication_error',
  unknown_model: 'not_found_error',
  server_error: 'api_error',
}

/** Anthropic's Messages. A paused turn has searched; it continues when its content is sent back. */
export const anthropicService: Service = {
  hasKey: ({ headers }, key) => headers.get('x-api-key') === key && headers.get('anthropic-version') === '2023-06-01',
  asks: ({ method, path }) => method === 'POST' && path === '/messages',
  refuse(refusal, words) {
    const isCredit = refusal === 'no_credit'
    const status = isCredit ? 400 : usualRefusals[refusal][0]
    const message = isCredit ? 'Your credit balance is too low to access the Anthropic API' : words
    const type = codes[refusal] ?? 'invalid_request_error'
    return { status, body: { type: 'error', error: { type, message }, request_id: 'req_emulated' } }
  },
  answer(call, desk) {
    if (call.method !== 'POST' || call.path !== '/messages') return undefined
    const { model, messages, tools } = validBody(body, call.body)
    checkModel(model, emulatedModels.anthropic)
    const asked = { prompt: messages[0].content, country: tools[0].user_location.country }
    const sale = desk.sell(call, asked, usageOfModel)
    const searched = searchBlocks(sale)
    const words = wordBlocks(sale)
    const isContinued = messages.length === 2
    const pauses = call.fault === 'pause_turn'
    const content = pauses ? searched : isContinued ? words : [...searched, ...words]
    return ok(message(call, sale, model, content, pauses ? 'pause_turn' : undefined))
  },
}

function message(call: Call, { id, usage }: EmulatedResult, model: string, content: unknown[], stop?: string) {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stop ?? (call.fault === 'refusal' ? 'refusal' : 'end_turn'),
    stop_sequence: null,
    usage: {
      input_tokens: usage.inputTokens,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: usage.outputTokens,
      server_tool_use: { web_search_requests: usage.searches },
    },
  }
}

const searchBlocks = ({ id, answer }: EmulatedResult) =>
  answer.queries.flatMap((query, index) => [
    { type: 'server_tool_use', id: `srvtoolu_${id}_${index}`, name: 'web_search', input: { query } },
    {
      type: 'web_search_tool_result',
      tool_use_id: `srvtoolu_${id}_${index}`,
      content: index > 0 ? [] : answer.pages.map((page) => ({ type: 'web_search_result', ...page })),
    },
  ])

const wordBlocks = ({ answer }: EmulatedResult) =>
  answer.segments.map(({ text, page }) => ({
    type: 'text',
    text,
    ...(page && {
      citations: [{ type: 'web_search_result_location', ...page, cited_text: text.trim().slice(0, 100) }],
    }),
  }))
