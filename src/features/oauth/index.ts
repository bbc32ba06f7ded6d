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
  // Anybody may leave requests behind, each for half an hour.
  everySeconds: 600,
  async run(services) {
    // First who was connected until now.
    await forgetUnusedClients(services)
    await forgetEndedConnections(services)
  },
}

export const oauth = defineFeature({
  name: 'oauth',
  operations: [getAuthorizationRequest, approveClient, refuseClient, listConnectedClients, disconnectClient],
  jobs: [forgetUnused],
  tablesNotBackedUp: {
    oauth_clients: 'programs register anew after a restore',
    oauth_connections: 'people let their programs in anew after a restore',
    oauth_artifacts: 'tokens end with their connections',
  },
  endAccess: endConnectionsOf,
  eraseBrand: forgetConnectedBrand,
})
