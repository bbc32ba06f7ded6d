import { addDays, type Period, previousPeriod, resolvePeriod } from '../../features/visibility/index.ts'
import { referenceBuckets } from '../visibility/reference-trend.ts'
import { lastDay, listedAt, type RandomVisit, type RandomVisits, type VisitRequest } from './random-visits.ts'

const weekMs = 7 * 86_400_000

export interface ReferenceVisit {
  ts: string
  day: string
  bot_name: string
  bot_category: string
  purpose: string
  verdict: 'verified' | 'unverified' | 'spoofed'
  domain: string | null
  path: string | null
  /** The normalized page, shared by all its spellings. */
  page: string
  /** Whether the site and the page of the visit are known. */
  isOfPage: boolean
  failed: boolean
}

/** The facts about a visit according to the documentation. */
export function referenceVisit({ domain }: RandomVisits, visit: RandomVisit): ReferenceVisit {
  const ts = new Date(visit.atMs).toISOString()
  const site = visit.host ?? domain
  const { shown, page } = visit.path
  const isOfPage = site !== null && page !== undefined
  return {
    ts,
    day: ts.slice(0, 10),
    bot_name: visit.bot.name,
    bot_category: visit.bot.category,
    purpose: visit.bot.purpose,
    verdict: referenceVerdict(visit),
    domain: site,
    path: shown,
    page: isOfPage ? `${site.replace(/^www\./, '')} ${page}` : `as sent: ${site} ${shown}`,
    isOfPage,
    failed: visit.status !== null && visit.status >= 400,
  }
}

function referenceVerdict({ bot, address, atMs }: RandomVisit): ReferenceVisit['verdict'] {
  if (bot.name === 'Google-Extended') return 'spoofed'
  if (bot.name !== 'GPTBot' || address === null || address === '10.0.0.1') return 'unverified'
  if (address === '20.42.10.5') return 'verified'
  return Math.abs(atMs - Date.parse(listedAt)) <= weekMs ? 'spoofed' : 'unverified'
}

export const periodOf = (request: VisitRequest): Period => resolvePeriod(request, new Date(`${lastDay}T12:00:00Z`))

const isWithin = ({ start_date, end_date }: Period, day: string) => day >= start_date && day <= end_date

export const isOn = (period: Period) => (visit: ReferenceVisit) => isWithin(period, visit.day)

/** The visits that match the filters, on any day. */
export function matching(visits: readonly ReferenceVisit[], { bot_category, crawler }: VisitRequest) {
  return visits.filter(
    (visit) => (bot_category?.includes(visit.bot_category) ?? true) && (crawler?.includes(visit.bot_name) ?? true),
  )
}

export const isReal = ({ verdict }: ReferenceVisit) => verdict !== 'spoofed'

function share(visits: readonly ReferenceVisit[]) {
  const errors = visits.filter(({ failed }) => failed).length
  const pct = visits.length === 0 ? null : Math.round((10_000 * errors) / visits.length) / 100
  return { visits: visits.length, errors, error_share_pct: pct }
}

const latest = (visits: readonly ReferenceVisit[]) =>
  visits
    .map(({ ts }) => ts)
    .sort()
    .at(-1) ?? null

/** The summary without its pages: ties may be shown in any order. */
export function referenceSummary(all: readonly ReferenceVisit[], request: VisitRequest) {
  const period = periodOf(request)
  const previous = previousPeriod(period)
  const wanted = matching(all, request)
  const now = wanted.filter(isOn(period))
  const before = wanted.filter(isOn(previous)).filter(isReal)
  const compare = (is: (visit: ReferenceVisit) => boolean) => {
    const [visits, past] = [now.filter(isReal).filter(is), before.filter(is)]
    const delta = visits.length - past.length
    return { ...share(visits), previous_visits: past.length, visits_delta: delta }
  }
  const spoofed = (is: (visit: ReferenceVisit) => boolean) => now.filter((visit) => !isReal(visit) && is(visit)).length
  const seen = [...now, ...before]
  const bots = [...new Map(seen.map((visit) => [visit.bot_name, visit])).values()].map(
    ({ bot_name, bot_category, purpose }) => {
      const is = (visit: ReferenceVisit) => visit.bot_name === bot_name
      const own = now.filter(is)
      return {
        bot_name,
        bot_category,
        purpose,
        ...compare(is),
        verified_visits: own.filter(({ verdict }) => verdict === 'verified').length,
        signed_visits: 0,
        spoofed_visits: spoofed(is),
        last_visit_at: latest(own.filter(isReal)),
      }
    },
  )
  const categories = [...new Set(seen.map(({ bot_category }) => bot_category))].map((bot_category) => ({
    bot_category,
    ...compare((visit) => visit.bot_category === bot_category),
  }))
  return {
    period,
    previous_period: previous,
    totals: { ...compare(() => true), spoofed_visits: spoofed(() => true) },
    bots: bots.sort(
      (a, b) => b.visits - a.visits || b.previous_visits - a.previous_visits || (a.bot_name < b.bot_name ? -1 : 1),
    ),
    categories: categories.sort((a, b) => b.visits - a.visits || (a.bot_category < b.bot_category ? -1 : 1)),
    days: daysOf(period).map((date) => ({
      date,
      ...share(now.filter(isReal).filter(({ day }) => day === date)),
    })),
  }
}

/** The expected response of `crawler/trend`. */
export function referenceTrend(
  all: readonly ReferenceVisit[],
  request: VisitRequest & { interval?: string | undefined },
) {
  const { interval = 'day' } = request
  const period = periodOf(request)
  const wanted = matching(all, request).filter(isOn(period))
  const figuresOf = (visits: readonly ReferenceVisit[]) => ({
    ...share(visits.filter(isReal)),
    verified_visits: visits.filter(({ verdict }) => verdict === 'verified').length,
    signed_visits: 0,
    spoofed_visits: visits.filter((visit) => !isReal(visit)).length,
  })
  const bots = [...Map.groupBy(wanted, ({ bot_name }) => bot_name)].map(([bot_name, own]) => ({
    bot_name,
    bot_category: own[0]?.bot_category,
    ...figuresOf(own),
    points: referenceBuckets(period, interval).map((bucket) => ({
      ...bucket,
      ...figuresOf(own.filter(isOn(bucket))),
    })),
  }))
  bots.sort((a, b) => b.visits - a.visits || b.spoofed_visits - a.spoofed_visits || (a.bot_name < b.bot_name ? -1 : 1))
  return { period, interval, timezone: 'UTC', bots }
}

function daysOf({ start_date, end_date }: Period): string[] {
  return start_date > end_date ? [] : [start_date, ...daysOf({ start_date: addDays(start_date, 1), end_date })]
}

/** Every page with its metrics, most visited first, by its normalized path. */
export function referencePages(all: readonly ReferenceVisit[], request: VisitRequest) {
  const visits = matching(all, request)
    .filter(isOn(periodOf(request)))
    .filter(isReal)
  return [...Map.groupBy(visits, ({ page }) => page)]
    .map(([page, own]) => ({ page, own, ...share(own), last_visit_at: latest(own) }))
    .sort((a, b) => b.visits - a.visits)
}

/** ClickHouse's order of texts. */
const inBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

const last = (texts: readonly string[]) => [...texts].sort(inBytes).at(-1) ?? ''

interface Citation {
  url: string
  page: string
  engine: string
  ts: string
}

function citationsOf({ domain, answers }: RandomVisits, period: Period): Citation[] {
  if (domain === null) return []
  return answers.flatMap(({ engine, atMs, cited }) => {
    const ts = new Date(atMs).toISOString()
    if (!isWithin(period, ts.slice(0, 10))) return []
    return cited
      .map((url) => ({ url, parts: new URL(url) }))
      .filter(({ parts }) => parts.hostname === domain || parts.hostname.endsWith(`.${domain}`))
      .map(({ url, parts }) => {
        const page = `${parts.hostname.replace(/^www\./, '')} ${parts.pathname.replace(/\/$/, '')}`
        return { url, page, engine, ts }
      })
  })
}

export interface PageRequest extends VisitRequest {
  visited?: boolean
  cited?: boolean
}

/** The rows of website/pages. */
export function referenceWebsite(fixture: RandomVisits, all: readonly ReferenceVisit[], request: PageRequest) {
  const period = periodOf(request)
  const visits = all
    .filter(isOn(period))
    .filter(isReal)
    .filter(({ isOfPage }) => isOfPage)
  const citations = citationsOf(fixture, period)
  const pages = new Set([...visits, ...citations].map(({ page }) => page))
  const rows = [...pages].map((page) => {
    const own = visits.filter((visit) => visit.page === page)
    const citing = citations.filter((citation) => citation.page === page)
    const domain = last(own.map((visit) => visit.domain as string))
    const path = last(own.filter((visit) => visit.domain === domain).map((visit) => visit.path as string))
    const visited = own.length === 0 ? [] : [`https://${domain}${path}`]
    return { url: last([...visited, ...citing.map(({ url }) => url)]), ...figuresOf(own, citing) }
  })
  return rows
    .filter(({ visits: read }) => request.visited === undefined || request.visited === read > 0)
    .filter(({ citation_count }) => request.cited === undefined || request.cited === citation_count > 0)
    .sort(
      (a, b) =>
        b.visits + b.citation_count - a.visits - a.citation_count || b.visits - a.visits || inBytes(a.url, b.url),
    )
}

function figuresOf(own: readonly ReferenceVisit[], citing: readonly Citation[]) {
  const { visits, errors } = share(own)
  const bots = [...Map.groupBy(own, ({ bot_name }) => bot_name)].map(([bot_name, of]) => ({
    bot_name,
    bot_category: of[0]?.bot_category,
    last_visit_at: latest(of) as string,
  }))
  return {
    visits,
    errors,
    last_visit_at: latest(own),
    last_visits: bots
      .sort((a, b) => inBytes(b.last_visit_at, a.last_visit_at) || inBytes(a.bot_name, b.bot_name))
      .slice(0, 5),
    citation_count: citing.length,
    engines: [...new Set(citing.map(({ engine }) => engine))].sort(),
    last_cited_at:
      citing
        .map(({ ts }) => ts)
        .sort()
        .at(-1) ?? null,
  }
}
