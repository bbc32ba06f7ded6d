import type { ReferenceBrand, ReferenceRequest } from './reference-brand.ts'
import { fraction, shownDifference, twoDecimals } from './reference-fraction.ts'
import {
  coverageOf,
  isNamed,
  isWithin,
  matches,
  periodBefore,
  periodOf,
  type ReferenceRow,
  rank,
  serializeLeaders,
  toRow,
} from './reference-ranking.ts'

/** The expected rows of all pages of `competitors/rankings`. */
export function referenceRankings(brand: ReferenceBrand, request: ReferenceRequest, today: string) {
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
  if (request.compare_to_previous !== true) return { data: rows.map(toRow), meta }
  const before = periodBefore(period)
  const beforeRows = rank(
    brand.entities,
    answers.filter((answer) => isWithin(answer.day, before)),
  )
  return {
    data: rows.map((row) => ({ ...toRow(row), ...serializeChange(row, beforeRows) })),
    meta: { ...meta, previous_period: before, movers: referenceMovers(rows, beforeRows) },
  }
}

/** The expected rows of all pages of `visibility/engines`. */
export function referenceEngines(brand: ReferenceBrand, request: ReferenceRequest, today: string, now: string) {
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
  const planned = brand.planned.filter(
    (question) =>
      isWithin(question.day, period) &&
      question.at <= Date.parse(now) &&
      matches(brand, question, { ...request, engine: undefined }),
  )
  const coverage = [...new Set(planned.map(({ engine }) => engine))].sort().map((engine) => ({
    engine,
    ...coverageOf(
      planned.filter((question) => question.engine === engine),
      now,
    ),
  }))
  const data = engines.map(({ engine, executions }) => {
    const share = coverage.find((row) => row.engine === engine) ?? { planned: 0, coverage_pct: null }
    const own = answers.filter((answer) => answer.engine === engine)
    const present = own.filter((answer) => isWithin(answer.day, period))
    const earlier = own.filter((answer) => isWithin(answer.day, before))
    const rows = rank(brand.entities, present)
    const beforeRows = compares ? rank(brand.entities, earlier) : undefined
    const noneShown = brand.unanswered.filter(
      (question) =>
        question.outcome === 'none_shown' &&
        question.engine === engine &&
        isWithin(question.day, period) &&
        matches(brand, question, { ...request, engine: undefined }),
    )
    const asked = executions + noneShown.length
    const shown_pct = twoDecimals(fraction(100 * executions, asked))
    return {
      engine,
      executions,
      asked,
      shown_pct,
      planned: share.planned,
      coverage_pct: share.coverage_pct,
      ...serializeEngine(rows, beforeRows, request.top_competitors ?? 5),
    }
  })
  const periods = compares ? { period, previous_period: before } : { period }
  return { data, meta: { brand_id: brand.id, ...periods, unavailable_engines: [], coverage } }
}

function serializeEngine(rows: ReferenceRow[], before: ReferenceRow[] | undefined, top: number) {
  const own = rows.find((row) => row.entity.isOurBrand && isNamed(row))
  const change = own === undefined || before === undefined ? {} : serializeChange(own, before)
  const { is_our_brand: _, ...brand } = own === undefined ? { is_our_brand: true } : toRow(own)
  return { brand: own === undefined ? null : { ...brand, ...change }, ...serializeLeaders(rows, top) }
}

function serializeChange(row: ReferenceRow, before: ReferenceRow[]) {
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
    visibility_delta: shownDifference(row.visibility, earlier.visibility),
    market_share_delta: shownDifference(row.share, earlier.share),
  }
}

/** Rows with equal changes are ordered by current rank. */
function referenceMovers(rows: ReferenceRow[], before: ReferenceRow[]) {
  const moved = rows.map((row) => {
    const earlier = before.find((candidate) => candidate.entity.id === row.entity.id) as ReferenceRow
    return {
      id: row.entity.id,
      name: row.entity.name,
      is_our_brand: row.entity.isOurBrand,
      visibility_delta: shownDifference(row.visibility, earlier.visibility),
      market_share_delta: shownDifference(row.share, earlier.share),
    }
  })
  // Sorting is stable.
  const by = (direction: 1 | -1) => {
    const size = (row: (typeof moved)[number]) => direction * (row.visibility_delta ?? 0)
    const chosen = moved.filter((row) => size(row) > 0)
    return chosen.sort((a, b) => size(b) - size(a)).slice(0, 5)
  }
  return { gainers: by(1), losers: by(-1) }
}
