import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, errorBody, invalidRequest } from '../../lib/errors.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** What is below the routes: servers of HTTP/1.1, whose own refusals have the API's error body as well. */
export interface Transport {
  /** Makes a server; a host name may stand for several addresses, each with one of its own. */
  createServer(handle: Handler): Server
  /**
   * Takes note of a request until its answer has been sent or its connection is gone, and then calls back.
   * @param isUpload whether it may take as long to come as it likes, while something comes at all
   */
  follow(response: ServerResponse, ended: () => void, isUpload?: boolean): void
  /** Has connections end with what is being answered on them: nobody begins another request there. */
  endAfterAnswers(): void
  /** Cuts connections: those of which no whole request has come and been left unanswered, or all. */
  cut(which: 'unfinished' | 'all'): void
}

/** So long may a request take to come: of one that is an upload, its head. */
const requestTimeoutMs = 30_000
const maxHeadBytes = 65_536
/** So long may nothing at all happen on the connection of a request. */
const silenceMs = requestTimeoutMs * 2
const watchEveryMs = 5000

/** A connection, what is being answered on it, and the last request that has begun to come. */
interface Connection {
  answers: ServerResponse[]
  last?: { request: IncomingMessage; begunMs: number; isUpload: boolean } | undefined
}

/** Whether a connection’s request has taken too long to come: that of an upload only once it has its answer. */
const isLate = ({ answers, last }: Connection) =>
  last !== undefined &&
  !last.request.complete &&
  !(last.isUpload && answers.some(({ req }) => req === last.request)) &&
  performance.now() - last.begunMs >= requestTimeoutMs

/** @param methods those that any route takes */
export function createTransport(methods: readonly string[]): Transport {
  const connections = new Map<Socket, Connection>()
  const allow = methods.join(', ')
  return {
    createServer(handle) {
      const options = {
        maxHeaderSize: maxHeadBytes,
        // Node would cut an upload as well: whole requests are timed by the watch below, heads by Node.
        requestTimeout: 0,
        headersTimeout: requestTimeoutMs,
        keepAliveTimeout: requestTimeoutMs * 2,
        // How often Node looks for requests that are late.
        connectionsCheckingInterval: 5000,
        // Its own answer to a missing Host has no body: it is given here.
        requireHostHeader: false,
      }
      const server = createServer(options, (request, response) => {
        const connection = connections.get(request.socket)
        if (connection !== undefined)
          connection.last = { request, begunMs: performance.now(), isUpload: false }
        if (request.httpVersion === '1.1' && request.headers.host === undefined)
          refuse(response, invalidRequest('the header Host is missing'))
        else handle(request, response)
      })
      // Only requests that take their time get a timer: setting one with each would cost as much as its other checks.
      const watch = setInterval(() => {
        for (const [socket, connection] of connections) {
          if (connection.answers.length > 0 && socket.timeout !== silenceMs) socket.setTimeout(silenceMs)
          if (!isLate(connection)) continue
          connection.last = undefined
          server.emit('clientError', Object.assign(new Error(), { code: lateCode }), socket)
        }
      }, watchEveryMs).unref()
      server.on('close', () => clearInterval(watch))
      server.on('connection', (socket) => {
        connections.set(socket, { answers: [] })
        socket.once('close', () => connections.delete(socket))
      })
      server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
        refuse(response, invalidRequest('the header Expect must be 100-continue')),
      )
      server.on('connect', (_request: IncomingMessage, socket: Socket) => {
        socket.on('error', () => socket.destroy())
        refuseRaw(socket, notAccepted('CONNECT'), { allow })
      })
      server.on('clientError', (error: ParserError, socket: Socket) => {
        const answers = connections.get(socket)?.answers ?? []
        const refuseNow = () => {
          if (!socket.destroyed) refuseRaw(socket, faultOf(error), { allow })
        }
        const isUnread = answers.some(({ req }) => !req.complete)
        const begun = answers.some(({ headersSent }) => headersSent)
        if (error.code === 'ECONNRESET' || socket.destroyed || (isUnread && begun)) socket.destroy(error)
        // What came before it is answered first: a refusal in that place would be taken for its answer.
        else if (answers.length > 0 && !isUnread) answers.at(-1)?.once('close', refuseNow)
        else refuseNow()
      })
      return server
    },
    follow(response, ended, isUpload = false) {
      // What is injected into the server did not come over a connection.
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
      for (const [socket, { answers }] of connections)
        if (which === 'all' || answers.length === 0) socket.destroy()
    },
  }
}

/** Whether a request that is over has had its whole answer: one that was cut off has a connection that is gone. */
export const wasFullyAnswered = (
  { raw: request }: { raw: IncomingMessage },
  { raw: response }: { raw: ServerResponse },
) => response.writableEnded && !request.socket.destroyed

/** What Node says of bytes that are no request (`clientError` in its documentation). */
interface ParserError extends Error {
  code?: string
  rawPacket?: Buffer
  bytesParsed?: number
}

/** Node’s own, for a head that does not come. */
const lateCode = 'ERR_HTTP_REQUEST_TIMEOUT'

const notAccepted = (method: string) =>
  new ApiError('method_not_allowed', `this API does not accept the method ${method}`)

function faultOf({ code, rawPacket, bytesParsed = 0 }: ParserError): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return invalidRequest('the request line and headers are too large')
  if (code === lateCode)
    return invalidRequest(`the request did not arrive within ${requestTimeoutMs / 1000} s`)
  const text = rawPacket?.toString('latin1') ?? ''
  const line = text.slice(text.lastIndexOf('\n', bytesParsed) + 1)
  const method = /^([a-z-]{1,30}) \S+ HTTP\/\d/i.exec(line)?.[1]
  if (code === 'HPE_INVALID_METHOD' && method !== undefined) return notAccepted(method)
  return invalidRequest('this is not HTTP/1.1')
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

/** Refuses on a connection of which nothing else is known. */
function refuseRaw(socket: Socket, error: ApiError, more: Record<string, string>): void {
  const { headers, body } = refusal(error)
  const shown = { ...headers, ...(error.code === 'method_not_allowed' ? more : {}) }
  const lines = Object.entries(shown).map(([name, value]) => `${name}: ${value}`)
  const start = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`
  socket.end(`${[start, ...lines].join('\r\n')}\r\n\r\n${body}`)
}
