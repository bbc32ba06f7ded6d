import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SiteAnswer {
  status: number
  body: string
  /** Defaults to HTML. */
  type?: string
  /** The redirect target. */
  location?: string
}

/** All websites, on loopback. */
export interface SiteServer {
  port: number
  /** Requested URLs, including robots.txt. */
  asked: string[]
  close(): Promise<void>
}

/** Starts a server for all hosts that resolve to it. It closes the connection if `answer` returns undefined. */
export async function startSites(answer: (address: string) => SiteAnswer | undefined): Promise<SiteServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const address = `http://${request.headers.host}${request.url}`
    asked.push(address)
    const given = answer(address)
    if (given === undefined) {
      request.socket.destroy()
      return
    }
    const { status, body, type = 'text/html; charset=utf-8', location } = given
    response.writeHead(status, { 'content-type': type, ...(location !== undefined && { location }) }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
