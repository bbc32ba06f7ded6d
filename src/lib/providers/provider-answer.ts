/** The shapes of provider bodies that can be read; `docs/collection.md` says what each can tell. */
export const responseFormats = [
  'openai-responses',
  'anthropic-messages',
  'gemini',
  'xai-responses',
  'perplexity-agent',
  'perplexity-sonar',
  'mistral-conversations',
  'openai-chat',
  'cloro',
  'dataforseo',
  'brightdata',
  'oxylabs',
  'serpapi',
] as const

export type ResponseFormat = (typeof responseFormats)[number]

/**
 * - `answered`: there is a text, perhaps cut (`truncated`) or a refusal in words (`refused`).
 * - `none_shown`: the engine was asked and showed no answer, as Google does without an AI Overview.
 * - `failed`: the provider gave no answer, and said so or left it out.
 * - `unreadable`: the body has another shape than its format; a later reader may be able to read it.
 */
export type Outcome = 'answered' | 'none_shown' | 'failed' | 'unreadable'

/** Whether the engine searched the web for its answer; `unknown` where the body has no evidence either way. */
export type SearchStatus = 'searched' | 'not_searched' | 'unknown'

/** `cited`: the answer refers to the page. `consulted`: the engine read or listed it, and the answer does not refer to it. */
export type CitationKind = 'cited' | 'consulted'

/** The UTF-16 units of a text from `start` up to `end`. */
export interface TextRange {
  start: number
  end: number
}

export interface ProviderCitation {
  /** As the provider gives it; an http or https address. */
  url: string
  /** Empty where none is given. */
  title: string
  /** From 1, in the order of the list: what is cited stands before what was only consulted. */
  position: number
  /**
   * The first place of the answer's text that refers to the page, in UTF-16 units: the words that the page backs or the
   * link itself, as the provider marks them. Both null where none is given, or the place does not hold what it should.
   */
  start: number | null
  end: number | null
  kind: CitationKind
}

/** A product shown with the answer; what is not given is empty. */
export interface ProviderProduct {
  name: string
  url: string
  seller: string
  /** As shown, with its currency where that is given. */
  price: string
}

/** An advertisement that came with the answer; what is not given is empty. */
export interface ProviderAd {
  advertiser: string
  title: string
  url: string
  /** Whether a person saw it; null where the provider does not say. */
  isShown: boolean | null
}

/** What was used, as the provider counts it; null where it does not say. */
export interface ProviderUsage {
  /** With what was read from and written to a cache. */
  inputTokens: number | null
  /** With the tokens of reasoning. */
  outputTokens: number | null
  /** Searches of the web, as the provider charges for them. */
  searches: number | null
  /** Credits of vendors that charge in them. */
  credits: number | null
}

/** What the raw body of a provider says. */
export interface ProviderAnswer {
  outcome: Outcome
  /** Why there is no answer, for a person; empty where there is one. */
  reason: string
  /** Whether the provider is still working on it, so that the body has to be fetched again. */
  isPending: boolean
  /** Markdown, exactly as given; empty unless answered. */
  text: string
  /** Whether the answer is known to break off. */
  truncated: boolean
  /** Whether the answer is a refusal. */
  refused: boolean
  /** Each page once, at most 1,000. */
  citations: ProviderCitation[]
  /** What the engine searched for, in order, at most 1,000. */
  queries: string[]
  search: SearchStatus
  products: ProviderProduct[]
  ads: ProviderAd[]
  /** The model that answered; empty where the body does not say. */
  model: string
  /** Slug of the engine; null where the body does not tell. */
  engine: string | null
  /** Asked through a model's API, or read off the page that people see. */
  surface: 'api' | 'ui' | 'unknown'
  /** US dollars that the provider says it charged; null where it does not say. */
  costUsd: number | null
  usage: ProviderUsage
  /** Where the question was asked from, as applied: ISO 3166-1 alpha-2, the provider's name of a place, its language code. */
  country: string | null
  location: string | null
  language: string | null
  /** The provider's own identifier of the answer or task; empty where it gives none. */
  taskId: string
  executedAt: Date | null
}

/** What a body says besides the answer itself, true of every outcome. */
export type AnswerFacts = Partial<
  Pick<
    ProviderAnswer,
    'model' | 'engine' | 'surface' | 'costUsd' | 'country' | 'location' | 'language' | 'taskId' | 'executedAt'
  >
> & { usage?: Partial<ProviderUsage> }
