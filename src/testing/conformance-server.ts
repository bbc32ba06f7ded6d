import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { createTokenAuthenticator } from '../features/oauth/index.ts'
import { operations } from '../features.ts'
import { mcpRoute } from '../interfaces/mcp/mcp-route.ts'
import { conformanceSurface } from './conformance-surface.ts'
import type { TestApp } from './test-app.ts'

/**
 * The MCP route with the suites' fixtures instead of Sightline's tools.
 * @param credential a key or access token, which the suites do not send
 */
export async function startConformanceServer(
  app: TestApp,
  credential: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const { services } = app.app
  const http = Fastify()
  http.addHook('onRequest', async ({ headers }) => {
    headers.authorization = `Bearer ${credential}`
  })
  await http.register(
    mcpRoute({
      services,
      operations,
      authenticator: services.states.apiKeys,
      tokens: createTokenAuthenticator(services),
      usage: { record: () => {} },
      surfaces: { default: conformanceSurface, write: conformanceSurface, all: conformanceSurface },
    }),
  )
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    async close() {
      await http.close()
    },
  }
}
