import { createKeyedLimit } from '../keyed-limit.ts'
import { createAddressGuard } from './address-guard.ts'
import type { AllowedAddress } from './allowed-addresses.ts'
import { type Connection, createConnections } from './connections.ts'
import { createDeadline, type Deadline, raceAbort, type TimeLimits } from './deadline.ts'
import { acceptedEncodings, type DecodedBody, decodeBody } from './decode-body.ts'
import { FetchProblem } from './fetch-problem.ts'
import type { HostOverride } from './host-overrides.ts'
import { type Resolve, resolveHost } from './open-connection.ts'
import { parseTarget, type Target } from './target.ts'
import { isTransportFault, transportProblem } from './transport-problem.ts'

export interface FetcherOptions {
  /** Sent with every request that has no `user-agent` of its own. */
  userAgent: string
  /** Addresses that may be reached although they are not public. */
  allowedAddresses?: AllowedAddress[]
  /** Servers in the place of hosts; they are reached whatever their address. */
  standIns?: readonly HostOverride[]
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
  /** Whether it is tried on a second connection only where nothing has left on the first one, as a POST always is. */
  isSentOnce?: boolean
}

/** What a POST takes: never a condition, since its response is never one that is known already. */
export type PostOptions = Omit<FetchOptions, 'method' | 'ifNoneMatch' | 'ifModifiedSince' | 'isSentOnce'>

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

/** Those that visit sites know `Fetcher` alone, and can change nothing there. */
export interface PostingFetcher extends Fetcher {
  /**
   * Sends JSON. It is sent once: only a request of which nothing has left is tried on a second connection. A redirect is a
   * response like others, and is not for following.
   * @throws FetchProblem whose `mayHaveArrived` says whether the server may have acted on it
   */
  post(url: string, json: string, options: PostOptions): Promise<FetchedPage>
}

/**
 * Makes a fetcher for addresses that third parties have chosen. It reaches public addresses and allowed ones, on every
 * way there; it knows no proxies, cookies or credentials; and what a server can make it spend is bounded by the
 * options of the request.
 */
export function createFetcher(options: FetcherOptions): PostingFetcher {
  const { userAgent, allowedAddresses = [], standIns = [], ports = [80, 443] } = options
  const { resolve = resolveHost, ca } = options
  const guard = createAddressGuard({ allowedAddresses, ports })
  const limit = createKeyedLimit(options.connectionsPerOrigin ?? 2)
  const connections = createConnections()
  const closing = new AbortController()

  async function exchange(target: Target, request: PageRequest, deadline: Deadline): Promise<FetchedPage> {
    const { signal } = deadline
    const connection = await connections.take(target, { guard, resolve, standIns, ca, signal })
    const sentBefore = connection.socket.bytesWritten
    request.hasLeft = () => connection.socket.bytesWritten !== sentBefore
    try {
      const page = await requestPage(connection, target, { ...request, userAgent }, deadline)
      if (page.truncated === false) connections.giveBack(target, connection)
      else connections.discard(connection)
      return page
    } catch (error) {
      connections.discard(connection)
      // The server closed a connection that both had kept, just before it was used again.
      const isStale = connection.isReused && isTransportFault(error) && !signal.aborted
      const isRepeatable = !request.isSentOnce || !request.hasLeft()
      if (isStale && isRepeatable) return exchange(target, request, deadline)
      throw error
    }
  }

  async function send(url: string, options: FetchOptions, json?: string): Promise<FetchedPage> {
    const target = parseTarget(url)
    const request: PageRequest = { ...options, json, hasLeft: () => false }
    const deadline = createDeadline([closing.signal, ...(options.signal ? [options.signal] : [])])
    const { signal } = deadline
    async function inTurn(): Promise<FetchedPage> {
      signal.throwIfAborted()
      deadline.start(options, target.host)
      try {
        return await exchange(target, request, deadline)
      } catch (error) {
        throw signal.aborted ? signal.reason : transportProblem(error, target.host)
      }
    }
    try {
      return await raceAbort(() => limit(target.url.origin, inTurn), signal)
    } catch (error) {
      if (error instanceof FetchProblem) error.mayHaveArrived = request.hasLeft()
      throw error
    } finally {
      deadline.end()
    }
  }

  return {
    get: (url, request) => send(url, request),
    post: (url, json, request) => send(url, { ...request, isSentOnce: true }, json),
    close() {
      closing.abort()
      connections.closeAll()
    },
  }
}

/** A request under way. */
type PageRequest = FetchOptions & {
  /** The body of a POST. */
  json: string | undefined
  /** Whether a byte of it has left for the server. */
  hasLeft(): boolean
}

async function requestPage(
  { client, address }: Connection,
  target: Target,
  request: PageRequest & { userAgent: string },
  deadline: Deadline,
): Promise<FetchedPage> {
  const { signal } = deadline
  const headers = requestHeaders(request)
  const path = target.url.pathname + target.url.search
  const { json: body, method = body === undefined ? 'GET' : 'POST' } = request
  const ask = () => client.request({ path, method, headers, signal, ...(body !== undefined && { body }) })
  const response = await raceAbort(ask, signal)
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

function requestHeaders(request: PageRequest & { userAgent: string }): Record<string, string> {
  return {
    'user-agent': request.userAgent,
    accept: '*/*',
    'accept-encoding': acceptedEncodings,
    ...(request.json !== undefined && { 'content-type': 'application/json' }),
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
