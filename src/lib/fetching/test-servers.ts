import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type ListenOptions,
  type Server,
  type Socket,
} from 'node:net'
import { onTestFinished } from 'vitest'
import { parseAllowedAddresses } from './allowed-addresses.ts'
import { createFetcher, type FetcherOptions, type PostingFetcher } from './fetcher.ts'

export interface TestServer {
  port: number
  /** `http://127.0.0.1:port`, without a slash at its end. */
  origin: string
  /** Connections made so far, whatever came over them. */
  connections(): number
}

/** A web server on loopback that ends with the test. */
export function startServer(answer: RequestListener, listen: ListenOptions = {}): Promise<TestServer> {
  return start(createServer(answer), listen)
}

/** A server that says what it likes: each connection is handed over with its first data read. */
export function startRawServer(answer: (socket: Socket) => void): Promise<TestServer> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  return start(server, {})
}

/** A server of anything over TCP, on loopback until the test is over. */
export async function start(server: Server, listen: ListenOptions): Promise<TestServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port: 0, ...listen }, resolve)
  })
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { port, origin: `http://127.0.0.1:${port}`, connections: () => connections }
}

/** A fetcher that may reach the servers of a test at 127.0.0.1, and ends with it. */
export function testFetcher(servers: TestServer[], options: Partial<FetcherOptions> = {}): PostingFetcher {
  const allowedAddresses = servers.flatMap(({ port }) => parseAllowedAddresses(`127.0.0.1:${port}`))
  const fetcher = createFetcher({ userAgent: 'test', allowedAddresses, ...options })
  onTestFinished(() => fetcher.close())
  return fetcher
}

/** Answers with a text. */
export const respondWith = (text: string) => (_request: IncomingMessage, response: ServerResponse) => {
  response.end(text)
}
