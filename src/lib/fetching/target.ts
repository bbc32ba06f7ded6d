import { isIP } from 'node:net'
import { FetchProblem } from './fetch-problem.ts'

/** A parsed request target. Later code must not parse the URL’s text again. */
export interface Target {
  /** Without a fragment. */
  url: URL
  /** An ASCII name, or an IP address without brackets. */
  host: string
  isAddress: boolean
  port: number
  isSecure: boolean
}

/**
 * Parses a web URL as browsers do (WHATWG URL), which normalizes every notation of an IPv4 address (decimal,
 * octal, hex, short, percent-encoded, full-width).
 * @throws FetchProblem `invalid_url` or `unsupported_scheme`
 */
export function parseTarget(text: string): Target {
  const url = URL.parse(text)
  if (url === null) throw new FetchProblem('invalid_url', 'not a valid web address')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchProblem('unsupported_scheme', `only http and https are supported, not ${url.protocol}`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchProblem('invalid_url', 'URLs with a user name or password are not supported')
  }
  url.hash = ''
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  return { url, host, isAddress: isIP(host) !== 0, port, isSecure }
}
