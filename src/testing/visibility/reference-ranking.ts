import type {
  ReferenceAnswer,
  ReferenceBrand,
  ReferenceEntity,
  ReferencePeriod,
  ReferencePlanned,
  ReferenceQuestion,
  ReferenceRequest,
} from './reference-brand.ts'
import { type Fraction, fraction, greaterFirst, sign, smallerFirst, twoDecimals } from './reference-fraction.ts'

// Shared by all reference endpoints: which answers count, and how entities rank in them.

export interface ReferenceRow {
  entity: ReferenceEntity
  rank: number
  visibility: Fraction
  share: Fraction
  sentiment: Fraction
  averageRank: Fraction
  recommended: Fraction
  stances: number
}

export function rank(entities: ReferenceEntity[], answers: ReferenceAnswer[]): ReferenceRow[] {
  const tallies = entities.map((entity) => ({
    entity,
    answers: 0,
    mentions: 0,
    judged: 0,
    sentiment: 0,
    places: 0,
    stances: 0,
    recommended: 0,
  }))
  let allMentions = 0
  for (const answer of answers) {
    const named = entities.flatMap((entity) => answer.mentions.find((m) => m.entityId === entity.id) ?? [])
    // Stable sorting keeps the order of entities with equal positions.
    named.sort((a, b) => a.first - b.first)
    named.forEach((mention, index) => {
      const tally = tallies.find((candidate) => candidate.entity.id === mention.entityId)
      if (tally === undefined) return
      tally.answers += 1
      tally.mentions += mention.count
      tally.judged += mention.sentiment === null ? 0 : 1
      tally.sentiment += mention.sentiment ?? 0
      tally.places += index + 1
      tally.stances += mention.stance === 'unknown' ? 0 : 1
      tally.recommended += mention.stance === 'recommended' ? 1 : 0
      allMentions += mention.count
    })
  }
  const rows = tallies.map((tally) => ({
    entity: tally.entity,
    rank: 0,
    visibility: fraction(100 * tally.answers, answers.length),
    share: fraction(100 * tally.mentions, allMentions),
    sentiment: fraction(tally.sentiment, 100 * tally.judged),
    averageRank: fraction(tally.places, tally.answers),
    recommended: fraction(100 * tally.recommended, tally.stances),
    stances: tally.stances,
  }))
  rows.sort(
    (a, b) =>
      greaterFirst(a.visibility, b.visibility) ||
      greaterFirst(a.share, b.share) ||
      smallerFirst(a.averageRank, b.averageRank) ||
      alphabetical(a.entity.name, b.entity.name) ||
      alphabetical(a.entity.id, b.entity.id),
  )
  return rows.map((row, index) => ({ ...row, rank: index + 1 }))
}

function alphabetical(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

export function toRow(row: ReferenceRow) {
  return {
    rank: row.rank,
    id: row.entity.id,
    name: row.entity.name,
    is_our_brand: row.entity.isOurBrand,
    visibility_pct: twoDecimals(row.visibility),
    market_share_pct: twoDecimals(row.share),
    sentiment_score: twoDecimals(row.sentiment),
    avg_rank: twoDecimals(row.averageRank),
    recommended_pct: twoDecimals(row.recommended),
    stance_answers: row.stances,
  }
}

/** A row without its names. */
export function figuresOf(row: ReferenceRow) {
  const { rank: _rank, id: _id, name: _name, is_our_brand: _own, ...figures } = toRow(row)
  return figures
}

export const isNamed = (row: ReferenceRow) => sign(row.visibility) > 0

/** The leader, and the first competitors. */
export function serializeLeaders(rows: ReferenceRow[], top: number) {
  const leader = rows.find((row) => row.rank === 1 && isNamed(row))
  return {
    leader: leader === undefined ? null : leader.entity.name,
    leader_id: leader === undefined ? null : leader.entity.id,
    top_competitors: rows
      .filter((row) => !row.entity.isOurBrand)
      .slice(0, top)
      .map((row) => ({
        id: row.entity.id,
        name: row.entity.name,
        rank: row.rank,
        visibility_pct: twoDecimals(row.visibility),
        market_share_pct: twoDecimals(row.share),
      })),
  }
}

export function matches(brand: ReferenceBrand, answer: ReferenceQuestion, request: ReferenceRequest): boolean {
  const { engine, country, topic_id: topicIds, tag_id: tagIds, tag_match_mode: mode = 'any' } = request
  if (engine !== undefined && !engine.includes(answer.engine)) return false
  if (country !== undefined && !country.includes(answer.country)) return false
  if (topicIds !== undefined) {
    const topic = brand.topics.find((candidate) => candidate.id === answer.prompt?.topicId)
    if (topic === undefined) return false
    if (!topicIds.includes(topic.id) && !topicIds.includes(topic.parentId ?? '')) return false
  }
  if (tagIds === undefined) return true
  const carried = answer.prompt?.tagIds ?? []
  const hasAny = tagIds.some((id) => carried.includes(id))
  const hasAll = tagIds.every((id) => carried.includes(id))
  if (mode === 'any') return hasAny
  if (mode === 'all') return hasAll
  return mode === 'exclude_any' ? !hasAny : !hasAll
}

/** How many of the planned answers due by now have arrived. */
export function coverageOf(planned: readonly ReferencePlanned[], now: string) {
  const due = planned.filter(({ at }) => at <= Date.parse(now))
  const came = due.filter(({ hasCome }) => hasCome)
  return { planned: due.length, coverage_pct: twoDecimals(fraction(100 * came.length, due.length)) }
}

export function isWithin(day: string, { start_date, end_date }: ReferencePeriod): boolean {
  return day >= start_date && day <= end_date
}

export function periodOf(request: ReferenceRequest, today: string): ReferencePeriod {
  const end_date = request.end_date ?? today
  return { start_date: request.start_date ?? addDays(end_date, -29), end_date }
}

export function periodBefore({ start_date, end_date }: ReferencePeriod): ReferencePeriod {
  let days = 1
  while (addDays(start_date, days - 1) !== end_date) days += 1
  return { start_date: addDays(start_date, -days), end_date: addDays(start_date, -1) }
}

/** A day some days later, both such as 2026-01-31. */
export function addDays(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}
