import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createAddressGuard } from './address-guard.ts'
import { parseAllowedAddresses } from './allowed-addresses.ts'
import { createConnections } from './connections.ts'
import { resolveHost } from './open-connection.ts'
import { parseTarget } from './target.ts'
import { respondWith, startServer } from './testing/test-servers.ts'

const options = {
  guard: createAddressGuard({ allowedAddresses: parseAllowedAddresses('127.0.0.1'), ports: [] }),
  resolve: resolveHost,
  standIns: [],
  ca: undefined,
  signal: new AbortController().signal,
}

test('does not reconnect a closed connection without a check by the guard', async () => {
  const server = await startServer(respondWith('page'))
  const connection = await createConnections().take(parseTarget(server.origin), options)
  connection.socket.destroy()
  const request = connection.client.request({ path: '/', method: 'GET' })
  await expect(Promise.race([request, wait(2000)])).rejects.toMatchObject({ kind: 'closed_early' })
  expect(server.connections()).toBe(1)
})
