import { defineFeature } from '../../kernel/feature.ts'
import type { Job } from '../../kernel/jobs.ts'
import { approveClient } from './approve-client.ts'
import { forgetUnusedClients } from './clients.ts'
import { disconnectClient, listConnectedClients } from './connected-clients.ts'
import { endConnectionsOf, forgetConnectedBrand, forgetEndedConnections } from './connections.ts'
import { getAuthorizationRequest } from './get-authorization-request.ts'
import { refuseClient } from './refuse-client.ts'

export { createAuthorizationServer } from './authorization-server.ts'
export { createTokenAuthenticator } from './token-authenticator.ts'

const forgetUnused: Job = {
  queue: 'forget-connections',
  // Anyone can create requests, which expire after half an hour.
  everySeconds: 600,
  async run(services) {
    // First, as it records current connections.
    await forgetUnusedClients(services)
    await forgetEndedConnections(services)
  },
}

export const oauth = defineFeature({
  name: 'oauth',
  operations: [getAuthorizationRequest, approveClient, refuseClient, listConnectedClients, disconnectClient],
  jobs: [forgetUnused],
  tablesNotBackedUp: {
    oauth_clients: 'apps register again after a restore',
    oauth_connections: 'members connect their apps again after a restore',
    oauth_artifacts: 'tokens belong to connections',
  },
  endAccess: endConnectionsOf,
  eraseBrand: forgetConnectedBrand,
})
