import type { ReferenceBrand, ReferencePeriod, ReferenceRequest } from './reference-brand.ts'
import { addDays, coverageOf, figuresOf, isWithin, matches, periodOf, rank } from './reference-ranking.ts'

/** The expected rows of all pages of `visibility/trend`. */
export function referenceTrend(brand: ReferenceBrand, request: ReferenceRequest, today: string, now: string) {
  const period = periodOf(request, today)
  const interval = request.interval ?? 'day'
  const answers = brand.answers.filter((answer) => matches(brand, answer, request) && isWithin(answer.day, period))
  const planned = brand.planned.filter(
    (question) => matches(brand, question, request) && isWithin(question.day, period),
  )
  const ranked = rank(brand.entities, answers)
  const others = ranked.filter((row) => !row.entity.isOurBrand)
  const chosen =
    request.competitor_id === undefined
      ? others.slice(0, 5)
      : others.filter((row) => request.competitor_id?.includes(row.entity.id))
  const buckets = referenceBuckets(period, interval).map((bucket) => {
    const inBucket = answers.filter((answer) => isWithin(answer.day, bucket))
    const coverage = coverageOf(
      planned.filter(({ day }) => isWithin(day, bucket)),
      now,
    )
    return {
      bucket: { ...bucket, ...coverage },
      executions: inBucket.length,
      rows: rank(brand.entities, inBucket),
    }
  })
  const data = [...ranked.filter((row) => row.entity.isOurBrand), ...chosen].map(({ entity }) => ({
    id: entity.id,
    name: entity.name,
    is_our_brand: entity.isOurBrand,
    points: buckets.flatMap(({ bucket, executions, rows }) =>
      rows.filter((row) => row.entity.id === entity.id).map((row) => ({ ...bucket, executions, ...figuresOf(row) })),
    ),
  }))
  return {
    data,
    meta: { brand_id: brand.id, period, interval, executions: answers.length, ...coverageOf(planned, now) },
  }
}

/** Walks over the days, starting a bucket at each boundary. */
export function referenceBuckets({ start_date, end_date }: ReferencePeriod, interval: string): ReferencePeriod[] {
  const buckets: ReferencePeriod[] = []
  for (let day = start_date; day <= end_date; day = addDays(day, 1)) {
    const last = buckets.at(-1)
    const isMonday = new Date(`${day}T12:00:00Z`).toUTCString().startsWith('Mon')
    const begins = { day: true, week: isMonday, month: day.endsWith('-01') }[interval]
    if (last === undefined || begins) buckets.push({ start_date: day, end_date: day })
    else last.end_date = day
  }
  return buckets
}
