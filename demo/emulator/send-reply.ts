import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Handled } from './handle-request.ts'

interface SendOptions {
  slowMs: number
  redirectTo: string
}

const page = '<!doctype html><html><title>Please sign in</title><p>Your session has ended.</p></html>'
const gateway = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'
const hugeBytes = 1024 ** 3

/** Sends the reply of an emulated provider, or its fault. */
export async function sendReply(
  response: ServerResponse,
  { reply, fault, now }: Handled,
  { slowMs, redirectTo }: SendOptions,
): Promise<void> {
  if (reply === undefined) {
    response.destroy()
    return
  }
  response.sendDate = false
  response.setHeader('date', now.toUTCString())
  response.setHeader('x-emulated', 'true')
  const text = reply.body === undefined ? '' : JSON.stringify(reply.body)
  const body = Buffer.from(text)
  const head = (status = reply.status, type = 'application/json') =>
    response.writeHead(status, { 'content-type': type, ...reply.headers })
  switch (fault) {
    case 'redirect':
      response.writeHead(307, { location: redirectTo }).end()
      return
    case 'gateway_page':
      head(502, 'text/html').end(gateway)
      return
    case 'html':
      head(200, 'text/html').end(page)
      return
    case 'empty':
      head().end()
      return
    case 'other_shape':
      head().end(JSON.stringify({ version: 9, data: reply.body === undefined ? null : [text.slice(0, 20)] }))
      return
    case 'wrong_type':
      head(reply.status, 'text/plain; charset=latin1').end(body)
      return
    case 'cut':
      response.writeHead(reply.status, { 'content-type': 'application/json', 'content-length': body.length })
      response.write(body.subarray(0, body.length / 2), () => response.destroy())
      return
    case 'slow':
      head().write(body.subarray(0, body.length / 2))
      await wait(slowMs)
      response.end(body.subarray(body.length / 2))
      return
    case 'huge':
      // The client closes the connection before the end.
      await pipeline(hugeBody(), head()).catch(() => {})
      return
    default:
      head().end(body)
  }
}

/** A JSON string of a gigabyte. */
function* hugeBody(): Generator<Buffer> {
  yield Buffer.from('{"text":"')
  const chunk = Buffer.alloc(64 * 1024, 'x')
  for (let sent = 0; sent < hugeBytes; sent += chunk.length) yield chunk
  yield Buffer.from('"}')
}
