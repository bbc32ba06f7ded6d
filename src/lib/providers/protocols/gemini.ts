import type { Protocol } from '../protocol.ts'
import { assumedSearches, maxOutputTokens, usageOf } from './bounds.ts'
import { readAnswer } from './failures.ts'
import { directRequest, googleLanguage } from './requests.ts'

/** What a search brings is not charged as input: 119 to 129 tokens of tools were recorded with it. */
const tokensPerSearch = 500

/**
 * Gemini’s `generateContent` with grounding (npm @google/genai 2.32.0). A search can neither be forced nor bounded, and
 * there is no field for a country. Whether the language is heeded is not known.
 */
export const gemini: Protocol = {
  format: 'gemini',
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
