import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Receives the webhooks of the demo. */
export interface DemoReceiver {
  /** `http://127.0.0.1:port`. */
  origin: string
  port: number
  close(): Promise<void>
}

/** Accepts all requests, on a free loopback port. */
export async function startDemoReceiver(): Promise<DemoReceiver> {
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    ...{ port, origin: `http://127.0.0.1:${port}` },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
