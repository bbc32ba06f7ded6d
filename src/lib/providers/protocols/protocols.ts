import type { Protocol } from '../protocol.ts'
import type { ProviderKind } from '../provider-kinds.ts'
import { anthropic } from './anthropic.ts'
import { brightdata } from './brightdata.ts'
import { cloro } from './cloro.ts'
import { dataforseo } from './dataforseo.ts'
import { gemini } from './gemini.ts'
import { mistral } from './mistral.ts'
import { openai } from './openai.ts'
import { openrouter } from './openrouter.ts'
import { oxylabs } from './oxylabs.ts'
import { perplexity } from './perplexity.ts'
import { serpapi } from './serpapi.ts'
import { xai } from './xai.ts'

/** How each provider is asked. */
export const protocols: Readonly<Record<ProviderKind, Protocol>> = {
  openai,
  anthropic,
  gemini,
  xai,
  perplexity,
  mistral,
  openrouter,
  cloro,
  dataforseo,
  brightdata,
  oxylabs,
  serpapi,
}
