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

/** A document that a person received, or a redirect with evidence of an AI engine. */
export interface PersonHit {
  domain: string | null
  path: string
  /** Undefined for requests that do not come from an AI engine. */
  referral: Referral | undefined
  /** Whether it only leads to a page, which may have dropped its UTM. */
  isRedirect?: boolean
}

const asset =
  /\.(?:avif|bmp|css|eot|gif|ico|jpe?g|js|json|map|mjs|mp[34]|otf|png|svg|txt|ttf|wasm|webm|webp|woff2?|xml)$/i
/** Browsers begin their name with Mozilla or Opera; of the programs that copy them, most also name themselves. */
const program = /^(?!Mozilla\/|Opera\/)|(?<!cu)bots?(?![a-z])|crawl|spider|slurp|python|headless|lighthouse|monitor/i

/** Whether a user agent that is not an AI bot's is a browser's. */
export const isBrowser = (userAgent: string) => !program.test(userAgent)

const isAnswered = (status: number | null) => status !== null && ((status >= 200 && status < 300) || status === 304)
const isRedirect = (status: number | null) => status !== null && [301, 302, 303, 307, 308].includes(status)

/**
 * Reads a request of a browser.
 * @param site the host of requests whose line names none
 * @param mayBeReferred false if nothing shows an AI engine
 */
export function readPersonHit(entry: LoggedHit, site: string | null, mayBeReferred: boolean): PersonHit | undefined {
  const { method, status, path, host, address } = entry
  // Bunny logs no method.
  if (path?.startsWith('/') !== true || (method ?? 'GET') !== 'GET') return undefined
  if (!isAnswered(status) && !isRedirect(status)) return undefined
  if (isRedirect(status)) {
    if (!mayBeReferred) return undefined
    // Its page has the same referrer, but may have lost the query.
    const referral = classifyReferral({ ...entry, referrer: null }) ?? classifyReferral(entry)
    return referral && !isInherited(referral) && address !== null
      ? { domain: host, path, referral, isRedirect: true }
      : undefined
  }
  const referral = mayBeReferred ? classifyReferral(entry) : undefined
  const own = isInherited(referral) ? undefined : referral
  // Without an address, the page could be another person's.
  if (!asset.test(path)) return own || address !== null ? { domain: host, path, referral: own } : undefined
  // On cached sites only assets reach the server. Their referrer is the landing page, with its UTM.
  const landing = isInherited(referral) && entry.referrer !== null ? URL.parse(entry.referrer) : null
  const served = host ?? site
  // Other sites embed assets, too.
  if (landing === null || served === null || withoutWww(landing.hostname) !== withoutWww(served)) return undefined
  return { domain: served, path: landing.pathname, referral }
}

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, '')

const isInherited = (referral: Referral | undefined) => referral?.evidence === 'referrer_utm'
