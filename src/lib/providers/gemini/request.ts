import { assumedSearches, maxOutputTokens, usageOf } from '../bounds.ts'
import { readAnswer } from '../failures.ts'
import type { Protocol } from '../protocol.ts'
import { directRequest, googleLanguage } from '../requests.ts'

/** Search results are not charged as input: 119 to 129 tool tokens were recorded per search. */
const tokensPerSearch = 500

/**
 * Gemini’s `generateContent` with grounding (npm @google/genai 2.32.0). Searches can be neither forced nor
 * limited, and there is no country field. It is unknown whether the language has an effect.
 */
export const protocol: Protocol = {
  problemWith: () => undefined,
  unsaid: ({ language }) => (language === '' ? ['country', 'language'] : ['country']),
  pricedAs: ({ model }) => model,
  maxUsage: (question) => usageOf(question, assumedSearches, tokensPerSearch),
  submit: (question, source) => {
    const languageCode = googleLanguage(question)
    return directRequest(source, {
      path: `/models/${encodeURIComponent(question.model.replace(/^models\//, ''))}:generateContent`,
      headers: { 'x-goog-api-key': source.apiKey },
      body: {
        contents: [{ role: 'user', parts: [{ text: question.prompt }] }],
        tools: [{ googleSearch: {} }],
        ...(languageCode !== '' && { toolConfig: { retrievalConfig: { languageCode } } }),
        generationConfig: { maxOutputTokens },
      },
    })
  },
  readSubmission: readAnswer,
}
