import { modelProtocol } from '../model-protocol.ts'
import { responsesApi } from '../openai/index.ts'
import { openAiResponses } from '../openai/read.ts'
import { defineProvider } from '../provider.ts'
import prices from './prices.json' with { type: 'json' }

/**
 * OpenAI's models on Amazon Bedrock (docs.aws.amazon.com/bedrock/latest/userguide: inference-responses-api,
 * web-search). Only the `bedrock-mantle` endpoint searches. Pages outside Amazon's index need a permission that
 * AWS's usual policies lack, and without it each page is missing from the answer without an error.
 */
export const bedrock = defineProvider({
  kind: 'bedrock',
  name: 'Amazon Bedrock',
  baseUrl: 'https://bedrock-mantle.YOUR-REGION.api.aws/openai/v1',
  hasCustomerUrls: true,
  engines: ['chatgpt'],
  choices: ['search'],
  protocol: modelProtocol({
    ...responsesApi,
    unsaid: () => ['country', 'language'],
    request(question) {
      const { path, body } = responsesApi.request(question)
      const { include: _, ...others } = body
      return { path, body: { ...others, tools: [{ type: 'web_search', external_web_access: false }] } }
    },
  }),
  formats: { 'openai-responses': openAiResponses },
  prices,
})
