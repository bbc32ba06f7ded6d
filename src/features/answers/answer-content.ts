import { z } from 'zod'
import type { ProviderAnswer, ProviderCitation } from '../../lib/providers/provider-answer.ts'

/** Text that both databases store unchanged. */
export const storable = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode, without lone surrogates')

const citationKinds = ['cited', 'consulted'] as const
const place = z.int().min(0).max(2_000_000).nullish()

export const outcomes = ['answered', 'none_shown', 'failed', 'unreadable'] as const
const surfaces = ['unknown', 'api', 'ui'] as const
const searchStatuses = ['unknown', 'searched', 'not_searched'] as const

export const contentFields = {
  answer: storable(2_000_000).min(1).optional(),
  model: storable(200).optional(),
  citations: z
    .array(
      z.strictObject({
        url: storable(100_000),
        title: storable(10_000).nullish(),
        position: z.int().min(1).max(65_535).nullish(),
        start: place,
        end: place,
        kind: z.enum(citationKinds).default('cited'),
      }),
    )
    .max(1000)
    .optional(),
  search_queries: z.array(storable(10_000)).max(1000).optional(),
  surface: z.enum(surfaces).optional(),
  source: storable(200).min(1).optional(),
  requested_model: storable(200).min(1).optional(),
  search: z.enum(searchStatuses).optional(),
  outcome: z.enum(outcomes).optional(),
  location: storable(200).min(1).optional(),
  language: storable(200).min(1).optional(),
  replicate: z.int().min(1).max(65_535).optional(),
  cost_usd: z.number().min(0).max(1_000_000).optional(),
  latency_ms: z.int().min(0).max(4_294_967_295).optional(),
}

const contentSchema = z.object(contentFields)
export type GivenContent = z.output<typeof contentSchema>

export interface AnswerCitation extends Omit<ProviderCitation, 'position'> {
  /** From 1. Null if not given. */
  position: number | null
}

/** An answer, or the outcome of an unanswered prompt. Unknown values are empty, null or `unknown`. */
export interface AnswerContent
  extends Pick<ProviderAnswer, 'outcome' | 'reason' | 'truncated' | 'refused' | 'products' | 'ads'> {
  /** Markdown; empty unless answered. */
  answer: string
  citations: AnswerCitation[]
  searchQueries: string[]
  model: string
  requestedModel: string
  surface: (typeof surfaces)[number]
  search: (typeof searchStatuses)[number]
  source: string
  location: string
  language: string
  /** From 1. Null if not given. */
  replicate: number | null
  costUsd: number | null
  latencyMs: number | null
}

/**
 * Merges the fields of a line with its parsed raw response. The line takes precedence, except for the text.
 * @throws Error that names the field if the two conflict
 */
export function contentOf(given: GivenContent, body: ProviderAnswer | undefined): AnswerContent {
  const outcome = given.outcome ?? body?.outcome ?? 'answered'
  checkOutcome(outcome, given, body)
  const answered = outcome === 'answered' ? body : undefined
  const answer = answered?.text ?? given.answer ?? ''
  checkPlaces(given, answer)
  return {
    outcome,
    reason: outcome === body?.outcome ? body.reason : '',
    answer,
    truncated: answered?.truncated ?? false,
    refused: answered?.refused ?? false,
    citations: given.citations?.map(fullCitation) ?? answered?.citations ?? [],
    searchQueries: given.search_queries ?? body?.queries ?? [],
    model: given.model ?? body?.model ?? '',
    requestedModel: given.requested_model ?? '',
    surface: unlessUnknown(given.surface) ?? body?.surface ?? 'unknown',
    search: unlessUnknown(given.search) ?? body?.search ?? 'unknown',
    source: given.source ?? '',
    location: given.location ?? body?.location ?? '',
    language: given.language ?? body?.language ?? '',
    replicate: given.replicate ?? null,
    costUsd: given.cost_usd ?? body?.costUsd ?? null,
    latencyMs: given.latency_ms ?? null,
    products: answered?.products ?? [],
    ads: answered?.ads ?? [],
  }
}

const unlessUnknown = <T extends string>(value: T | undefined) => (value === 'unknown' ? undefined : value)

const fullCitation = ({
  title,
  position = null,
  start = null,
  end = null,
  ...rest
}: NonNullable<GivenContent['citations']>[number]): AnswerCitation => ({
  ...rest,
  title: title ?? '',
  position,
  start,
  end,
})

function checkOutcome(
  outcome: AnswerContent['outcome'],
  { answer, citations }: GivenContent,
  body: ProviderAnswer | undefined,
): void {
  if (outcome === 'answered') {
    if (body !== undefined && body.outcome !== 'answered')
      throw new Error(`outcome: the response has no answer: ${body.reason}`)
    if (body === undefined && answer === undefined)
      throw new Error('answer is required: text of 1 to 2000000 characters, or set response instead')
    return
  }
  if (answer !== undefined) throw new Error(`answer must be omitted if outcome is ${outcome}`)
  if (citations !== undefined && citations.length > 0)
    throw new Error(`citations must be omitted if outcome is ${outcome}`)
  if (outcome === 'unreadable' && body === undefined) throw new Error('outcome: unreadable requires a response')
}

/** @throws Error for a citation whose position is outside the answer */
function checkPlaces({ citations = [] }: GivenContent, { length }: string): void {
  citations.forEach(({ start, end }, index) => {
    const name = `citations.${index}`
    if ((start ?? null) === null && (end ?? null) === null) return
    if (typeof start !== 'number' || typeof end !== 'number')
      throw new Error(`${name}: set both start and end, or neither`)
    if (start >= end) throw new Error(`${name}.end must be greater than start`)
    if (end > length) throw new Error(`${name}.end must be within the answer, which has ${length} characters`)
  })
}
