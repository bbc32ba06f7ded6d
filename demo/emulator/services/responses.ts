import { z } from 'zod'
import { citedPages, linkMark, markedText, textOf } from '../emulated-answer.ts'
import { dearerModel, emulatedModels, ticksPerDollar } from '../emulated-prices.ts'
import {
  type Call,
  checkModel,
  type EmulatedResult,
  type EmulatorBackend,
  hasBearer,
  ok,
  type Reply,
  type Service,
  seconds,
  usageOfModel,
  usualRefusals,
  validBody,
} from '../service.ts'

// OpenAI, also on Azure and Bedrock, xAI and Perplexity's Agent API, whose formats are similar.

const place = z.strictObject({
  type: z.literal('approximate'),
  country: z.string().length(2),
  city: z.string().optional(),
})
const common = { input: z.string().min(1), max_output_tokens: z.int().positive() }

const openaiBody = z.strictObject({
  ...common,
  model: z.string(),
  tools: z.tuple([z.strictObject({ type: z.literal('web_search'), user_location: place })]),
  tool_choice: z.enum(['required', 'auto']),
  include: z.array(z.literal('web_search_call.action.sources')),
  max_tool_calls: z.int().positive(),
  store: z.boolean(),
})
const bedrockBody = openaiBody.omit({ include: true }).extend({
  tools: z.tuple([z.strictObject({ type: z.literal('web_search'), external_web_access: z.literal(false) })]),
})
const xaiBody = z.strictObject({
  ...common,
  model: z.string(),
  tools: z.tuple([
    z.strictObject({ type: z.literal('web_search'), user_location: place }),
    z.strictObject({ type: z.literal('x_search') }),
  ]),
  max_turns: z.int().positive(),
  store: z.boolean(),
})
const perplexityBody = z.strictObject({
  ...common,
  model: z.string(),
  tools: z.tuple([
    z.strictObject({
      type: z.literal('web_search'),
      user_location: z.strictObject({ country: z.string().length(2) }),
    }),
  ]),
  language_preference: z.string().optional(),
  max_steps: z.int().min(1).max(100),
})

type Answer = (call: Call, desk: EmulatorBackend) => Reply

const service = (answer: Answer): Service => ({
  hasKey: hasBearer,
  asks: ({ method, path }) => method === 'POST' && path === '/responses',
  refuse(refusal, words) {
    const [status, code] = refusal === 'no_credit' ? [429, 'insufficient_quota'] : usualRefusals[refusal]
    return { status, body: { error: { message: words, type: code, param: null, code } } }
  },
  answer: (call, desk) => (call.method === 'POST' && call.path === '/responses' ? answer(call, desk) : undefined),
})

/** The body common to all three, around the output items. */
function response({ id, usage }: EmulatedResult, call: Call, output: unknown[], rest: Record<string, unknown>) {
  return ok({
    id: `resp_${id}`,
    object: 'response',
    created_at: seconds(call.now),
    status: 'completed',
    error: null,
    incomplete_details: null,
    output,
    ...rest,
    usage: {
      input_tokens: call.fault === 'absurd_usage' ? 1e15 : usage.inputTokens,
      output_tokens: usage.outputTokens,
      total_tokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
      ...(rest.usage as object | undefined),
    },
  })
}

const message = (id: string, text: string, annotations: unknown[], isRefusal: boolean) => ({
  type: 'message',
  id: `msg_${id}`,
  role: 'assistant',
  status: 'completed',
  content: [isRefusal ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations }],
})

const searchCalls = ({ id, answer }: EmulatedResult) =>
  answer.queries.map((query, index) => ({
    type: 'web_search_call',
    id: `ws_${id}_${index}`,
    status: 'completed',
    action: {
      type: 'search',
      query,
      queries: [query],
      sources: index === 0 ? answer.pages.map(({ url }) => ({ type: 'url', url })) : [],
    },
  }))

const openaiAnswer: Answer = (call, desk) => {
  const given = validBody(openaiBody, call.body)
  return openaiReply(call, desk, given, given.tools[0].user_location.country)
}

function openaiReply(
  call: Call,
  desk: EmulatorBackend,
  given: z.infer<typeof bedrockBody | typeof openaiBody>,
  country: string,
) {
  const { model, input, tools } = given
  checkModel(model, emulatedModels[call.kind])
  const sale = desk.sell(call, { prompt: input, country }, usageOfModel)
  const { text, marks } = markedText(sale.answer, linkMark)
  const annotations = marks.map(({ page, start, end }) => ({
    type: 'url_citation',
    start_index: start + 1,
    end_index: end,
    ...page,
  }))
  const output = [...searchCalls(sale), message(sale.id, text, annotations, call.fault === 'refusal')]
  return response(sale, call, output, {
    model: call.fault === 'other_model' ? dearerModel : model,
    tools,
    tool_choice: given.tool_choice,
  })
}

export const openaiService = service(openaiAnswer)
export const bedrockService = service((call, desk) => openaiReply(call, desk, validBody(bedrockBody, call.body), ''))

/** Azure's own header and the code of its content filter. */
export const azureService: Service = {
  ...openaiService,
  hasKey: ({ headers }, key) => headers.get('api-key') === key,
  refuse(refusal, words) {
    if (refusal !== 'prompt_refused') return openaiService.refuse(refusal, words)
    const message = `The response was filtered due to the prompt triggering Azure OpenAI's content management policy.`
    const innererror = { code: 'ResponsibleAIPolicyViolation', content_filter_result: {} }
    const error = { message, type: null, param: 'prompt', code: 'content_filter', status: 400, innererror }
    return { status: 400, body: { error } }
  },
}

export const xaiService = service((call, desk) => {
  const { model, input, tools } = validBody(xaiBody, call.body)
  checkModel(model, emulatedModels.xai)
  const sale = desk.sell(call, { prompt: input, country: tools[0].user_location.country }, usageOfModel)
  const { text } = markedText(sale.answer, (page, number) => ` [[${number}]](${page.url})`)
  const annotations = sale.answer.pages.map(({ url }) => ({ type: 'url_citation', url }))
  const output = [...searchCalls(sale), message(sale.id, text, annotations, call.fault === 'refusal')]
  const usage = { cost_in_usd_ticks: Math.round(sale.costUsd * ticksPerDollar) }
  return response(sale, call, output, { model, tools, usage })
})

export const perplexityService = service((call, desk) => {
  const { model, input, tools } = validBody(perplexityBody, call.body)
  checkModel(model, emulatedModels.perplexity)
  if (call.fault === 'failed_within') {
    const error = { message: 'The search backend is not available', type: 'internal_error', code: 500 }
    return ok({ id: 'resp_failed', object: 'response', model, status: 'failed', error, output: [] })
  }
  const sale = desk.sell(call, { prompt: input, country: tools[0].user_location.country }, usageOfModel)
  const { answer, costUsd } = sale
  const cited = citedPages(answer)
  const pages = [...cited, ...answer.pages.filter(({ url }) => cited.every((page) => page.url !== url))]
  const results = pages.map((page, index) => ({
    id: index + 1,
    ...page,
    snippet: textOf(answer).slice(0, 80),
  }))
  const { text } = markedText(answer, (_page, number) => `[${number}]`)
  const output = [
    ...answer.queries.map((query, index) => ({
      type: 'search_results',
      queries: [query],
      results: index === 0 ? results : [],
    })),
    message(sale.id, text, [], call.fault === 'refusal'),
  ]
  const usage = {
    cost: { currency: 'USD', total_cost: costUsd },
    tool_calls_details: { web_search: { invocation: answer.queries.length } },
  }
  return response(sale, call, output, { model, usage })
})
