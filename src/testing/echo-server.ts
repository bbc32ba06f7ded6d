import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it came. */
export interface Echoed {
  /** The path and query. */
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** Writes the answer to a request; `echo` is all of the request on one line, with a mark of the server's own. */
export type EchoAnswer = (response: ServerResponse, echo: string, request: Echoed) => void

export interface EchoServer {
  url: string
  port: number
  asked: Echoed[]
  answer: EchoAnswer
  close(): void
}

/** Stands in every answer, so that it can be looked for wherever answers must not be. */
export const echoMark = 'MarkOfTheAnswer'

/** A server that repeats what it is sent, keys and all, as some do in their errors. */
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

/** What a header or a reason of a status may hold of a text. */
export const inHeader = (text: string) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 4000)

/** Answers with a status, and the request in reason, headers and body. */
export const refusing =
  (status: number): EchoAnswer =>
  (response, echo) => {
    const error = { message: echo, type: echo, code: echo, param: echo, status: echo }
    const headers = {
      'content-type': 'application/json',
      'x-echo': inHeader(echo),
      'set-cookie': inHeader(echo),
    }
    response
      .writeHead(status, inHeader(echo).slice(0, 1000), headers)
      .end(JSON.stringify({ error, type: 'error' }))
  }
