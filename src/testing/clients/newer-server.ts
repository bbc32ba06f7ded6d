import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestApp } from '../test-app.ts'

/** A code that is not in the document yet. */
export const newCode = 'not_known_yet'

/** Maps, whose keys are not fields. */
const maps = ['language_overrides']

/** Adds a field to every object in a response. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, maps.includes(name) ? field : withMore(field)])
  return { ...Object.fromEntries(fields), added_later: { is_known: false } }
}

/** Serves what a later release of the same API version may: additional fields, and another error code. */
export async function startNewerServer(app: TestApp): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async ({ method = 'GET', url = '/', headers }, response) => {
    const key = headers.authorization?.replace(/^Bearer /, '')
    const answer = await app.send(method, url, key)
    const body = withMore(answer.body) as { error?: object }
    if (body.error !== undefined) body.error = { ...body.error, code: newCode }
    response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
