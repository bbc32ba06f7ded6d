import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SiteAnswer {
  status: number
  body: string
  /** HTML where not given. */
  type?: string
  /** Where it leads to. */
  location?: string
}

/** Every site of the web, on loopback. */
export interface SiteServer {
  port: number
  /** Addresses that were asked for, robots.txt included. */
  asked: string[]
  close(): Promise<void>
}

/** Starts a server that answers for all hosts that lead to it; with nothing, where it hangs up. */
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
    response
      .writeHead(status, { 'content-type': type, ...(location !== undefined && { location }) })
      .end(body)
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
