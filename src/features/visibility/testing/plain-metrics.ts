import {
  type Fraction,
  fraction,
  greaterFirst,
  minus,
  sign,
  smallerFirst,
  twoDecimals,
} from './plain-fraction.ts'

// The metrics a second time, in the plainest way: loops over objects in memory, exact fractions. Shares nothing with
// the program, so that an error in one of the two shows as a difference.

export interface PlainBrand {
  id: string
  /** The brand, then its active competitors in the order of their creation. */
  entities: PlainEntity[]
  topics: { id: string; parentId: string | null }[]
  answers: PlainAnswer[]
}

export interface PlainEntity {
  id: string
  name: string
  isOurBrand: boolean
}

export interface PlainAnswer {
  /** The day in UTC, as 2026-01-31. */
  day: string
  engine: string
  country: string
  /** Undefined where it was deleted. */
  prompt: { topicId: string; tagIds: string[] } | undefined
  mentions: PlainMention[]
}

export interface PlainMention {
  entityId: string
  count: number
  /** Where it is named first; smaller is earlier, whatever the unit. */
  first: number
  /** Hundredths of points. */
  sentiment: number
}

export interface PlainRequest {
  start_date?: string | undefined
  end_date?: string | undefined
  compare_to_previous?: boolean | undefined
  topic_id?: string[] | undefined
  engine?: string[] | undefined
  country?: string[] | undefined
  tag_id?: string[] | undefined
  tag_match_mode?: 'any' | 'all' | 'exclude_any' | 'exclude_all' | undefined
  top_competitors?: number | undefined
}

export interface PlainPeriod {
  start_date: string
  end_date: string
}

interface PlainRow {
  entity: PlainEntity
  rank: number
  visibility: Fraction
  share: Fraction
  sentiment: Fraction
  averageRank: Fraction
}

/** What `competitors/rankings` must answer, all pages together. */
export function plainRankings(brand: PlainBrand, request: PlainRequest, today: string) {
  const period = periodOf(request, today)
  const answers = brand.answers.filter((answer) => matches(brand, answer, request))
  const now = answers.filter((answer) => isWithin(answer.day, period))
  const rows = rank(brand.entities, now)
  const meta = {
    brand_id: brand.id,
    period,
    total_competitors: brand.entities.length - 1,
    executions: now.length,
  }
  if (request.compare_to_previous !== true) return { data: rows.map(shownRow), meta }
  const before = periodBefore(period)
  const beforeRows = rank(
    brand.entities,
    answers.filter((answer) => isWithin(answer.day, before)),
  )
  return {
    data: rows.map((row) => ({ ...shownRow(row), ...shownChange(row, beforeRows) })),
    meta: { ...meta, previous_period: before, movers: plainMovers(rows, beforeRows) },
  }
}

/** What `visibility/engines` must answer, all pages together. */
export function plainEngines(brand: PlainBrand, request: PlainRequest, today: string) {
  const period = periodOf(request, today)
  const before = periodBefore(period)
  const compares = request.compare_to_previous === true
  const answers = brand.answers.filter((answer) => matches(brand, answer, { ...request, engine: undefined }))
  const engines: { engine: string; executions: number }[] = []
  for (const { engine, day } of answers) {
    if (!isWithin(day, period)) continue
    const known = engines.find((candidate) => candidate.engine === engine)
    if (known === undefined) engines.push({ engine, executions: 1 })
    else known.executions += 1
  }
  engines.sort((a, b) => b.executions - a.executions || (a.engine < b.engine ? -1 : 1))
  const data = engines.map(({ engine, executions }) => {
    const own = answers.filter((answer) => answer.engine === engine)
    const now = own.filter((answer) => isWithin(answer.day, period))
    const earlier = own.filter((answer) => isWithin(answer.day, before))
    const rows = rank(brand.entities, now)
    const beforeRows = compares ? rank(brand.entities, earlier) : undefined
    return { engine, executions, ...shownEngine(rows, beforeRows, request.top_competitors ?? 5) }
  })
  const periods = compares ? { period, previous_period: before } : { period }
  return { data, meta: { brand_id: brand.id, ...periods, unavailable_engines: [] } }
}

function shownEngine(rows: PlainRow[], before: PlainRow[] | undefined, top: number) {
  const isNamed = (row: PlainRow) => sign(row.visibility) > 0
  const leader = rows.find((row) => row.rank === 1 && isNamed(row))
  const own = rows.find((row) => row.entity.isOurBrand && isNamed(row))
  const change = own === undefined || before === undefined ? {} : shownChange(own, before)
  const { is_our_brand: _, ...brand } = own === undefined ? { is_our_brand: true } : shownRow(own)
  return {
    leader: leader === undefined ? null : leader.entity.name,
    brand: own === undefined ? null : { ...brand, ...change },
    top_competitors: rows
      .filter((row) => !row.entity.isOurBrand)
      .slice(0, top)
      .map((row) => ({
        name: row.entity.name,
        rank: row.rank,
        visibility_pct: twoDecimals(row.visibility),
        market_share_pct: twoDecimals(row.share),
      })),
  }
}

function shownRow(row: PlainRow) {
  return {
    rank: row.rank,
    name: row.entity.name,
    is_our_brand: row.entity.isOurBrand,
    visibility_pct: twoDecimals(row.visibility),
    market_share_pct: twoDecimals(row.share),
    sentiment_score: twoDecimals(row.sentiment),
    avg_rank: twoDecimals(row.averageRank),
  }
}

function shownChange(row: PlainRow, before: PlainRow[]) {
  const earlier = before.find((candidate) => candidate.entity.id === row.entity.id)
  if (earlier === undefined || earlier.visibility === null)
    return { previous: null, rank_change: null, visibility_delta: null, market_share_delta: null }
  return {
    previous: {
      rank: earlier.rank,
      visibility_pct: twoDecimals(earlier.visibility),
      market_share_pct: twoDecimals(earlier.share),
    },
    rank_change: row.visibility === null ? null : earlier.rank - row.rank,
    visibility_delta: twoDecimals(minus(row.visibility, earlier.visibility)),
    market_share_delta: twoDecimals(minus(row.share, earlier.share)),
  }
}

/** Of rows that moved alike, the one that ranks higher now comes first. */
function plainMovers(rows: PlainRow[], before: PlainRow[]) {
  const moved = rows.map((row) => {
    const earlier = before.find((candidate) => candidate.entity.id === row.entity.id) as PlainRow
    return { row, earlier, delta: minus(row.visibility, earlier.visibility) }
  })
  const shown = moved.map(({ row, earlier }) => ({
    name: row.entity.name,
    is_our_brand: row.entity.isOurBrand,
    visibility_delta: twoDecimals(minus(row.visibility, earlier.visibility)),
    market_share_delta: twoDecimals(minus(row.share, earlier.share)),
  }))
  const order = moved.map((_, index) => index)
  const delta = (index: number) => moved[index]?.delta ?? null
  const gainers = order.filter((index) => sign(delta(index)) > 0)
  const losers = order.filter((index) => sign(delta(index)) < 0)
  gainers.sort((a, b) => greaterFirst(delta(a), delta(b)) || a - b)
  losers.sort((a, b) => smallerFirst(delta(a), delta(b)) || a - b)
  return {
    gainers: gainers.slice(0, 5).map((index) => shown[index]),
    losers: losers.slice(0, 5).map((index) => shown[index]),
  }
}

function rank(entities: PlainEntity[], answers: PlainAnswer[]): PlainRow[] {
  const tallies = entities.map((entity) => ({ entity, answers: 0, mentions: 0, sentiment: 0, places: 0 }))
  let allMentions = 0
  for (const answer of answers) {
    const named = entities.flatMap((entity) => answer.mentions.find((m) => m.entityId === entity.id) ?? [])
    // Sorting keeps the order of entities for what is named in the very same place.
    named.sort((a, b) => a.first - b.first)
    named.forEach((mention, index) => {
      const tally = tallies.find((candidate) => candidate.entity.id === mention.entityId)
      if (tally === undefined) return
      tally.answers += 1
      tally.mentions += mention.count
      tally.sentiment += mention.sentiment
      tally.places += index + 1
      allMentions += mention.count
    })
  }
  const rows = tallies.map((tally) => ({
    entity: tally.entity,
    rank: 0,
    visibility: fraction(100 * tally.answers, answers.length),
    share: fraction(100 * tally.mentions, allMentions),
    sentiment: fraction(tally.sentiment, 100 * tally.answers),
    averageRank: fraction(tally.places, tally.answers),
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

function matches(brand: PlainBrand, answer: PlainAnswer, request: PlainRequest): boolean {
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

function isWithin(day: string, { start_date, end_date }: PlainPeriod): boolean {
  return day >= start_date && day <= end_date
}

function periodOf(request: PlainRequest, today: string): PlainPeriod {
  const end_date = request.end_date ?? today
  return { start_date: request.start_date ?? addDays(end_date, -29), end_date }
}

function periodBefore({ start_date, end_date }: PlainPeriod): PlainPeriod {
  let days = 1
  while (addDays(start_date, days - 1) !== end_date) days += 1
  return { start_date: addDays(start_date, -days), end_date: addDays(start_date, -1) }
}

/** A day so many days later, both as 2026-01-31. */
export function addDays(day: string, days: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}
