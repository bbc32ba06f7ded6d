import kinds from '../../features/citations/source-kinds.json' with { type: 'json' }
import {
  alphabetical,
  answersOf,
  type FixtureRequest,
  ownerOf,
  type ReferenceCitation,
  type ReferenceExecution,
  type ReferenceFixture,
} from '../executions/reference-executions.ts'
import { fraction, twoDecimals } from '../visibility/reference-fraction.ts'
import { isWithin, periodOf } from '../visibility/reference-ranking.ts'
import { referenceBuckets } from '../visibility/reference-trend.ts'

/** A citation and its answer. */
interface Pair {
  answer: ReferenceExecution
  citation: ReferenceCitation
}

const pairsOf = (answers: ReferenceExecution[]): Pair[] =>
  answers.flatMap((answer) => answer.cited.map((citation) => ({ answer, citation })))

/** Fields common to pages and sites, from the citations of one of them. */
function shared(pairs: Pair[], citing: number, answers: number) {
  const times = pairs.map(({ answer }) => answer.executedAt).sort()
  return {
    share_of_answers_pct: twoDecimals(fraction(100 * citing, answers)),
    engines: [...new Set(pairs.map(({ answer }) => answer.engine))].sort(),
    first_seen: times[0] as string,
    last_seen: times.at(-1) as string,
    first_seen_at: times[0] as string,
    last_seen_at: times.at(-1) as string,
  }
}

/** The kind of a site: its owner, a known domain, or a part of the domain. */
function kindOf(fixture: ReferenceFixture, domain: string): string {
  const { type } = ownerOf(fixture, domain)
  if (type !== 'other') return type
  const known = Object.entries(kinds.domains).find(([, domains]) => (domains as string[]).includes(domain))
  if (known !== undefined) return known[0]
  const parts = (words: string) =>
    words
      .split('|')
      .flatMap((word) => (word.endsWith('s?') ? [word.slice(0, -2), word.slice(0, -1)] : word))
      .some((word) => `.${domain.replaceAll('-', '.')}.`.includes(`.${word}.`))
  return Object.entries(kinds.words).find(([, words]) => parts(words))?.[0] ?? 'other'
}

/** The expected rows of all pages of `citations`, without ids. */
export function referenceCitations(fixture: ReferenceFixture, request: FixtureRequest, today: string) {
  const answers = answersOf(fixture, request, today)
  const pairs = pairsOf(answers).filter(
    ({ citation }) => request.domain === undefined || request.domain.includes(citation.domain),
  )
  const rows = [...Map.groupBy(pairs, ({ citation }) => citation.page).values()].map((ofPage) => {
    const titled = ofPage.filter(({ citation }) => citation.title !== '')
    titled.sort(
      (a, b) =>
        alphabetical(b.answer.executedAt, a.answer.executedAt) || alphabetical(b.citation.title, a.citation.title),
    )
    const { domain } = (ofPage[0] as Pair).citation
    return {
      url: ofPage
        .map(({ citation }) => citation.url)
        .sort()
        .at(-1) as string,
      title: titled[0]?.citation.title ?? null,
      domain,
      citation_count: ofPage.length,
      ...shared(ofPage, ofPage.length, answers.length),
      owner: ownerOf(fixture, domain),
      kind: kindOf(fixture, domain),
    }
  })
  rows.sort(
    (a, b) =>
      b.citation_count - a.citation_count || alphabetical(b.last_seen, a.last_seen) || alphabetical(a.url, b.url),
  )
  return { data: rows, meta: metaOf(fixture, request, today, rows.length, answers.length) }
}

/** The expected rows of all pages of `citations/domains`. */
export function referenceDomains(fixture: ReferenceFixture, request: FixtureRequest, today: string) {
  const answers = answersOf(fixture, request, today)
  const rows = [...Map.groupBy(pairsOf(answers), ({ citation }) => citation.domain)].map(([domain, pairs]) => {
    const citing = new Set(pairs.map(({ answer }) => answer.id)).size
    return {
      domain,
      citation_count: pairs.length,
      answer_count: citing,
      page_count: new Set(pairs.map(({ citation }) => citation.page)).size,
      ...shared(pairs, citing, answers.length),
      owner: ownerOf(fixture, domain),
      kind: kindOf(fixture, domain),
    }
  })
  rows.sort(
    (a, b) =>
      b.answer_count - a.answer_count || b.citation_count - a.citation_count || alphabetical(a.domain, b.domain),
  )
  const byKind = Object.entries(Object.groupBy(rows, ({ kind }) => kind)).map(([kind, sites = []]) => ({
    kind,
    citation_count: sites.reduce((sum, { citation_count }) => sum + citation_count, 0),
  }))
  byKind.sort((a, b) => b.citation_count - a.citation_count || alphabetical(a.kind, b.kind))
  const meta = { ...metaOf(fixture, request, today, rows.length, answers.length), kinds: byKind }
  return { data: rows, meta }
}

const metaOf = (
  fixture: ReferenceFixture,
  request: FixtureRequest,
  today: string,
  total: number,
  executions: number,
) => ({ brand_id: fixture.id, period: periodOf(request, today), total, executions })

/** The expected rows of all pages of `citations/trend`, as returned by `askAll`. */
export function referenceCitationTrends(fixture: ReferenceFixture, request: FixtureRequest, today: string) {
  const { dimension, interval = 'day', domain: domains } = request
  const period = periodOf(request, today)
  const answers = answersOf(fixture, request, today)
  const pairs = pairsOf(answers).filter(({ citation }) => domains?.includes(citation.domain) ?? true)
  const nameOf = ({ citation: { domain } }: Pair) => {
    if (dimension === 'all') return { domain: null, owner: null }
    if (dimension === 'domain') return { domain, owner: ownerOf(fixture, domain) }
    return { domain: null, owner: ownerOf(fixture, domain) }
  }
  const countsOf = (those: Pair[], among: ReferenceExecution[]) => {
    const citing = new Set(those.map(({ answer }) => answer.id)).size
    return {
      citation_count: those.length,
      answer_count: citing,
      share_of_answers_pct: twoDecimals(fraction(100 * citing, among.length)),
    }
  }
  const rows = [...Map.groupBy(pairs, (pair) => JSON.stringify(nameOf(pair))).values()].map((those) => ({
    ...nameOf(those[0] as Pair),
    ...countsOf(those, answers),
    points: referenceBuckets(period, interval).map((bucket) => {
      const among = answers.filter(({ day }) => isWithin(day, bucket))
      const inBucket = those.filter(({ answer }) => isWithin(answer.day, bucket))
      return { ...bucket, executions: among.length, ...countsOf(inBucket, among) }
    }),
  }))
  const keyOf = (row: (typeof rows)[number]) => row.domain ?? row.owner?.id ?? ''
  rows.sort(
    (a, b) =>
      b.answer_count - a.answer_count || b.citation_count - a.citation_count || alphabetical(keyOf(a), keyOf(b)),
  )
  const meta = { brand_id: fixture.id, dimension, period, interval, executions: answers.length }
  return { data: rows, meta: { ...meta, segments: rows.length } }
}
