import { addDays } from '../visibility/reference-ranking.ts'
import {
  competitorNames,
  domainOf,
  domainOnlyCompetitor,
  type EarnedFixture,
  type FixtureScan,
  fixturePages,
  fixtureTopics,
  inactiveCompetitor,
  lastDay,
  ownDomain,
  ownName,
} from './earned-fixture.ts'

export interface EarnedRequest {
  start_date?: string | undefined
  end_date?: string | undefined
  min_competitors?: number | undefined
  topic_id?: string[] | undefined
  subtopic_id?: string[] | undefined
  priority_bucket?: string[] | undefined
  include_competitor_owned_domains?: boolean | undefined
}

/** A fixture in the program, with the ids assigned there. */
export interface BuiltFixture {
  fixture: EarnedFixture
  brandId: string
  key: string
  /** Competitor ids by name. */
  competitors: Map<string, string>
  /** Topic ids by path. */
  topics: Map<string, string>
  /** Ids of the remaining prompts by the path of their topic. */
  prompts: Map<string, string>
  /** The last tie-breaker, by page URL. */
  numberOf: Map<string, bigint>
}

const alphabetical = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** The page's current scan: of the failed scans, only a `gone` one clears it. */
function present(scans: readonly FixtureScan[]): FixtureScan | undefined {
  let read: FixtureScan | undefined
  for (const scan of scans) {
    if (scan.outcome === 'read') read = scan
    if (scan.outcome === 'gone') read = undefined
  }
  return read
}

export const scannedAt = (minute: number) => `2026-02-01T10:${String(minute).padStart(2, '0')}:00.000Z`
export const citedAt = (daysBefore: number) => `${addDays(lastDay, -daysBefore)}T10:00:00.000Z`

function periodOf({ start_date, end_date }: EarnedRequest) {
  if (start_date === undefined && end_date === undefined) return { start_date: null, end_date: null }
  const end = end_date ?? lastDay
  return { start_date: start_date ?? addDays(end, -29), end_date: end }
}

/** The answers within a request, each with the remaining topic of its prompt. */
function citingOf({ fixture, topics }: BuiltFixture, request: EarnedRequest) {
  const period = periodOf(request)
  const within = (path: string | undefined, ids: string[] | undefined) => {
    if (ids === undefined) return true
    if (path === undefined) return false
    const [root = ''] = path.split(' / ')
    return [path, root].some((at) => ids.includes(topics.get(at) as string))
  }
  return fixture.answers
    .map((answer) => ({
      ...answer,
      path: fixture.deletedTopics.includes(answer.topic) ? undefined : answer.topic,
      day: addDays(lastDay, -answer.daysBefore),
    }))
    .filter(({ day }) => period.start_date === null || (day >= period.start_date && day <= period.end_date))
    .filter(({ path }) => within(path, request.topic_id) && within(path, request.subtopic_id))
}

/** The expected rows of all pages of the list, without citation ids. */
export function referenceEarned(built: BuiltFixture, request: EarnedRequest) {
  const period = periodOf(request)
  const answers = citingOf(built, request)
  const rows = fixturePages.flatMap(({ url, domain }, index) => {
    const scan = present(built.fixture.scans[index] ?? [])
    const citing = answers.filter(({ pages }) => pages.includes(index))
    if (scan === undefined || citing.length === 0) return []
    const words = new Set([...scan.title.split(' '), ...scan.words])
    if (words.has(ownName) || domain === ownDomain) return []
    const active = competitorNames.filter((name) => name !== inactiveCompetitor)
    if (request.include_competitor_owned_domains !== true && active.some((name) => domainOf(name) === domain)) return []
    const hasSignal = (name: string) =>
      name !== domainOnlyCompetitor || [...scan.links, domain].includes(domainOf(domainOnlyCompetitor))
    const competitors = active.filter((name) => words.has(name) && hasSignal(name)).sort(alphabetical)
    if (competitors.length < (request.min_competitors ?? 2)) return []
    const daysBefore = Math.min(...citing.map((answer) => answer.daysBefore))
    const score = referenceScore({
      citations: citing.length,
      days: daysBetween(addDays(lastDay, -daysBefore), period.end_date ?? lastDay),
      engines: new Set(citing.map(({ engine }) => engine)).size,
      competitors: competitors.length,
    })
    const bucket = score >= 70 ? 'high' : score >= 40 ? 'medium' : 'low'
    if (request.priority_bucket !== undefined && !request.priority_bucket.includes(bucket)) return []
    const topics = topicsOf(citing.flatMap(({ path }) => path?.split(' / ').at(-1) ?? []))
    const prompts = promptsOf(built, citing)
    const row = {
      url,
      domain,
      favicon_url: null,
      title: scan.title === '' ? null : scan.title,
      outlet: scan.outlet === '' ? null : scan.outlet,
      published_at: scan.published ?? null,
      competitors_on_page: competitors,
      competitor_ids_on_page: competitors.map((name) => built.competitors.get(name)),
      quote: quoteOf(scan, competitors),
      authors: scan.authors,
      citation_count: citing.length,
      engines: [...new Set(citing.map(({ engine }) => engine))].sort(alphabetical),
      prompts: prompts.slice(0, 5),
      prompts_omitted: Math.max(0, prompts.length - 5),
      page_scanned_at: scannedAt(scan.minute),
      topics: topics.slice(0, 5),
      topics_omitted: Math.max(0, topics.length - 5),
      score,
      priority_bucket: bucket,
    }
    return [{ row, score, citedDay: citedAt(daysBefore), number: built.numberOf.get(url) as bigint }]
  })
  rows.sort(
    (a, b) =>
      b.score - a.score ||
      b.row.citation_count - a.row.citation_count ||
      alphabetical(b.citedDay, a.citedDay) ||
      (a.number < b.number ? -1 : 1),
  )
  return { data: rows.map(({ row }) => row), meta: { period, total: rows.length } }
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** The published formula, computed independently step by step. */
function referenceScore(of: { citations: number; days: number; engines: number; competitors: number }): number {
  let score = 0
  for (let count = of.citations, steps = 0; count >= 2 && steps < 4; count /= 2, steps += 1) score += 10
  for (let week = 20, days = of.days; week > 0 && days < 140; week -= 1) {
    if (days < 7) {
      score += week
      break
    }
    days -= 7
  }
  return score + Math.min(4, of.engines) * 5 + Math.min(5, of.competitors) * 4
}

function topicsOf(names: readonly string[]): string[] {
  const counts = [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, count: all.length }))
  counts.sort((a, b) => b.count - a.count || alphabetical(a.name, b.name))
  return counts.map(({ name }) => name)
}

/** Prompts of answers, by descending number of answers, then in order of appearance. */
function promptsOf({ prompts }: BuiltFixture, answers: readonly { topic: string }[]) {
  const rows = fixtureTopics.flatMap((topic) => {
    const prompt_id = prompts.get(topic)
    const citation_count = answers.filter((answer) => answer.topic === topic).length
    return prompt_id === undefined || citation_count === 0
      ? []
      : [{ prompt_id, text: `About ${topic}?`, citation_count }]
  })
  return rows.sort((a, b) => b.citation_count - a.citation_count)
}

/** The first line that names most competitors, preferring longer lines; otherwise the title. */
function quoteOf({ title, words }: FixtureScan, competitors: readonly string[]): string | null {
  const named = (line: string) => competitors.filter((name) => line.split(' ').includes(name)).length
  let best: string | null = null
  let most = 0
  for (const line of words.join(' ').split('\n')) {
    const worth = named(line) + (line.length >= 40 ? 0.5 : 0)
    if (named(line) > 0 && worth > most) [best, most] = [line.trim(), worth]
  }
  return best ?? (named(title) > 0 ? title : null)
}
