import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as received by a webhook endpoint. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver {
  port: number
  /** The URL of this receiver. */
  url(path?: string): string
  /** All requests, in order of arrival. */
  received: Received[]
  /** Responds from now on; defaults to 204. */
  answer: (request: Received, response: ServerResponse) => void
  close(): void
}

/** Starts a webhook endpoint on a local port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const received = { path: request.url ?? '', headers: request.headers, body: await textOf(request) }
    receiver.received.push(received)
    receiver.answer(received, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: WebhookReceiver = {
    port,
    url: (path = '/hooks') => `http://127.0.0.1:${port}${path}`,
    received: [],
    answer: (_, response) => void response.writeHead(204).end(),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
