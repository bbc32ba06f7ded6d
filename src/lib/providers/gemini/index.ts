import { assumedSearches, maxOutputTokens } from '../bounds.ts'
import { type ModelApi, modelProtocol } from '../model-protocol.ts'
import { defineProvider } from '../provider.ts'
import { googleLanguage } from '../requests.ts'
import prices from './prices.json' with { type: 'json' }
import { readGemini } from './read.ts'

/** Search results are not charged as input: 119 to 129 tool tokens were recorded per search. */
const tokensPerSearch = 500

export const googleTerms = 'Google’s terms of grounding with Google Search reportedly forbid analyzing grounded results'

/**
 * Gemini’s `generateContent` with grounding (npm @google/genai 2.32.0). Searches can be neither forced nor
 * limited, and there is no country field. It is unknown whether the language has an effect.
 */
export const generateContentApi = {
  unsaid: ({ language }) => (language === '' ? ['country', 'language'] : ['country']),
  searches: assumedSearches,
  tokensPerSearch,
  request(question, source) {
    const languageCode = googleLanguage(question)
    return {
      path: `/models/${encodeURIComponent(question.model.replace(/^models\//, ''))}:generateContent`,
      headers: { 'x-goog-api-key': source.apiKey },
      body: {
        contents: [{ role: 'user', parts: [{ text: question.prompt }] }],
        tools: [{ googleSearch: {} }],
        ...(languageCode !== '' && { toolConfig: { retrievalConfig: { languageCode } } }),
        generationConfig: { maxOutputTokens },
      },
    }
  },
} satisfies ModelApi

export const geminiContent = {
  read: readGemini,
  textAt: ['candidates.*.content.parts?.*.text', 'steps.*.content.*.text'],
  engine: 'gemini',
}

export const gemini = defineProvider({
  kind: 'gemini',
  keyPrefix: 'AIza',
  name: 'Google Gemini',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  engines: ['gemini'],
  terms: googleTerms,
  protocol: modelProtocol(generateContentApi),
  formats: { gemini: geminiContent },
  prices,
})
