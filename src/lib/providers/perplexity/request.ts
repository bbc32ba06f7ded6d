import { maxOutputTokens, maxSearches, usageOf } from '../bounds.ts'
import { readAnswer } from '../failures.ts'
import type { Protocol } from '../protocol.ts'
import { bearer, directRequest } from '../requests.ts'

/**
 * Perplexity's Agent API, at the path of both SDKs (PyPI perplexityai 0.46.1). Model names contain a slash;
 * other names are presets (`fast` … `xhigh`). Failures have the HTTP status 200 and are read with the answer.
 */
export const protocol: Protocol = {
  problemWith: () => undefined,
  unsaid: ({ language }) => (language === '' ? ['language'] : []),
  pricedAs: ({ model }) => model,
  maxUsage: (question) => usageOf(question, maxSearches),
  submit: ({ model, prompt, country, language }, source) =>
    directRequest(source, {
      path: '/responses',
      headers: bearer(source),
      body: {
        ...(model.includes('/') ? { model } : { preset: model }),
        input: prompt,
        tools: [{ type: 'web_search', user_location: { country } }],
        ...(language !== '' && { language_preference: language }),
        max_output_tokens: maxOutputTokens,
        max_steps: maxSearches,
      },
    }),
  readSubmission: readAnswer,
}
