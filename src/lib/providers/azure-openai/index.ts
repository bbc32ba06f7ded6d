import { modelProtocol } from '../model-protocol.ts'
import { responsesApi } from '../openai/index.ts'
import openAiPrices from '../openai/prices.json' with { type: 'json' }
import { openAiResponses } from '../openai/read.ts'
import { defineProvider } from '../provider.ts'
import searchPrice from './prices.json' with { type: 'json' }

/**
 * OpenAI's Responses API at Azure's v1 paths (MicrosoftDocs/azure-ai-docs, `foundry/openai/how-to`: responses,
 * web-search and troubleshoot-errors). Searches with Bing. The model of a request is a deployment's name, and
 * that of a response is the model behind it.
 */
export const azureOpenai = defineProvider({
  kind: 'azure-openai',
  name: 'Azure OpenAI',
  baseUrl: 'https://YOUR-RESOURCE.openai.azure.com/openai/v1',
  hasCustomerUrls: true,
  engines: ['chatgpt'],
  choices: ['search', 'city'],
  modelMeans: 'the name of the deployment',
  protocol: modelProtocol({
    ...responsesApi,
    request: (question, { baseUrl, apiKey }) => ({
      ...responsesApi.request(question),
      // Azure's portal shows the endpoint without the path of its API.
      ...(!/\/v1\/*$/.test(baseUrl) && { path: '/openai/v1/responses' }),
      headers: { 'api-key': apiKey },
    }),
  }),
  formats: { 'openai-responses': openAiResponses },
  prices: [
    ...searchPrice,
    ...openAiPrices.flatMap(({ is_default: _, note = '', ...price }) =>
      price.model === '*'
        ? []
        : [
            {
              ...price,
              note: `OpenAI’s price of the model that the deployment is named after. ${note}`.trim(),
            },
          ],
    ),
  ],
})
