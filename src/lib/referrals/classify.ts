import table from './referrals.json' with { type: 'json' }

export const evidenceKinds = ['referrer', 'utm', 'referrer_utm', 'click_id'] as const
export type Evidence = (typeof evidenceKinds)[number]

/** How a person came from an AI engine. */
export interface Referral {
  engine: string
  evidence: Evidence
  isPaid: boolean
}

export interface ReferredRequest {
  referrer: string | null
  query: string | null
}

const engineOfHost = new Map(table.engines.flatMap(({ engine, hosts }) => hosts.map((host) => [host, engine])))
/** Hosts are aliases too. First labels are listed one by one: `gemini`, `you` and others are campaign words. */
const engineOfUtm = new Map([
  ...engineOfHost,
  ...table.engines.flatMap(({ engine, utm = [] }) => utm.map((alias): [string, string] => [alias, engine])),
])
/** Values of `utm_source` that name an AI engine. */
export const utmAliases: readonly string[] = [...engineOfUtm.keys()]
const paidWords = new Set(table.paidWords)
const utmKeys = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term']

/** A query without this names no engine. Names can be percent-encoded. */
const clue = new RegExp(['utm_source', '%', ...Object.keys(table.clickIds)].join('|'))

/** Referrers that show no engine. Most lines of a log repeat one of few. */
const plainReferrers = new Set<string>()
const maxPlainReferrers = 5000

/** Finds the AI engine that a request came from, by the strongest evidence; undefined if nothing shows one. */
export function classifyReferral(request: ReferredRequest): Referral | undefined {
  const { referrer, query } = request
  if (query !== null && clue.test(query)) return classifyFully(request)
  if (referrer === null || plainReferrers.has(referrer)) return undefined
  const found = classifyFully(request)
  if (found === undefined) {
    if (plainReferrers.size === maxPlainReferrers) plainReferrers.clear()
    // A copy, as a part of the text of a log would keep the rest of it.
    plainReferrers.add(Buffer.from(referrer).toString())
  }
  return found
}

function classifyFully({ referrer, query }: ReferredRequest): Referral | undefined {
  const from = referrer === null ? null : URL.parse(referrer)
  const own = new URLSearchParams(query ?? '')
  const inherited = from?.searchParams ?? new URLSearchParams()
  const found: [Evidence, string | undefined][] = [
    ['referrer', engineOfReferrer(from)],
    ['utm', engineOfSource(own)],
    ['click_id', engineOfClick(own)],
    ['referrer_utm', engineOfSource(inherited) ?? engineOfClick(inherited)],
  ]
  for (const [evidence, engine] of found)
    if (engine !== undefined)
      return { engine, evidence, isPaid: isPaid(own) || (evidence === 'referrer_utm' && isPaid(inherited)) }
  return undefined
}

/** Compares whole labels: a substring would find t.co in chatgpt.com. */
function engineOfReferrer(from: URL | null): string | undefined {
  if (from === null || !/^(?:https?|android-app):$/.test(from.protocol)) return undefined
  if (from.hostname === 'x.com' && /^\/i\/grok(?:\/|$)/.test(from.pathname)) return 'grok'
  for (let host = from.hostname.replace(/\.$/, ''); host.includes('.'); host = host.slice(host.indexOf('.') + 1)) {
    const engine = engineOfHost.get(host)
    if (engine !== undefined) return engine
  }
  return undefined
}

const engineOfSource = (query: URLSearchParams) =>
  engineOfUtm.get(
    (query.get('utm_source') ?? '')
      .trim()
      .toLowerCase()
      .replace(/^www\./, ''),
  )

const engineOfClick = (query: URLSearchParams) => Object.entries(table.clickIds).find(([name]) => query.has(name))?.[1]

/** No evidence of payment does not prove that a visit was unpaid. */
function isPaid(query: URLSearchParams): boolean {
  if (engineOfClick(query) !== undefined || table.adClickIds.some((name) => query.has(name))) return true
  const words = utmKeys.flatMap((key) => (query.get(key) ?? '').toLowerCase().split(/[^a-z0-9]+/))
  return words.some((word) => paidWords.has(word))
}
