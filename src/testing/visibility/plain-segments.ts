import type { PlainAnswer, PlainBrand, PlainRequest } from './plain-brand.ts'
import { minus, twoDecimals } from './plain-fraction.ts'
import { isWithin, type PlainRow, periodBefore, periodOf, rank, shownLeaders } from './plain-ranking.ts'

/** What `visibility/segments` must answer, all pages together as `askAll` gives them. */
export function plainSegments(brand: PlainBrand, request: PlainRequest, today: string) {
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
      ...shownLeaders(rows, 5),
      ...(earlier === undefined ? {} : shownChange(own, ownRow(rank(brand.entities, earlier)))),
    }
  })
  const periods = compares ? { period, previous_period: before } : { period }
  const counts = { segments: data.length, unavailable_segments: [] }
  return { data, meta: { brand_id: brand.id, dimension: request.dimension, ...periods, ...counts } }
}

interface PlainSegment {
  segment: string
  topic_id?: string
  answers: PlainAnswer[]
}

function segmentsOf({ topics, answers }: PlainBrand, dimension: string | undefined): PlainSegment[] {
  if (dimension === 'market')
    return [...new Set(answers.map((answer) => answer.country))].map((country) => ({
      segment: country,
      answers: answers.filter((answer) => answer.country === country),
    }))
  const roots = topics.filter((topic) => topic.parentId === null)
  return roots.map((root) => {
    const tree = topics.filter((topic) => topic.id === root.id || topic.parentId === root.id)
    const inTree = (answer: PlainAnswer) => tree.some((topic) => topic.id === answer.prompt?.topicId)
    return { segment: root.name, topic_id: root.id, answers: answers.filter(inTree) }
  })
}

const ownRow = (rows: PlainRow[]) => rows.find((row) => row.entity.isOurBrand) as PlainRow

function shownChange(now: PlainRow, before: PlainRow) {
  if (before.visibility === null) return { previous: null, visibility_delta: null, market_share_delta: null }
  return {
    previous: {
      visibility_pct: twoDecimals(before.visibility),
      market_share_pct: twoDecimals(before.share),
    },
    visibility_delta: twoDecimals(minus(now.visibility, before.visibility)),
    market_share_delta: twoDecimals(minus(now.share, before.share)),
  }
}
