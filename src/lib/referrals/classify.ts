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
  const finders: [Evidence, () => string | undefined][] = [
    ['referrer', () => engineOfReferrer(from)],
    ['utm', () => engineOfSource(own)],
    ['click_id', () => engineOfClick(own)],
    ['referrer_utm', () => engineOfSource(inherited) ?? engineOfClick(inherited)],
  ]
  for (const [evidence, find] of finders) {
    const engine = find()
    if (engine !== undefined)
      return { engine, evidence, isPaid: isPaid(own) || (evidence === 'referrer_utm' && isPaid(inherited)) }
  }
  return undefined
}

const utmSource = /[?&]utm(?:_|%5[fF])source=([^&#\s]*)/
const clickIds = Object.keys(table.clickIds)

/** The places of two texts of a request in a longer text, such as its line. */
export interface ReferralText {
  text: string
  referrer: number
  referrerEnd: number
  /** Contains the path and query, or only the query. */
  target: number
  targetEnd: number
}

/** Whether a request that is not parsed can show an engine. False only if `classifyReferral` would be undefined. */
export function mayBeReferred({ text, referrer, referrerEnd, target, targetEnd }: ReferralText): boolean {
  // Most lines have no query.
  const hasQuery = text.includes('?', Math.min(target, referrer))
  if (hasQuery && maySource(text, target, targetEnd)) return true
  // Empty, or a hyphen.
  if (referrerEnd - referrer < 2) return false
  const start = text.startsWith('https://', referrer) ? 8 : text.startsWith('http://', referrer) ? 7 : 0
  const slash = text.indexOf('/', referrer + start)
  const end = slash === -1 || slash > referrerEnd ? referrerEnd : slash
  return start === 0 || mayNameEngine(text, referrer + start, end) || (hasQuery && maySource(text, end, referrerEnd))
}

function maySource(text: string, start: number, end: number): boolean {
  const mark = text.indexOf('?', start)
  if (mark === -1 || mark >= end) return false
  const query = text.slice(mark, end)
  const source = utmSource.exec(query)?.[1]?.toLowerCase()
  const isNamed = source !== undefined && (/[%+\\]/.test(source) || engineOfUtm.has(source.replace(/^www\./, '')))
  return isNamed || clickIds.some((name) => query.includes(name))
}

/** Whether hosts of these hashes are engines. X shows Grok below a path. */
const engineHashes = new Uint8Array(65_536)
for (const host of [...engineOfHost.keys(), 'x.com']) {
  let hash = 0
  for (let at = host.length - 1; at >= 0; at -= 1) hash = nextHash(hash, host.charCodeAt(at))
  engineHashes[hash] = 1
}

function nextHash(hash: number, code: number): number {
  return (hash * 31 + code) & 65_535
}

/** Whether a host, or one of the names that it ends with, can be an engine's, or is spelled unusually. */
function mayNameEngine(text: string, start: number, end: number): boolean {
  let hash = 0
  for (let at = end - 1; at >= start; at -= 1) {
    const code = text.charCodeAt(at)
    if (code === dot && engineHashes[hash] === 1) return true
    const isPlain = (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === hyphen
    if (!isPlain && (code !== dot || at === end - 1)) return true
    hash = nextHash(hash, code)
  }
  return end === start || engineHashes[hash] === 1
}

const [dot, hyphen] = [46, 45]

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
  if (query.size === 0) return false
  if (engineOfClick(query) !== undefined || table.adClickIds.some((name) => query.has(name))) return true
  const words = utmKeys.flatMap((key) => (query.get(key) ?? '').toLowerCase().split(/[^a-z0-9]+/))
  return words.some((word) => paidWords.has(word))
}
