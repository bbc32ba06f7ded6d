import { defineFeature } from '../../kernel/feature.ts'
import { createConnection, deleteConnection, listConnections, syncConnection } from './connections.ts'
import { importFirstParty } from './import-first-party.ts'
import { listFirstParty } from './list-first-party.ts'
import { retainFirstParty } from './retain-first-party.ts'
import { planSyncs, syncConnectionJob } from './sync.ts'

export const connections = defineFeature({
  name: 'connections',
  operations: [createConnection, listConnections, syncConnection, deleteConnection, importFirstParty, listFirstParty],
  jobs: [planSyncs, syncConnectionJob, retainFirstParty],
  tables: { postgres: ['connections', 'first_party_rows'] },
  sealed: [{ kind: 'credentials of connections', table: 'connections', column: 'credential', ownerOf: (id) => id }],
})
