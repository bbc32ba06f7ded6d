/**
 * The operators that a visit’s `bot_category` names, as slugs: those that make models or answer questions themselves,
 * and the dataset that most models are trained on. Bots of all others are `other`.
 */
export const botCategories = [
  'ai2',
  'alibaba',
  'amazon',
  'anthropic',
  'apple',
  'baidu',
  'brave',
  'bytedance',
  'cohere',
  'common-crawl',
  'deepseek',
  'duckduckgo',
  'google',
  'huawei',
  'meta',
  'microsoft',
  'mistral',
  'moonshot',
  'openai',
  'other',
  'perplexity',
  'yandex',
  'you',
  'zhipu',
] as const

export type BotCategory = (typeof botCategories)[number]

/** What a bot’s operator does with a page, by the operator’s own words where there are any. */
export const botPurposes = {
  training: 'collects pages to train models',
  search: 'builds an index that answers are drawn from',
  fetch: 'fetches a page at the moment somebody asks about it',
  agent: 'acts on pages for a person, as a browser or a programming tool',
  data: 'collects pages for a data set or service that others build on',
  other: 'does something else, or its operator does not say what',
} as const

export type BotPurpose = keyof typeof botPurposes

/** How a visit can be told from one that only bears the bot’s name. */
export interface BotVerification {
  /** Lists of addresses by their names in `rangeSources`: the bot comes from these. */
  ranges?: readonly string[]
  /** The operator does not say that the lists are all: an address outside proves nothing. */
  partialRanges?: true
  /** Domains that the names of its addresses end in, confirmed by looking the name up again. */
  hostSuffixes?: readonly string[]
  /** Who signs its requests (Web Bot Auth, RFC 9421). Access logs hold no signatures: for what reads requests itself. */
  signatureAgent?: string
  /** Where the operator says so. */
  source: string
}

export interface AiBot {
  /** The crawler’s exact name, distinct in the catalogue. */
  name: string
  /** The company or project behind it, “unknown” where nobody says. */
  operator: string
  category: BotCategory
  purpose: BotPurpose
  /** What it is recognised by in a user agent, in any case; its name where not given. */
  tokens?: readonly string[]
  /** What addresses it in robots.txt, where that is not its name. */
  robotsToken?: string
  /**
   * The crawler whose pages this token of robots.txt governs the use of. By its operator’s word no request ever bears
   * the token as user agent, so that one which does is not the operator’s.
   */
  governs?: string
  verification?: BotVerification
  /** Where operator and purpose come from. */
  source: string
}

/** A name that stands in user agents which are no AI bot’s although they bear a token of one. */
export interface LookAlike {
  token: string
  reason: string
}

export const tokensOf = ({ name, tokens }: AiBot): readonly string[] => tokens ?? [name]

/** The names of the address lists that a bot is verified by; for others, of a list that somebody puts there by hand. */
export const rangeNamesOf = ({ name, verification }: AiBot): readonly string[] =>
  verification?.ranges ?? [name.toLowerCase().replaceAll(' ', '-')]
