import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, errorBody, invalidRequest } from '../../lib/errors.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** The layer below the routes: HTTP/1.1 servers whose own errors use the API's error body. */
export interface Transport {
  /** Creates a server. A host name can have several addresses, each with its own server. */
  createServer(handle: Handler): Server
  /**
   * Tracks a request until its response is sent or its connection is lost, then calls `ended`.
   * @param isUpload no time limit while data keeps arriving
   */
  follow(response: ServerResponse, ended: () => void, isUpload?: boolean): void
  /** Closes each connection after its current response. */
  endAfterAnswers(): void
  /** Closes all connections, or those without a complete, unanswered request. */
  cut(which: 'unfinished' | 'all'): void
}

/** Time limit for receiving a request, or the head of an upload. */
const requestTimeoutMs = 30_000
const maxHeadBytes = 65_536
/** Time limit without any activity on a connection with a request. */
const silenceMs = requestTimeoutMs * 2
const watchEveryMs = 5000

/** A connection with its open responses and the last request that started. */
interface Connection {
  answers: ServerResponse[]
  last?: { request: IncomingMessage; begunMs: number; isUpload: boolean } | undefined
}

/** Whether a connection's request takes too long to arrive; uploads only count once they have a response. */
const isLate = ({ answers, last }: Connection) =>
  last !== undefined &&
  !last.request.complete &&
  !(last.isUpload && answers.some(({ req }) => req === last.request)) &&
  performance.now() - last.begunMs >= requestTimeoutMs

/** @param methods all methods of any route */
export function createTransport(methods: readonly string[]): Transport {
  const connections = new Map<Socket, Connection>()
  const allow = methods.join(', ')
  return {
    createServer(handle) {
      const options = {
        maxHeaderSize: maxHeadBytes,
        // Node would interrupt uploads too: the watch below times requests, and Node times heads.
        requestTimeout: 0,
        headersTimeout: requestTimeoutMs,
        keepAliveTimeout: requestTimeoutMs * 2,
        // How often Node checks for late requests.
        connectionsCheckingInterval: 5000,
        // Node's own response to a missing Host has no body.
        requireHostHeader: false,
      }
      const server = createServer(options, (request, response) => {
        const connection = connections.get(request.socket)
        if (connection !== undefined) connection.last = { request, begunMs: performance.now(), isUpload: false }
        if (request.httpVersion === '1.1' && request.headers.host === undefined)
          refuse(response, invalidRequest('Host: required header'))
        else handle(request, response)
      })
      // Only check slow requests: a timer for each request would cost as much as its other checks.
      const watch = setInterval(() => {
        for (const [socket, connection] of connections) {
          if (connection.answers.length > 0 && socket.timeout !== silenceMs) socket.setTimeout(silenceMs)
          if (!isLate(connection)) continue
          connection.last = undefined
          server.emit('clientError', Object.assign(new Error(), { code: timeoutCode }), socket)
        }
      }, watchEveryMs).unref()
      server.on('close', () => clearInterval(watch))
      server.on('connection', (socket) => {
        connections.set(socket, { answers: [] })
        socket.once('close', () => connections.delete(socket))
      })
      server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
        refuse(response, invalidRequest('Expect: must be 100-continue')),
      )
      server.on('connect', (_request: IncomingMessage, socket: Socket) => {
        socket.on('error', () => socket.destroy())
        refuseRaw(socket, methodNotAllowed('CONNECT'), { allow })
      })
      server.on('clientError', (error: ParserError, socket: Socket) => {
        const answers = connections.get(socket)?.answers ?? []
        const refuseNow = () => {
          if (!socket.destroyed) refuseRaw(socket, toApiError(error), { allow })
        }
        const isUnread = answers.some(({ req }) => !req.complete)
        const begun = answers.some(({ headersSent }) => headersSent)
        if (error.code === 'ECONNRESET' || socket.destroyed || (isUnread && begun)) socket.destroy(error)
        // Finish earlier responses first: the client would take this one for theirs.
        else if (answers.length > 0 && !isUnread) answers.at(-1)?.once('close', refuseNow)
        else refuseNow()
      })
      return server
    },
    follow(response, ended, isUpload = false) {
      // Injected requests have no connection.
      const connection = connections.get(response.req.socket)
      connection?.answers.push(response)
      if (connection?.last?.request === response.req) connection.last.isUpload = isUpload
      response.on('close', () => {
        connection?.answers.splice(connection.answers.indexOf(response), 1)
        ended()
      })
    },
    endAfterAnswers() {
      for (const response of [...connections.values()].flatMap(({ answers }) => answers))
        if (!response.headersSent) response.setHeader('connection', 'close')
    },
    cut(which) {
      for (const [socket, { answers }] of connections) if (which === 'all' || answers.length === 0) socket.destroy()
    },
  }
}

/** Whether the client received the whole response. An interrupted one has a closed connection. */
export const wasFullyAnswered = (
  { raw: request }: { raw: IncomingMessage },
  { raw: response }: { raw: ServerResponse },
) => response.writableEnded && !request.socket.destroyed

/** Node's error for invalid requests (see `clientError` in its documentation). */
interface ParserError extends Error {
  code?: string
  rawPacket?: Buffer
  bytesParsed?: number
}

/** Node's code for an incomplete head. */
const timeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT'

const methodNotAllowed = (method: string) =>
  new ApiError('method_not_allowed', `this API does not support the method ${method}`)

function toApiError({ code, rawPacket, bytesParsed = 0 }: ParserError): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return invalidRequest('the request line and headers are too large')
  if (code === timeoutCode) return invalidRequest(`the request did not arrive within ${requestTimeoutMs / 1000} s`)
  const text = rawPacket?.toString('latin1') ?? ''
  const line = text.slice(text.lastIndexOf('\n', bytesParsed) + 1)
  const method = /^([a-z-]{1,30}) \S+ HTTP\/\d/i.exec(line)?.[1]
  if (code === 'HPE_INVALID_METHOD' && method !== undefined) return methodNotAllowed(method)
  return invalidRequest('the request is not HTTP/1.1')
}

function refusal(error: ApiError): { headers: Record<string, string | number>; body: string } {
  const id = randomUUID()
  const body = JSON.stringify(errorBody(error, id))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
    connection: 'close',
  }
  return { headers, body }
}

function refuse(response: ServerResponse, error: ApiError): void {
  const { headers, body } = refusal(error)
  response.writeHead(error.status, headers).end(body)
}

/** Rejects a request on a raw socket. */
function refuseRaw(socket: Socket, error: ApiError, more: Record<string, string>): void {
  const { headers, body } = refusal(error)
  const shown = { ...headers, ...(error.code === 'method_not_allowed' ? more : {}) }
  const lines = Object.entries(shown).map(([name, value]) => `${name}: ${value}`)
  const start = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`
  socket.end(`${[start, ...lines].join('\r\n')}\r\n\r\n${body}`)
}
