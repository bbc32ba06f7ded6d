import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchFromModel } from './model-fetch.ts'
import { modelProblem } from './model-problem.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Responds endlessly, as fast as the client reads, until the connection closes. */
async function startEndlessServer(): Promise<{ url: string; closed: Promise<void> }> {
  const closed = Promise.withResolvers<void>()
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(1 << 16)));
    }
    response.on('drain', more)
    response.on('close', () => closed.resolve())
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, closed: closed.promise }
}

test('stops reading an endless model response at the size limit and closes the connection', async () => {
  const { url, closed } = await startEndlessServer()
  const error: unknown = await fetchFromModel(url).catch((error: unknown) => error)
  expect(modelProblem('the language model', error, 1000)).toMatchObject({
    code: 'invalid_answer',
    message: 'the model’s answer is longer than 16 MiB',
  })
  await closed
})
