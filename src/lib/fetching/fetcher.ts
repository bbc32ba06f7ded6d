import { createKeyedLimit } from '../keyed-limit.ts'
import { createAddressGuard } from './address-guard.ts'
import type { AllowedAddress } from './allowed-addresses.ts'
import { type Connection, createConnections } from './connections.ts'
import { createDeadline, type Deadline, orAborted, type TimeLimits } from './deadline.ts'
import { acceptedEncodings, type DecodedBody, decodeBody } from './decode-body.ts'
import { type Resolve, resolveHost } from './open-connection.ts'
import { parseTarget, type Target } from './target.ts'
import { isTransportFault, transportProblem } from './transport-problem.ts'

export interface FetcherOptions {
  /** Sent with every request that has no `user-agent` of its own. */
  userAgent: string
  /** Addresses that may be reached although they are not public. */
  allowedAddresses?: AllowedAddress[]
  /** Ports of public addresses that may be reached. */
  ports?: number[]
  /** Requests to one origin (scheme, host and port) at a time; further ones wait in line. */
  connectionsPerOrigin?: number
  resolve?: Resolve
  /** Certificate authorities in PEM, in place of those that Node brings. */
  ca?: string[]
}

export interface FetchOptions extends TimeLimits {
  method?: 'GET' | 'HEAD'
  /** Names in lower case. They win over what the fetcher sends by itself. */
  headers?: Record<string, string>
  /** The most that is kept of the decoded body. What is longer is cut off: no problem, but `truncated`. */
  maxBytes: number
  signal?: AbortSignal
  /** An entity tag, as a response had it in `etag`. */
  ifNoneMatch?: string
  /** A date, as a response had it in `last-modified`. */
  ifModifiedSince?: string
}

export interface FetchedPage extends DecodedBody {
  /** As it was requested: in the form that browsers give it, without a fragment. */
  url: string
  status: number
  headers: Headers
  /** From the start of the request, connecting included, to the end of the headers, and to that of the body. */
  timings: { firstByteMs: number; totalMs: number }
  /** The address of the server, for the operator. */
  address: string
}

export interface Fetcher {
  /**
   * Requests one page. A redirect is a response like others; `followRedirects` goes on.
   * @throws FetchProblem when no response came of it, whatever the address and its server did
   */
  get(url: string, options: FetchOptions): Promise<FetchedPage>
  /** Ends what is under way with `aborted`, and closes all connections. */
  close(): void
}

/**
 * Makes a fetcher for addresses that third parties have chosen. It reaches public addresses and allowed ones, on every
 * way there; it knows no proxies, cookies or credentials; and what a server can make it spend is bounded by the
 * options of the request.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { userAgent, allowedAddresses = [], ports = [80, 443], resolve = resolveHost, ca } = options
  const guard = createAddressGuard({ allowedAddresses, ports })
  const limit = createKeyedLimit(options.connectionsPerOrigin ?? 2)
  const connections = createConnections()
  const closing = new AbortController()

  async function exchange(target: Target, request: FetchOptions, deadline: Deadline): Promise<FetchedPage> {
    const { signal } = deadline
    const connection = await connections.take(target, { guard, resolve, ca, signal })
    try {
      const page = await requestPage(connection, target, { ...request, userAgent }, deadline)
      if (page.truncated === false) connections.giveBack(target, connection)
      else connections.discard(connection)
      return page
    } catch (error) {
      connections.discard(connection)
      // The server closed a connection that both had kept, just before it was used again.
      const isStale = connection.isReused && isTransportFault(error) && !signal.aborted
      if (isStale) return exchange(target, request, deadline)
      throw error
    }
  }

  return {
    async get(url, request) {
      const target = parseTarget(url)
      const deadline = createDeadline([closing.signal, ...(request.signal ? [request.signal] : [])])
      const { signal } = deadline
      async function inTurn(): Promise<FetchedPage> {
        signal.throwIfAborted()
        deadline.start(request, target.host)
        try {
          return await exchange(target, request, deadline)
        } catch (error) {
          throw signal.aborted ? signal.reason : transportProblem(error, target.host)
        }
      }
      try {
        return await orAborted(() => limit(target.url.origin, inTurn), signal)
      } finally {
        deadline.end()
      }
    },
    close() {
      closing.abort()
      connections.closeAll()
    },
  }
}

async function requestPage(
  { client, address }: Connection,
  target: Target,
  request: FetchOptions & { userAgent: string },
  deadline: Deadline,
): Promise<FetchedPage> {
  const { signal } = deadline
  const headers = requestHeaders(request)
  const path = target.url.pathname + target.url.search
  const ask = () => client.request({ path, method: request.method ?? 'GET', headers, signal })
  const response = await orAborted(ask, signal)
  const firstByteMs = deadline.elapsedMs()
  deadline.headersCame()
  const received = readHeaders(response.headers)
  const decoded = await decodeBody(response.body, received.get('content-encoding') ?? '', request.maxBytes)
  const timings = { firstByteMs, totalMs: deadline.elapsedMs() }
  return {
    url: target.url.href,
    status: response.statusCode,
    headers: received,
    ...decoded,
    timings,
    address,
  }
}

function requestHeaders(request: FetchOptions & { userAgent: string }): Record<string, string> {
  return {
    'user-agent': request.userAgent,
    accept: '*/*',
    'accept-encoding': acceptedEncodings,
    ...(request.ifNoneMatch !== undefined && { 'if-none-match': request.ifNoneMatch }),
    ...(request.ifModifiedSince !== undefined && { 'if-modified-since': request.ifModifiedSince }),
    ...request.headers,
  }
}

function readHeaders(received: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers()
  for (const [name, value = []] of Object.entries(received)) {
    for (const item of [value].flat()) headers.append(name, item)
  }
  return headers
}
