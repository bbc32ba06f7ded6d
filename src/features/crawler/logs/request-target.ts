import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { nullIfBlank, truncateText } from './log-text.ts'

export interface Target {
  host: string | null
  path: string | null
  query: string | null
}

const noTarget: Target = { host: null, path: null, query: null }

/**
 * Splits a request target (RFC 9112, 3.2): `/path?query`, `http://host/path?query`, or `*`. Treats anything else, such
 * as random bytes, as a path.
 */
export function splitTarget(target: string): Target {
  if (nullIfBlank(target) === null) return noTarget
  const [, authority, absolutePath] = target.startsWith('/')
    ? []
    : (/^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/is.exec(target) ?? [])
  const local = absolutePath ?? target
  const mark = local.indexOf('?')
  const path = mark === -1 ? local : local.slice(0, mark)
  return {
    host: authority === undefined ? null : hostOf(authority),
    path: path === '' ? '/' : truncateText(encoded(path)),
    query: mark === -1 ? null : truncateText(local.slice(mark + 1)),
  }
}

/** Percent-encodes other characters than ASCII, because IIS logs paths decoded. */
const encoded = (path: string) => path.replace(/[\u0080-\uffff]+/g, (part) => encodeURIComponent(part.toWellFormed()))

/**
 * Parses a request line (RFC 9112, 3): method, target and version, which HTTP/0.9 omits. All null if invalid, such as
 * for TLS on a plain port or an empty request.
 */
export function splitRequest(request: string): Target & { method: string | null } {
  const gap = request.indexOf(' ')
  const method = gap === -1 ? null : methodOf(request.slice(0, gap))
  const rest = request.slice(gap + 1).trim()
  const versionGap = rest.lastIndexOf(' ')
  const hasVersion = versionGap !== -1 && /^HTTP\/\d(?:\.\d)?$/.test(rest.slice(versionGap + 1))
  const target = hasVersion ? rest.slice(0, versionGap).trimEnd() : rest
  if (method === null || target === '') return { ...noTarget, method: null }
  if (method === 'CONNECT') return { ...noTarget, method, host: hostOf(target) }
  return { ...splitTarget(target), method }
}

/** A request method (RFC 9110, 9.1), or null if invalid. */
export function methodOf(text: string): string | null {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/.test(text) ? text : null
}

const hostName = /^(?:[a-z0-9_-]+\.)*[a-z0-9_-]*[a-z0-9][a-z0-9_-]*$/

/** Most lines of a log have the same host. */
let lastHost: { authority: string; host: string | null } = { authority: '', host: null }

/** A host in lower case, without port, user and trailing dot. Null if invalid; nginx writes `_` for no name. */
export function hostOf(authority: string): string | null {
  if (lastHost.authority !== authority) lastHost = { authority, host: readHost(authority) }
  return lastHost.host
}

function readHost(authority: string): string | null {
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
  const isHost = host.length <= 253 && hostName.test(host)
  return isHost || (host.startsWith('[') && isIP(host.slice(1, -1)) === 6) ? host : null
}

/**
 * A canonical IP address without port. Null if invalid, such as a resolved host name. Of a list of forwarders, the
 * last: the client can choose the others.
 */
export function addressOf(text: string): string | null {
  if (isIPv4(text)) return text
  const last = text.slice(text.lastIndexOf(',') + 1).trim()
  const bare = /^\[(.*)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(last)
  const address = bare?.[1] ?? bare?.[2] ?? last
  return isIP(address) === 0 ? null : ipaddr.process(address).toString()
}
