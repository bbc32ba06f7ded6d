import { expect } from 'vitest'
import type { ReferenceAnswer, ReferenceBrand, ReferenceRequest } from '../visibility/reference-brand.ts'
import { isWithin, matches, periodOf } from '../visibility/reference-ranking.ts'
import { brandDomain, brandName, type FixtureAnswer, type FixtureFacts } from './answer-fixture.ts'

// Answers as plain objects, and what endpoints show of them a second time, in the plainest way.

export interface ReferenceFixture extends ReferenceBrand {
  key: string
  executions: ReferenceExecution[]
  prompts: ReferenceFixturePrompt[]
  tagIds: string[]
  /** Who owns a domain, by the domains of the brand and its active competitors. */
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
  /** Places of all mentions by the entity's id: code points into the answer. */
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

/** A page that an answer cites, with its address and title as that answer gave them. */
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

/** The answers that a request speaks of, and what else it asks for by its outcome. */
export function answersOf(
  fixture: ReferenceFixture,
  request: FixtureRequest,
  today: string,
): ReferenceExecution[] {
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

/** What `executions` must answer, all pages together. */
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

/** Whom an answer names among the active entities, first mention first. */
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
    brand_sentiment_score: own === -1 ? null : (named[own]?.mention.sentiment ?? 0) / 100,
    mentioned_competitors: competitors.map(({ entity }) => entity.name),
    mentioned_competitor_ids: competitors.map(({ entity }) => entity.id),
    citation_count: answer.cited.length,
  }
}

/** What `executions/{execution_id}` must answer. */
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
      sentiment_score: mention.sentiment / 100,
      sentences: expect.any(Array),
    })),
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

/** Pages in their order; one without a position has that after the greatest before it. */
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
