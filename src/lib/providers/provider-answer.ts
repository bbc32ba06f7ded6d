/**
 * - `answered`: has a text, which may be cut (`truncated`) or a refusal (`refused`).
 * - `none_shown`: the engine showed no answer, as Google does without an AI Overview.
 * - `failed`: the provider reported a failure or omitted the answer.
 * - `unreadable`: the body does not match its format; a later reader may support it.
 */
export type Outcome = 'answered' | 'none_shown' | 'failed' | 'unreadable'

/** Whether the engine searched the web for its answer; `unknown` without evidence in the body. */
export type SearchStatus = 'searched' | 'not_searched' | 'unknown'

/** `cited`: the answer refers to the page. `consulted`: the engine read or listed it, without a reference. */
export type CitationKind = 'cited' | 'consulted'

/** A range of UTF-16 units; `end` is exclusive. */
export interface TextRange {
  start: number
  end: number
}

export interface ProviderCitation {
  /** An http or https URL, as given by the provider. */
  url: string
  /** Empty if unknown. */
  title: string
  /** From 1, in list order: cited pages come before consulted ones. */
  position: number
  /**
   * The first range of the text that refers to the page, in UTF-16 units: the supported words or the link, as
   * the provider marks them. Both are null if there is none, or if its content does not match.
   */
  start: number | null
  end: number | null
  kind: CitationKind
}

/** A product shown with the answer. Unknown fields are empty. */
export interface ProviderProduct {
  name: string
  url: string
  seller: string
  /** As shown, including the currency if given. */
  price: string
}

/** An advertisement in the answer. Unknown fields are empty. */
export interface ProviderAd {
  advertiser: string
  title: string
  url: string
  /** Whether users see it; null if the provider does not say. */
  isShown: boolean | null
}

/** Usage as counted by the provider; null if not reported. */
export interface ProviderUsage {
  /** Includes cache reads and writes. */
  inputTokens: number | null
  /** Includes reasoning tokens. */
  outputTokens: number | null
  /** Charged web searches. */
  searches: number | null
  /** Credits, for vendors that charge in them. */
  credits: number | null
}

/** Usage to be priced; a task is one question to a vendor. */
export type PricedUsage = Partial<ProviderUsage> & { tasks?: number }

/** The content of a provider's raw body. */
export interface ProviderAnswer {
  outcome: Outcome
  /** Why there is no answer, in words; empty if there is one. */
  reason: string
  /** Whether the provider is still working on it, so that the body must be fetched again. */
  isPending: boolean
  /** Markdown, exactly as given; empty unless `answered`. */
  text: string
  /** Whether the answer is known to be cut. */
  truncated: boolean
  /** Whether the answer is a refusal. */
  refused: boolean
  /** Unique pages, at most 1,000. */
  citations: ProviderCitation[]
  /** The engine's search queries in order, at most 1,000. */
  queries: string[]
  search: SearchStatus
  products: ProviderProduct[]
  ads: ProviderAd[]
  /** The model that answered; empty if the body does not say. */
  model: string
  /** Slug of the engine; null if the body does not say. */
  engine: string | null
  /** Whether the answer comes from a model's API or from the page that users see. */
  surface: 'api' | 'ui' | 'unknown'
  /** The charge reported by the provider, in US dollars; null if not reported. */
  costUsd: number | null
  usage: ProviderUsage
  /** The market that was applied: ISO 3166-1 alpha-2, the provider's name of the place, its language code. */
  country: string | null
  location: string | null
  language: string | null
  /** The provider's id of the answer or task; empty if it has none. */
  taskId: string
  executedAt: Date | null
}

/** Facts in a body next to the answer, for every outcome. */
export type AnswerFacts = Partial<
  Pick<
    ProviderAnswer,
    'model' | 'engine' | 'surface' | 'costUsd' | 'country' | 'location' | 'language' | 'taskId' | 'executedAt'
  >
> & { usage?: Partial<ProviderUsage> }
