import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received request. */
export interface Echoed {
  /** Path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** Writes the response to a request; `echo` is the whole request on one line, with the server's own mark. */
export type EchoAnswer = (response: ServerResponse, echo: string, request: Echoed) => void

export interface EchoServer {
  url: string
  port: number
  asked: Echoed[]
  answer: EchoAnswer
  close(): void
}

/** Part of every response, so that tests can search for it in places where responses must not be. */
export const echoMark = 'MarkOfTheAnswer'

/** A server that repeats requests, including keys, as some servers do in their errors. */
export async function startEchoServer(): Promise<EchoServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url = '', headers } = request
    const echoed = { url, headers, body: Buffer.concat(chunks).toString() }
    echo.asked.push(echoed)
    echo.answer(response, `${echoMark} ${JSON.stringify(echoed)}`, echoed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const echo: EchoServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    asked: [],
    answer: refusing(500),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return echo
}

/** The part of a text that is allowed in a header or a reason phrase. */
export const inHeader = (text: string) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 4000)

/** Responds with a status, and with the request in reason, headers and body. */
export const refusing =
  (status: number): EchoAnswer =>
  (response, echo) => {
    const error = { message: echo, type: echo, code: echo, param: echo, status: echo }
    const headers = {
      'content-type': 'application/json',
      'x-echo': inHeader(echo),
      'set-cookie': inHeader(echo),
    }
    response.writeHead(status, inHeader(echo).slice(0, 1000), headers).end(JSON.stringify({ error, type: 'error' }))
  }
