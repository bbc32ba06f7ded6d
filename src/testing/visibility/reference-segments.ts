import type { ReferenceAnswer, ReferenceBrand, ReferenceRequest } from './reference-brand.ts'
import { shownDifference, twoDecimals } from './reference-fraction.ts'
import { isWithin, periodBefore, periodOf, type ReferenceRow, rank, serializeLeaders } from './reference-ranking.ts'

/** The expected rows of all pages of `visibility/segments`, as returned by `askAll`. */
export function referenceSegments(brand: ReferenceBrand, request: ReferenceRequest, today: string) {
  const period = periodOf(request, today)
  const before = periodBefore(period)
  const compares = request.compare_to_previous === true
  const segments = segmentsOf(brand, request.dimension).flatMap(({ answers, ...names }) => {
    const now = answers.filter((answer) => isWithin(answer.day, period))
    const earlier = answers.filter((answer) => isWithin(answer.day, before))
    return now.length === 0 ? [] : { ...names, now, earlier: compares ? earlier : undefined }
  })
  segments.sort((a, b) => b.now.length - a.now.length || (a.segment < b.segment ? -1 : 1))
  const data = segments.map(({ now, earlier, ...names }) => {
    const rows = rank(brand.entities, now)
    const own = ownRow(rows)
    return {
      ...names,
      executions: now.length,
      visibility_pct: twoDecimals(own.visibility),
      market_share_pct: twoDecimals(own.share),
      sentiment: twoDecimals(own.sentiment),
      recommended_pct: twoDecimals(own.recommended),
      stance_answers: own.stances,
      ...serializeLeaders(rows, 5),
      ...(earlier === undefined ? {} : serializeChange(own, ownRow(rank(brand.entities, earlier)))),
    }
  })
  const periods = compares ? { period, previous_period: before } : { period }
  const counts = { segments: data.length, unavailable_segments: [] }
  return { data, meta: { brand_id: brand.id, dimension: request.dimension, ...periods, ...counts } }
}

interface ReferenceSegment {
  segment: string
  topic_id?: string
  answers: ReferenceAnswer[]
}

function segmentsOf({ topics, answers }: ReferenceBrand, dimension: string | undefined): ReferenceSegment[] {
  if (dimension === 'market')
    return [...new Set(answers.map((answer) => answer.country))].map((country) => ({
      segment: country,
      answers: answers.filter((answer) => answer.country === country),
    }))
  const roots = topics.filter((topic) => topic.parentId === null)
  return roots.map((root) => {
    const tree = topics.filter((topic) => topic.id === root.id || topic.parentId === root.id)
    const inTree = (answer: ReferenceAnswer) => tree.some((topic) => topic.id === answer.prompt?.topicId)
    return { segment: root.name, topic_id: root.id, answers: answers.filter(inTree) }
  })
}

const ownRow = (rows: ReferenceRow[]) => rows.find((row) => row.entity.isOurBrand) as ReferenceRow

function serializeChange(now: ReferenceRow, before: ReferenceRow) {
  if (before.visibility === null) return { previous: null, visibility_delta: null, market_share_delta: null }
  return {
    previous: {
      visibility_pct: twoDecimals(before.visibility),
      market_share_pct: twoDecimals(before.share),
    },
    visibility_delta: shownDifference(now.visibility, before.visibility),
    market_share_delta: shownDifference(now.share, before.share),
  }
}
