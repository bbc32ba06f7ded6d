import type { EmulatedKind } from '../emulated-prices.ts'
import type { Service } from '../service.ts'
import { anthropicService } from './anthropic.ts'
import { brightdataService } from './brightdata.ts'
import { mistralService, openrouterService } from './chat.ts'
import { cloroService } from './cloro.ts'
import { dataforseoService } from './dataforseo.ts'
import { geminiService } from './gemini.ts'
import { oxylabsService } from './oxylabs.ts'
import { azureService, bedrockService, openaiService, perplexityService, xaiService } from './responses.ts'
import { scrapelessService } from './scrapeless.ts'
import { searchapiService, serpapiService } from './serpapi.ts'

/** All emulated providers. */
export const services: Readonly<Record<EmulatedKind, Service>> = {
  openai: openaiService,
  'azure-openai': azureService,
  bedrock: bedrockService,
  anthropic: anthropicService,
  gemini: geminiService,
  vertex: geminiService,
  xai: xaiService,
  perplexity: perplexityService,
  mistral: mistralService,
  openrouter: openrouterService,
  cloro: cloroService,
  dataforseo: dataforseoService,
  brightdata: brightdataService,
  oxylabs: oxylabsService,
  serpapi: serpapiService,
  searchapi: searchapiService,
  scrapeless: scrapelessService,
}
