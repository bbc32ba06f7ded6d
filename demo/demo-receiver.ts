import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands in for the programs that the demonstration's webhooks tell what happens. */
export interface DemoReceiver {
  /** `http://127.0.0.1:port`. */
  origin: string
  port: number
  close(): Promise<void>
}

/** Takes whatever it is sent, on a port of loopback that is free. */
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
