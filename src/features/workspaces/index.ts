import { defineFeature } from '../../kernel/feature.ts'
import { getCredits, listCreditEntries } from './credits.ts'
import {
  createWorkspace,
  deleteWorkspace,
  getWorkspace,
  listWorkspaces,
  renameWorkspace,
  updateWorkspace,
} from './workspaces.ts'

export { chargeCredits, settleCredits } from './credit-ledger.ts'
export { insertWorkspace, namedWorkspace } from './workspaces.ts'

export const workspaces = defineFeature({
  name: 'workspaces',
  operations: [
    createWorkspace,
    updateWorkspace,
    getWorkspace,
    renameWorkspace,
    deleteWorkspace,
    listWorkspaces,
    getCredits,
    listCreditEntries,
  ],
  tables: { postgres: ['credit_entries'] },
})
