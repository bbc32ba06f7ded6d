import type { Protocol } from '../protocol.ts'
import { providerFacts } from '../provider-facts.ts'
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

/** Checks the rules for all providers before those of the protocol. */
const checked = (kind: ProviderKind, protocol: Protocol): Protocol => ({
  ...protocol,
  problemWith(question) {
    const { engines, defaultModel } = providerFacts[kind]
    if (!engines.includes(question.engine)) return `engine: ${kind} does not support ${question.engine}`
    if (question.model === '' && defaultModel !== '') return `model: required by ${kind}`
    return protocol.problemWith(question)
  },
})

/** The protocol of each provider. */
export const protocols: Readonly<Record<ProviderKind, Protocol>> = {
  openai: checked('openai', openai),
  anthropic: checked('anthropic', anthropic),
  gemini: checked('gemini', gemini),
  xai: checked('xai', xai),
  perplexity: checked('perplexity', perplexity),
  mistral: checked('mistral', mistral),
  openrouter: checked('openrouter', openrouter),
  cloro: checked('cloro', cloro),
  dataforseo: checked('dataforseo', dataforseo),
  brightdata: checked('brightdata', brightdata),
  oxylabs: checked('oxylabs', oxylabs),
  serpapi: checked('serpapi', serpapi),
}
