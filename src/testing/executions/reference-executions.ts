import { expect } from 'vitest'
import type { ReferenceAnswer, ReferenceBrand, ReferenceRequest } from '../visibility/reference-brand.ts'
import { isWithin, matches, periodOf } from '../visibility/reference-ranking.ts'
import { brandDomain, brandName, type FixtureAnswer, type FixtureFacts } from './answer-fixture.ts'

// Answers as plain objects, and independent computations of the endpoints' responses in the plainest way.

export interface ReferenceFixture extends ReferenceBrand {
  key: string
  executions: ReferenceExecution[]
  prompts: ReferenceFixturePrompt[]
  tagIds: string[]
  /** Owners of domains, from the domains of the brand and its active competitors. */
  owners: Map<string, { type: string; name: string; id: string }>
}

export interface ReferenceExecution extends ReferenceAnswer {
  prompt: ReferenceFixturePrompt | undefined
  id: string
  executedAt: string
  outcome: FixtureAnswer['outcome']
  facts: FixtureFacts
  answer: string | null
  model: string | null
  searchQueries: string[]
  /** Positions of all mentions by entity id, in code points of the answer. */
  offsets: Map<string, number[]>
  cited: ReferenceCitation[]
  consulted: ReferenceCitation[]
}

export interface ReferenceFixturePrompt {
  id: string
  text: string
  topicId: string
  tagIds: string[]
  isActive: boolean
  createdAt: string
}

/** A page cited by an answer, with the URL and title given there. */
export interface ReferenceCitation {
  page: string
  url: string
  domain: string
  title: string
  position: number | undefined
  place: { start: number | null; end: number | null }
}

export interface FixtureRequest extends ReferenceRequest {
  prompt_id?: string[] | undefined
  domain?: string[] | undefined
  is_active?: boolean | undefined
  outcome?: string[] | undefined
}

/** The answers within a request, and the slots with the other outcomes that it asks for. */
export function answersOf(fixture: ReferenceFixture, request: FixtureRequest, today: string): ReferenceExecution[] {
  const period = periodOf(request, today)
  return fixture.executions.filter(
    (answer) =>
      (request.outcome ?? ['answered']).includes(answer.outcome) &&
      isWithin(answer.day, period) &&
      matches(fixture, answer, request) &&
      isOfPrompts(answer, request),
  )
}

const isOfPrompts = ({ prompt }: ReferenceExecution, { prompt_id: ids }: FixtureRequest) =>
  ids === undefined || (prompt !== undefined && ids.includes(prompt.id))

export const alphabetical = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** The expected rows of all pages of `executions`. */
export function referenceExecutions(fixture: ReferenceFixture, request: FixtureRequest, today: string) {
  const answers = answersOf(fixture, request, today)
  answers.sort((a, b) => alphabetical(b.executedAt, a.executedAt) || alphabetical(b.id, a.id))
  return {
    data: answers.map((answer) => serializeExecution(fixture, answer)),
    meta: {
      brand_id: fixture.id,
      period: periodOf(request, today),
      executions: answers.filter(({ outcome }) => outcome === 'answered').length,
      total: answers.length,
    },
  }
}

/** The active entities that an answer names, in order of their first mention. */
function namedIn(fixture: ReferenceFixture, answer: ReferenceExecution) {
  const named = fixture.entities.flatMap((entity) => {
    const mention = answer.mentions.find((candidate) => candidate.entityId === entity.id)
    return mention === undefined ? [] : [{ entity, mention }]
  })
  return named.sort((a, b) => a.mention.first - b.mention.first)
}

function serializeExecution(fixture: ReferenceFixture, answer: ReferenceExecution) {
  const named = namedIn(fixture, answer)
  const own = named.findIndex(({ entity }) => entity.isOurBrand)
  const competitors = named.filter((_, index) => index !== own)
  return {
    id: answer.id,
    prompt_id: answer.prompt?.id ?? null,
    prompt: answer.prompt?.text ?? null,
    topic_id: answer.prompt?.topicId ?? null,
    outcome: answer.outcome,
    engine: answer.engine,
    country: answer.country,
    model: answer.model,
    executed_at: answer.executedAt,
    brand_mentioned: own !== -1,
    brand_rank: own === -1 ? null : own + 1,
    brand_sentiment_score: pointsOf(named[own]?.mention.sentiment),
    mentioned_competitors: competitors.map(({ entity }) => entity.name),
    mentioned_competitor_ids: competitors.map(({ entity }) => entity.id),
    citation_count: answer.cited.length,
  }
}

/** The expected response of `executions/{execution_id}`. */
export function referenceExecution(fixture: ReferenceFixture, answer: ReferenceExecution) {
  return {
    ...serializeExecution(fixture, answer),
    answer: answer.answer,
    reason: answer.outcome === 'unreadable' ? expect.any(String) : null,
    truncated: false,
    refused: false,
    ...serializeFacts(answer.facts),
    products: [],
    ads: [],
    mentions: namedIn(fixture, answer).map(({ entity, mention }, index) => ({
      entity_id: entity.id,
      name: entity.name,
      is_our_brand: entity.isOurBrand,
      rank: index + 1,
      count: mention.count,
      offsets: answer.offsets.get(entity.id),
      lengths: answer.offsets.get(entity.id)?.map(() => entity.name.length),
      sentiment_score: pointsOf(mention.sentiment),
      sentences: expect.any(Array),
      stance: mention.stance === 'unknown' ? null : mention.stance,
      stance_clause: mention.stance === 'unknown' ? null : expect.any(Object),
    })),
    checks: [],
    checks_pending: false,
    brand_search: { names: [brandName], domain: brandDomain },
    citations: serializePages(fixture, answer.cited, 'cited'),
    consulted: serializePages(fixture, answer.consulted, 'consulted'),
    search_queries: answer.searchQueries,
  }
}

const serializeFacts = (facts: FixtureFacts) => ({
  surface: facts.surface ?? 'unknown',
  source: facts.source ?? null,
  requested_model: facts.requested_model ?? null,
  search: facts.search ?? 'unknown',
  location: facts.location ?? null,
  language: facts.language ?? null,
  replicate: facts.replicate ?? null,
  cost_usd: facts.cost_usd ?? null,
  latency_ms: facts.latency_ms ?? null,
})

/** Pages in order; one without a position gets the position after the greatest before it. */
function serializePages(fixture: ReferenceFixture, pages: readonly ReferenceCitation[], kind: string) {
  const positions: number[] = []
  return pages.map(({ url, domain, title, position, place }) => {
    positions.push(position ?? Math.max(0, ...positions) + 1)
    const shownTitle = title === '' ? null : title
    return {
      position: positions.at(-1),
      url,
      domain,
      title: shownTitle,
      owner: ownerOf(fixture, domain),
      ...place,
      kind,
    }
  })
}

export const ownerOf = ({ owners }: ReferenceFixture, domain: string) =>
  owners.get(domain) ?? { type: 'other', name: null, id: null }

const pointsOf = (sentiment: number | null = null) => (sentiment === null ? null : sentiment / 100)
