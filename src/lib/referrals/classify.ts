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

/** Finds the AI engine that a request came from, by the strongest evidence; undefined if nothing shows one. */
export function classifyReferral({ referrer, query }: ReferredRequest): Referral | undefined {
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

const plainHost = /^[a-z\d.-]*[a-z\d]$/
const utmSource = /[?&]utm(?:_|%5[fF])source=([^&#\s]*)/
const clickIds = Object.keys(table.clickIds)

/**
 * Whether texts of a line that is not parsed can show an engine. False only if `classifyReferral` would be undefined.
 * @param target text with the path and query
 */
export function mayBeReferred(referrer: string, target: string): boolean {
  if (maySource(target)) return true
  if (referrer === '-' || referrer === '') return false
  const start = referrer.startsWith('https://') ? 8 : referrer.startsWith('http://') ? 7 : 0
  const end = referrer.indexOf('/', start)
  const host = referrer.slice(start, end === -1 ? undefined : end)
  if (start === 0 || !plainHost.test(host) || host === 'x.com') return true
  return engineOfName(host) !== undefined || maySource(referrer)
}

function maySource(text: string): boolean {
  if (!text.includes('?')) return false
  const source = utmSource.exec(text)?.[1]?.toLowerCase()
  const isNamed = source !== undefined && (/[%+\\]/.test(source) || engineOfUtm.has(source.replace(/^www\./, '')))
  return isNamed || clickIds.some((name) => text.includes(name))
}

function engineOfReferrer(from: URL | null): string | undefined {
  if (from === null || !/^(?:https?|android-app):$/.test(from.protocol)) return undefined
  if (from.hostname === 'x.com' && /^\/i\/grok(?:\/|$)/.test(from.pathname)) return 'grok'
  return engineOfName(from.hostname.replace(/\.$/, ''))
}

/** Compares whole labels: a substring would find t.co in chatgpt.com. */
function engineOfName(name: string): string | undefined {
  for (let host = name; host.includes('.'); host = host.slice(host.indexOf('.') + 1)) {
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
