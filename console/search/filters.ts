import { addDays, isDay, yesterday } from '../format/days.ts'
import { listOf, type Search } from './url.ts'

export const periods = { '7d': 7, '30d': 30, '90d': 90 } as const
export type Period = keyof typeof periods

/** The filters of a brand’s pages. Defaults: last 30 days, with comparison, no filters. */
export interface Filters {
  period: Period | { from: string; to: string }
  compare: boolean
  engine: string[]
  country: string[]
  topic: string[]
  tag: string[]
}

const filterKeys = ['period', 'from', 'to', 'compare', 'engine', 'country', 'topic', 'tag'] as const

/** The parameters that carry over between pages. */
export const sharedFilters = (search: Search): Search =>
  Object.fromEntries(filterKeys.flatMap((key) => (search[key] ? [[key, search[key]]] : [])))

export function readFilters(search: Search): { filters: Filters; wrong: { key: string; value: string }[] } {
  const wrong: { key: string; value: string }[] = []
  const addInvalid = (key: string) => wrong.push({ key, value: search[key] ?? '' })
  let period: Filters['period'] = '30d'
  if (search.from !== undefined || search.to !== undefined) {
    const { from = '', to = '' } = search
    if (!isDay(from)) addInvalid('from')
    else if (!isDay(to) || to < from) addInvalid('to')
    else period = { from, to }
  } else if (search.period !== undefined) {
    if (search.period in periods) period = search.period as Period
    else addInvalid('period')
  }
  if (search.compare !== undefined && search.compare !== 'no') addInvalid('compare')
  return {
    filters: {
      period,
      compare: search.compare !== 'no',
      engine: listOf(search.engine),
      country: listOf(search.country),
      topic: listOf(search.topic),
      tag: listOf(search.tag),
    },
    wrong,
  }
}

export function writeFilters({ period, compare, ...lists }: Filters): Record<string, string | undefined> {
  const isFixed = typeof period === 'object'
  return {
    period: isFixed || period === '30d' ? undefined : period,
    from: isFixed ? period.from : undefined,
    to: isFixed ? period.to : undefined,
    compare: compare ? undefined : 'no',
    ...Object.fromEntries(Object.entries(lists).map(([key, values]) => [key, values.join(',') || undefined])),
  }
}

/** First and last day (UTC) of a period, inclusive. */
export function daysOf(period: Filters['period'], now: Date): { start_date: string; end_date: string } {
  if (typeof period === 'object') return { start_date: period.from, end_date: period.to }
  const end = yesterday(now)
  return { start_date: addDays(end, 1 - periods[period]), end_date: end }
}

export function filterInput({ period, engine, country, topic, tag }: Filters, now: Date) {
  return {
    ...daysOf(period, now),
    ...(engine.length === 0 ? {} : { engine }),
    ...(country.length === 0 ? {} : { country }),
    ...(topic.length === 0 ? {} : { topic_id: topic }),
    ...(tag.length === 0 ? {} : { tag_id: tag }),
  }
}
