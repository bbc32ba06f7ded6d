import { classifyReferral, type Referral } from '../../lib/referrals/classify.ts'

/** The fields of a logged request that decide whether it is a person's. */
export interface LoggedHit {
  userAgent: string | null
  address: string | null
  host: string | null
  path: string | null
  query: string | null
  method: string | null
  status: number | null
  referrer: string | null
  timeMs: number
}

/** A document that a person requested. */
export interface PersonHit {
  domain: string | null
  path: string
  /** Undefined for requests that do not come from an AI engine. */
  referral: Referral | undefined
}

const asset =
  /\.(?:avif|bmp|css|eot|gif|ico|jpe?g|js|json|map|mjs|mp[34]|otf|png|svg|txt|ttf|wasm|webm|webp|woff2?|xml)$/i
/** Browsers begin their name with Mozilla or Opera; of the programs that copy them, most also name themselves. */
const program = /^(?!Mozilla\/|Opera\/)|(?<!cu)bots?(?![a-z])|crawl|spider|slurp|python|headless|lighthouse|monitor/i

/** A redirect and the page that it leads to are this close. */
const redirectMs = 10_000
const maxRedirects = 1000

/** Whether a user agent that is not an AI bot's is a browser's. */
export const isBrowser = (userAgent: string) => !program.test(userAgent)

/**
 * Reads the requests of browsers in one log, in order. Returns undefined for those that are not documents that people
 * received.
 * @param site the host of requests whose line names none
 */
export function peopleReader(site: string | null) {
  const redirects = new Map<string, { query: string; timeMs: number }>()

  /** The query of a request, then that of a redirect to it, which may have dropped its UTM. */
  function queryOf({ address, userAgent, status, query, timeMs }: LoggedHit): string | null {
    const isFirst = isRedirect(status) && address !== null && query !== null
    if (redirects.size === 0 && !isFirst) return query
    const visitor = `${address} ${userAgent}`
    const first = redirects.get(visitor)
    const follows = first !== undefined && Math.abs(timeMs - first.timeMs) <= redirectMs
    if (isAnswered(status)) redirects.delete(visitor)
    if (follows) return `${query ?? ''}&${first.query}`
    if (redirects.size >= maxRedirects) redirects.clear()
    // A copy, as a part of the text of the log would keep the rest of it.
    if (isFirst) redirects.set(visitor, { query: Buffer.from(query).toString(), timeMs })
    return query
  }
  return (entry: LoggedHit) => readPersonHit(entry, queryOf(entry), site)
}

const isAnswered = (status: number | null) => status !== null && ((status >= 200 && status < 300) || status === 304)
const isRedirect = (status: number | null) => status !== null && [301, 302, 303, 307, 308].includes(status)

function readPersonHit(entry: LoggedHit, query: string | null, site: string | null): PersonHit | undefined {
  const { method, status, path, host, address, referrer } = entry
  // A redirect is not a visit: the page that it leads to is logged as well. Bunny logs no method.
  if (!isAnswered(status) || path?.startsWith('/') !== true || (method ?? 'GET') !== 'GET') return undefined
  const referral = classifyReferral({ referrer, query })
  if (!asset.test(path)) {
    const own = isInherited(referral) ? undefined : referral
    // Without an address, the page could be another person's.
    return own === undefined && address === null ? undefined : { domain: host, path, referral: own }
  }
  // On cached sites only assets reach the server. Their referrer is the landing page, with its UTM.
  const landing = isInherited(referral) && referrer !== null ? URL.parse(referrer) : null
  const own = host ?? site
  // Other sites embed assets, too.
  if (landing === null || own === null || withoutWww(landing.hostname) !== withoutWww(own)) return undefined
  return { domain: own, path: landing.pathname, referral }
}

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, '')

const isInherited = (referral: Referral | undefined) => referral?.evidence === 'referrer_utm'
