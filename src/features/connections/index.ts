import { defineFeature } from '../../kernel/feature.ts'
import { importFirstParty } from './import-first-party.ts'
import { listFirstParty } from './list-first-party.ts'

export const connections = defineFeature({
  name: 'connections',
  operations: [importFirstParty, listFirstParty],
  tables: { postgres: ['first_party_rows'] },
})
