import { z } from 'zod'
import { textOf } from '../emulated-answer.ts'
import { emulatedModels } from '../emulated-prices.ts'
import {
  checkModel,
  type EmulatedResult,
  ok,
  type Service,
  usageOfModel,
  usualRefusals,
  validBody,
} from '../service.ts'

const body = z.strictObject({
  contents: z.tuple([
    z.strictObject({
      role: z.literal('user'),
      parts: z.tuple([z.strictObject({ text: z.string().min(1) })]),
    }),
  ]),
  tools: z.tuple([z.strictObject({ googleSearch: z.strictObject({}) })]),
  toolConfig: z.strictObject({ retrievalConfig: z.strictObject({ languageCode: z.string().optional() }) }).optional(),
  generationConfig: z.strictObject({ maxOutputTokens: z.int().positive() }),
})

const statuses: Partial<Record<string, string>> = {
  rate_limited: 'RESOURCE_EXHAUSTED',
  unknown_model: 'NOT_FOUND',
  not_found: 'NOT_FOUND',
  server_error: 'INTERNAL',
}

const modelOf = (path: string) => /^(?:\/publishers\/google)?\/models\/([^/]+):generateContent$/.exec(path)?.[1]

/** Gemini's `generateContent` with grounding, also at Vertex AI's path. */
export const geminiService: Service = {
  hasKey: ({ headers }, key) => headers.get('x-goog-api-key') === key,
  asks: ({ method, path }) => method === 'POST' && modelOf(path) !== undefined,
  refuse(refusal, words) {
    // An invalid key is an invalid argument here.
    const code = refusal === 'wrong_key' ? 400 : usualRefusals[refusal][0]
    const message = refusal === 'wrong_key' ? 'API key not valid. Please pass a valid API key.' : words
    const status = statuses[refusal] ?? 'INVALID_ARGUMENT'
    return { status: code, body: { error: { code, message, status, details: [] } } }
  },
  answer(call, desk) {
    const model = modelOf(call.path)
    if (call.method !== 'POST' || model === undefined) return undefined
    const { contents } = validBody(body, call.body)
    checkModel(decodeURIComponent(model), emulatedModels[call.kind])
    const sale = desk.sell(call, { prompt: contents[0].parts[0].text, country: '' }, usageOfModel)
    const { usage, id } = sale
    const candidate =
      call.fault === 'refusal'
        ? { finishReason: 'SAFETY' }
        : {
            content: { role: 'model', parts: [{ text: textOf(sale.answer) }] },
            finishReason: 'STOP',
            groundingMetadata: groundingOf(sale),
          }
    return ok({
      candidates: [{ index: 0, ...candidate }],
      usageMetadata: { promptTokenCount: usage.inputTokens, candidatesTokenCount: usage.outputTokens },
      modelVersion: decodeURIComponent(model),
      responseId: id,
      createTime: call.now.toISOString(),
    })
  },
}

/** Supports mark the words that a page backs in UTF-8 bytes. Google omits the first start, as it is 0. */
function groundingOf({ answer }: EmulatedResult) {
  let bytes = 0
  const groundingSupports = answer.segments.flatMap(({ text, page }) => {
    const lead = Buffer.byteLength(text.slice(0, text.length - text.trimStart().length))
    const startIndex = bytes + lead
    bytes += Buffer.byteLength(text)
    if (page === undefined) return []
    const words = text.trim()
    const endIndex = startIndex + Buffer.byteLength(words)
    const segment = { ...(startIndex > 0 && { startIndex }), endIndex, text: words }
    return [{ segment, groundingChunkIndices: [answer.pages.findIndex(({ url }) => url === page.url)] }]
  })
  return {
    webSearchQueries: answer.queries,
    groundingChunks: answer.pages.map(({ url, title }) => ({ web: { uri: url, title } })),
    groundingSupports,
  }
}
