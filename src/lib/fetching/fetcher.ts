import { errors } from 'undici'
import { createKeyedLimit } from '../keyed-limit.ts'
import { createAddressGuard } from './address-guard.ts'
import type { AllowedAddress } from './allowed-addresses.ts'
import { type Connection, createConnections } from './connections.ts'
import { createDeadline, type Deadline, raceAbort, type TimeLimits } from './deadline.ts'
import { acceptedEncodings, type DecodedBody, decodeBody } from './decode-body.ts'
import { errorCode, FetchProblem } from './fetch-problem.ts'
import type { HostOverride } from './host-overrides.ts'
import { type Resolve, resolveHost } from './open-connection.ts'
import { parseTarget, type Target } from './target.ts'

const isLoss = (error: unknown) =>
  (error instanceof FetchProblem && error.kind === 'closed_early') ||
  ['UND_ERR_SOCKET', 'UND_ERR_INFO', 'UND_ERR_DESTROYED', 'ECONNRESET', 'EPIPE'].includes(errorCode(error))

// undici reports an unrequested response with the code of a lost connection, and a status below 100 as an
// AssertionError.
const isInvalidHttp = (error: unknown) =>
  error instanceof errors.HTTPParserError ||
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_ASSERTION'].includes(errorCode(error)) ||
  (error instanceof Error && /^bad (response|upgrade)$/.test(error.message))

/** Whether the connection failed or carried something other than HTTP, so that a new connection may help. */
const isTransportFault = (error: unknown): boolean => isLoss(error) || isInvalidHttp(error)

/** Converts an error of the HTTP client to a FetchProblem, unless no server can cause it. */
function transportProblem(error: unknown, host: string): unknown {
  if (error instanceof FetchProblem) return error
  if (errorCode(error) === 'UND_ERR_HEADERS_OVERFLOW') {
    return new FetchProblem('too_large', `${host} sent headers that are too large`, { cause: error })
  }
  if (isInvalidHttp(error)) {
    return new FetchProblem('malformed', `${host} sent a response that is not HTTP`, { cause: error })
  }
  if (!isLoss(error)) return error
  return new FetchProblem('closed_early', `${host} closed the connection before it answered`, {
    cause: error,
  })
}

export interface FetcherOptions {
  /** Sent with every request that does not set `user-agent`. */
  userAgent: string
  /** Non-public addresses that can be reached. */
  allowedAddresses?: AllowedAddress[]
  /** Servers that replace hosts; reachable at any address. */
  standIns?: readonly HostOverride[]
  /** Ports of public addresses that can be reached. */
  ports?: number[]
  /** Concurrent requests per origin (scheme, host and port); others wait in line. */
  connectionsPerOrigin?: number
  resolve?: Resolve
  /** Certificate authorities in PEM. Replace Node’s defaults. */
  ca?: string[]
}

export interface FetchOptions extends TimeLimits {
  method?: 'GET' | 'HEAD'
  /** Names are lowercase. Override the fetcher’s own headers. */
  headers?: Record<string, string>
  /** Maximum size of the decoded body. A longer body is truncated, which is not a problem. */
  maxBytes: number
  signal?: AbortSignal
  /** An entity tag from a response’s `etag`. */
  ifNoneMatch?: string
  /** A date from a response’s `last-modified`. */
  ifModifiedSince?: string
  /** Whether to retry on a second connection only if nothing was sent on the first, as for every POST. */
  isSentOnce?: boolean
}

/** Options of a POST. It has no conditions, as its responses are not cached. */
export type PostOptions = Omit<FetchOptions, 'method' | 'ifNoneMatch' | 'ifModifiedSince' | 'isSentOnce'>

export interface FetchedPage extends DecodedBody {
  /** The requested URL, normalized as by browsers, without a fragment. */
  url: string
  status: number
  headers: Headers
  /** From the start of the request, including the connection, to the end of the headers and of the body. */
  timings: { firstByteMs: number; totalMs: number }
  /** The address of the server, for the operator. */
  address: string
}

export interface Fetcher {
  /**
   * Requests one page. Returns redirects as responses; `followRedirects` follows them.
   * @throws FetchProblem if there is no response, whatever the cause
   */
  get(url: string, options: FetchOptions): Promise<FetchedPage>
  /** Aborts all requests with `aborted` and closes all connections. */
  close(): void
}

/** Code that visits sites knows only `Fetcher` and can change nothing there. */
export interface PostingFetcher extends Fetcher {
  /**
   * Sends JSON once: retries on a second connection only if nothing was sent. Does not follow redirects.
   * @throws FetchProblem whose `mayHaveArrived` says whether the server may have acted on it
   */
  post(url: string, json: string, options: PostOptions): Promise<FetchedPage>
}

/**
 * Creates a fetcher for URLs chosen by third parties. It connects only to public or allowed addresses, uses
 * no proxies, cookies or credentials, and limits what a server can make it use.
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
      // The server closed an idle connection just before it was reused.
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
    async function exchangeOnce(): Promise<FetchedPage> {
      signal.throwIfAborted()
      deadline.start(options, target.host)
      try {
        return await exchange(target, request, deadline)
      } catch (error) {
        throw signal.aborted ? signal.reason : transportProblem(error, target.host)
      }
    }
    try {
      return await raceAbort(() => limit(target.url.origin, exchangeOnce), signal)
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

type PageRequest = FetchOptions & {
  /** The body of a POST. */
  json: string | undefined
  /** Whether a byte of it was sent. */
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
  // By default, undici closes a connection after HEAD, in case the server sends a body. Here it stays open: if a body
  // follows, the next request fails and is repeated on another connection.
  const options = { path, method, headers, signal, ...(method === 'HEAD' && { reset: false }) }
  const ask = () => client.request({ ...options, ...(body !== undefined && { body }) })
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
