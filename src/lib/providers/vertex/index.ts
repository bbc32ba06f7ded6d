import { geminiContent, generateContentApi, googleTerms } from '../gemini/index.ts'
import geminiPrices from '../gemini/prices.json' with { type: 'json' }
import { modelProtocol } from '../model-protocol.ts'
import { defineProvider } from '../provider.ts'

/** Gemini in a project of Google Cloud: the body and key of the Gemini API at Vertex AI's path. */
export const vertex = defineProvider({
  kind: 'vertex',
  name: 'Google Vertex AI',
  baseUrl: 'https://aiplatform.googleapis.com/v1/projects/YOUR-PROJECT/locations/global',
  hasCustomerUrls: true,
  engines: ['gemini'],
  terms: googleTerms,
  protocol: modelProtocol({
    ...generateContentApi,
    request(question, source) {
      const { path, ...sent } = generateContentApi.request(question, source)
      return { ...sent, path: `/publishers/google${path}` }
    },
  }),
  formats: { gemini: geminiContent },
  prices: geminiPrices.map(({ note = '', ...price }) => ({
    ...price,
    note: `The price of the Gemini API. ${note}`.trim(),
  })),
})
