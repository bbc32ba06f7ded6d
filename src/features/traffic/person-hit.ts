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
/** Programs that name themselves, in addition to the known AI bots. */
const program = /(?<!cu)bot\b|crawl|spider|slurp|curl\/|wget\/|python|java\/|go-http-client|headless|monitor/i

/**
 * Reads a request whose user agent is not an AI bot. Undefined if it is not a document that a person received.
 * @param site the host of requests whose line names none
 */
export function readPersonHit(entry: LoggedHit, site: string | null = null): PersonHit | undefined {
  const { method, status, path, host, userAgent } = entry
  // A redirect is not a visit: the page that it leads to is logged as well.
  const isAnswered = status !== null && ((status >= 200 && status < 300) || status === 304)
  if (method !== 'GET' || !isAnswered || path?.startsWith('/') !== true) return undefined
  if (userAgent === null || program.test(userAgent)) return undefined
  const referral = classifyReferral(entry)
  if (!asset.test(path)) return { domain: host, path, referral: isInherited(referral) ? undefined : referral }
  // On cached sites only assets reach the server. Their referrer is the landing page, with its UTM.
  const landing = isInherited(referral) && entry.referrer !== null ? URL.parse(entry.referrer) : null
  const own = host ?? site
  // Other sites embed assets, too.
  if (landing === null || own === null || withoutWww(landing.hostname) !== withoutWww(own)) return undefined
  return { domain: own, path: landing.pathname, referral }
}

const withoutWww = (host: string) => host.toLowerCase().replace(/^www\./, '')

const isInherited = (referral: Referral | undefined) => referral?.evidence === 'referrer_utm'
