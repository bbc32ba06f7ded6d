import { maxOutputTokens, usageOf } from '../bounds.ts'
import { readAnswer } from '../failures.ts'
import type { Protocol } from '../protocol.ts'
import { bearer, directRequest } from '../requests.ts'

/** The part of chat completions that all such servers have: the model answers from what it learned. */
export const protocol: Protocol = {
  problemWith: () => undefined,
  unsaid: () => ['country', 'language'],
  pricedAs: ({ model }) => model,
  maxUsage: (question) => usageOf(question, 0),
  submit: ({ model, prompt }, source) =>
    directRequest(source, {
      path: '/chat/completions',
      headers: bearer(source),
      body: { model, messages: [{ role: 'user', content: prompt }], max_tokens: maxOutputTokens },
    }),
  readSubmission: readAnswer,
}
