import type { Protocol } from './protocol.ts'
import type { ProviderAnswer } from './provider-answer.ts'

/** What is known of a provider. Its folder contains nothing else, and nothing else is known elsewhere. */
export interface Provider<Kind extends string = string, Format extends string = string> {
  kind: Kind
  /** The beginning of its keys, if it tells them from those of others. */
  keyPrefix?: string
  /** Its name for people. */
  name: string
  /** The base of its paths. */
  baseUrl: string
  /** Whether each customer has another base URL, so that `baseUrl` is only an example. */
  hasCustomerUrls?: true
  /** Slugs of the supported engines. */
  engines: readonly string[]
  /** The model if a source sets none: empty for a vendor, which queries an engine rather than a model. */
  defaultModel?: string
  /** The meaning of the model, if it is not a model; undefined for a vendor that takes none. */
  modelMeans?: string
  /** What a source can choose: whether the model must search, and a city to ask from. */
  choices?: readonly ('search' | 'city')[]
  /** Terms to read and accept before use; undefined if no known term forbids our use. */
  terms?: string
  protocol: Protocol
  /** The format of the answers to its protocol's requests. */
  format: Format
  /** The formats of its answers, also of those that people import. */
  formats: Readonly<Partial<Record<Format, AnswerFormat>>>
  /** List prices (`prices.ts`), each with its date and source. */
  prices: readonly object[]
}

export interface AnswerFormat {
  /** @throws UnreadableBody, MissingTextError */
  read(body: unknown): ProviderAnswer
  /**
   * Possible places of the text: field names from the body inwards. `*` matches each entry of a list, or a
   * value in its place. A field with `?` can be missing if its list is empty, as in JSON of protocol buffers.
   */
  textAt: readonly string[]
  /** The only engine of the format, for bodies that do not name it. */
  engine?: string
}

/** Declares a provider. The rules for all providers are checked before those of its protocol. */
export function defineProvider<const Kind extends string, const Format extends string>(
  provider: Omit<Provider<Kind, Format>, 'format' | 'formats'> & {
    /** The first is that of the answers to its requests. */
    formats: Readonly<Record<Format, AnswerFormat>>
  },
): Provider<Kind, Format> {
  const { kind, engines, defaultModel, protocol, formats } = provider
  const [format] = Object.keys(formats) as [Format]
  return {
    ...provider,
    format,
    protocol: {
      ...protocol,
      problemWith(question) {
        if (!engines.includes(question.engine)) return `engine: ${kind} does not support ${question.engine}`
        if (question.model === '' && defaultModel !== '') return `model: required by ${kind}`
        return protocol.problemWith(question)
      },
    },
  }
}
