import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type ListenOptions,
  type Server,
  type Socket,
} from 'node:net'
import { onTestFinished } from 'vitest'
import { parseAllowedAddresses } from '../allowed-addresses.ts'
import { createFetcher, type FetcherOptions, type PostingFetcher } from '../fetcher.ts'

export interface TestServer {
  port: number
  /** `http://127.0.0.1:port`, without a trailing slash. */
  origin: string
  /** Connections so far. */
  connections(): number
}

/** Starts a web server on loopback that ends with the test. */
export function startServer(answer: RequestListener, listen: ListenOptions = {}): Promise<TestServer> {
  return start(createServer(answer), listen)
}

/** Starts a server that sends arbitrary bytes: `answer` gets each connection after its first data. */
export function startRawServer(answer: (socket: Socket) => void): Promise<TestServer> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  return start(server, {})
}

/** Starts a TCP server on loopback that ends with the test. */
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

/** Creates a fetcher that can reach the test’s servers at 127.0.0.1, and closes with the test. */
export function testFetcher(servers: TestServer[], options: Partial<FetcherOptions> = {}): PostingFetcher {
  const allowedAddresses = servers.flatMap(({ port }) => parseAllowedAddresses(`127.0.0.1:${port}`))
  const fetcher = createFetcher({ userAgent: 'test', allowedAddresses, ...options })
  onTestFinished(() => fetcher.close())
  return fetcher
}

export const respondWith = (text: string) => (_request: IncomingMessage, response: ServerResponse) => {
  response.end(text)
}
