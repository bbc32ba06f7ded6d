import { countryCodes } from '../countries.ts'
import { mergeCitations, type PageMention } from './merge-citations.ts'
import type {
  AnswerFacts,
  Outcome,
  ProviderAd,
  ProviderAnswer,
  ProviderProduct,
  SearchStatus,
} from './provider-answer.ts'
import { redactMessage } from './provider-messages.ts'
import { maxTextLength } from './shape.ts'

const maxQueries = 1000
const maxQueryLength = 10_000
const maxFactLength = 200
/** Maximum number of products and of advertisements. */
const maxOffers = 100
const maxOfferTextLength = 2000

/** A body without text and without a reason. The caller checks whether the place for text exists. */
export class MissingTextError extends Error {
  readonly facts: AnswerFacts

  constructor(facts: AnswerFacts, words = 'the provider returned no text') {
    super(words)
    this.facts = facts
  }
}

/** The answer in a body, before limits are applied. */
export interface FoundAnswer {
  text: string
  cited?: readonly PageMention[]
  consulted?: readonly PageMention[]
  queries?: readonly string[]
  search: SearchStatus
  truncated?: boolean
  refused?: boolean
  products?: readonly ProviderProduct[]
  ads?: readonly ProviderAd[]
  /** Why the text is empty, if it is; undefined if the body does not say. */
  emptyReason?: string | undefined
}

/**
 * The outcome of a body that has or should have an answer.
 * @throws MissingTextError if the text is empty without a reason
 */
export function answered(facts: AnswerFacts, found: FoundAnswer): ProviderAnswer {
  const { text } = found
  if (text.trim() === '') {
    if (found.emptyReason === undefined) throw new MissingTextError(facts)
    return failed(facts, found.emptyReason)
  }
  if (text.length > maxTextLength) return unreadable('the text has more than 2,000,000 characters', facts)
  if (!text.isWellFormed()) return unreadable('the text must be well-formed Unicode, without lone surrogates', facts)
  return {
    ...withoutAnswer('answered', facts),
    text,
    truncated: found.truncated ?? false,
    refused: found.refused ?? false,
    citations: mergeCitations(found.cited ?? [], found.consulted ?? []),
    queries: (found.queries ?? [])
      .filter((query) => query.trim() !== '')
      .slice(0, maxQueries)
      .map((query) => bounded(query, maxQueryLength)),
    search: found.search,
    products: (found.products ?? []).slice(0, maxOffers).map(boundedTexts),
    ads: (found.ads ?? []).slice(0, maxOffers).map(boundedTexts),
  }
}

/** @param words the reason, from the provider or from Sightline */
export const failed = (facts: AnswerFacts, words: string): ProviderAnswer => ({
  ...withoutAnswer('failed', facts),
  reason: redactMessage(words),
})

/** @param status the provider's name of the status */
export const pending = (facts: AnswerFacts, status: string): ProviderAnswer => ({
  ...withoutAnswer('failed', facts),
  reason: redactMessage(`the provider is still working on it (${status})`),
  isPending: true,
})

/** The outcome that each status of a format stands for. */
export interface Statuses {
  complete: readonly string[]
  pending: readonly string[]
  failed: readonly string[]
}

/**
 * The outcome of a body whose status rules out an answer; undefined if it may have one.
 * @param path of the status in the body
 * @param words why the answer failed, if its status says so
 */
export function outcomeOf(
  { complete, pending: working, failed: ended }: Statuses,
  facts: AnswerFacts,
  path: string,
  status: string | null | undefined,
  words = `the provider's status is ${status}`,
): ProviderAnswer | undefined {
  if (status === null || status === undefined || complete.includes(status)) return undefined
  if (working.includes(status)) return pending(facts, status)
  return ended.includes(status) ? failed(facts, words) : unknownValue(facts, path, status)
}

/** @param path of the value in the body */
export const unknownValue = (facts: AnswerFacts, path: string, value: string): ProviderAnswer =>
  unreadable(`${path} is ${JSON.stringify(value.slice(0, 100))}, which is unknown`, facts)

export const noneShown = (facts: AnswerFacts, words: string): ProviderAnswer => ({
  ...withoutAnswer('none_shown', facts),
  reason: words,
})

export const unreadable = (words: string, facts: AnswerFacts = {}): ProviderAnswer => ({
  ...withoutAnswer('unreadable', facts),
  reason: redactMessage(words),
})

function withoutAnswer(outcome: Outcome, facts: AnswerFacts): ProviderAnswer {
  const { country, location, language, costUsd } = facts
  return {
    outcome,
    reason: '',
    isPending: false,
    text: '',
    truncated: false,
    refused: false,
    citations: [],
    queries: [],
    search: 'unknown',
    products: [],
    ads: [],
    model: bounded(facts.model ?? '', maxFactLength),
    engine: facts.engine ?? null,
    surface: facts.surface ?? 'unknown',
    costUsd: costUsd !== undefined && costUsd !== null && costUsd >= 0 && Number.isFinite(costUsd) ? costUsd : null,
    usage: { inputTokens: null, outputTokens: null, searches: null, credits: null, ...facts.usage },
    country: country && countryCodes.has(country.toUpperCase()) ? country.toUpperCase() : null,
    location: location ? bounded(location, maxFactLength) : null,
    language: language ? bounded(language, maxFactLength) : null,
    taskId: bounded(facts.taskId ?? '', maxFactLength),
    executedAt: facts.executedAt ?? null,
  }
}

const bounded = (text: string, max: number) => text.slice(0, max).toWellFormed()

function boundedTexts<T extends object>(record: T): T {
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'string' ? bounded(value, maxOfferTextLength) : value,
  ])
  return Object.fromEntries(entries) as T
}

const earliest = Date.UTC(1970, 0, 2)
const latest = Date.UTC(2200, 0, 1)

/** Parses a provider's time: seconds since 1970, or a text with date, time and zone. */
export function timeOf(value: unknown): Date | null {
  const time = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return time >= earliest && time < latest ? new Date(time) : null
}

/** The sum of the known counts; null if none is known. */
export function sumOf(...counts: readonly (number | null | undefined)[]): number | null {
  const known = counts.filter((count) => count !== null && count !== undefined)
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}
