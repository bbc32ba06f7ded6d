import { isIP } from 'node:net'
import { FetchProblem } from './fetch-problem.ts'

/** Where a request goes, taken from an address once; nothing afterwards reads the address’s text again. */
export interface Target {
  /** Without a fragment. */
  url: URL
  /** A name in its ASCII form, or an IP address without brackets. */
  host: string
  isAddress: boolean
  port: number
  isSecure: boolean
}

/**
 * Reads a web address as browsers do (WHATWG URL), which turns every notation of an IPv4 address (decimal, octal, hex,
 * short, percent-encoded, full-width) into the plain one.
 * @throws FetchProblem `invalid_url` or `unsupported_scheme`
 */
export function parseTarget(text: string): Target {
  const url = URL.parse(text)
  if (url === null) throw new FetchProblem('invalid_url', 'this is no web address')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchProblem('unsupported_scheme', `only http and https are fetched, not ${url.protocol}`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchProblem('invalid_url', 'an address with a user name or password is not fetched')
  }
  url.hash = ''
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isSecure = url.protocol === 'https:'
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port)
  return { url, host, isAddress: isIP(host) !== 0, port, isSecure }
}
