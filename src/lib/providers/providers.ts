import { anthropic } from './anthropic/index.ts'
import { azureOpenai } from './azure-openai/index.ts'
import { bedrock } from './bedrock/index.ts'
import { brightdata } from './brightdata/index.ts'
import { cloro } from './cloro/index.ts'
import { dataforseo } from './dataforseo/index.ts'
import { gemini } from './gemini/index.ts'
import { mistral } from './mistral/index.ts'
import { openai } from './openai/index.ts'
import { openaiCompatible } from './openai-compatible/index.ts'
import { openrouter } from './openrouter/index.ts'
import { oxylabs } from './oxylabs/index.ts'
import { perplexity } from './perplexity/index.ts'
import type { AnswerFormat, Provider } from './provider.ts'
import { scrapeless } from './scrapeless/index.ts'
import { searchapi } from './searchapi/index.ts'
import { serpapi } from './serpapi/index.ts'
import { vertex } from './vertex/index.ts'
import { xai } from './xai/index.ts'

const all = [
  openai,
  azureOpenai,
  bedrock,
  anthropic,
  gemini,
  vertex,
  xai,
  perplexity,
  mistral,
  openrouter,
  openaiCompatible,
  cloro,
  dataforseo,
  brightdata,
  oxylabs,
  serpapi,
  searchapi,
  scrapeless,
] as const

export type ProviderKind = (typeof all)[number]['kind']
type FormatOf<P> = P extends Provider<string, infer Format> ? Format : never
/** The formats of provider bodies; `docs/collection.md` lists the facts that each contains. */
export type ResponseFormat = FormatOf<(typeof all)[number]>

/** All supported providers. */
export const providers: readonly Provider<ProviderKind, ResponseFormat>[] = all
export const providerKinds: readonly ProviderKind[] = all.map(({ kind }) => kind)
export const providerNames: Readonly<Record<string, string>> = Object.fromEntries(
  all.map(({ kind, name }) => [kind, name]),
)

/** @throws Error for an unknown kind; stored kinds are known */
export function providerOf(kind: string): Provider<ProviderKind, ResponseFormat> {
  const provider = providers.find((one) => one.kind === kind)
  if (provider === undefined) throw new Error(`no provider ${kind}`)
  return provider
}

const formats = Object.assign({}, ...all.map((one) => one.formats)) as Record<ResponseFormat, AnswerFormat>
export const responseFormats = Object.keys(formats) as ResponseFormat[]
export const formatNamed = (name: ResponseFormat): AnswerFormat => formats[name]
