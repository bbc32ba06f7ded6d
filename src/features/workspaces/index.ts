import { defineFeature } from '../../kernel/feature.ts'
import { createWorkspace } from './create-workspace.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import { getCredits } from './get-credits.ts'
import { getWorkspace } from './get-workspace.ts'
import { listCreditEntries } from './list-credit-entries.ts'
import { listWorkspaces } from './list-workspaces.ts'
import { renameWorkspace } from './rename-workspace.ts'
import { updateWorkspace } from './update-workspace.ts'

export { insertWorkspace } from './create-workspace.ts'
export { chargeCredits, settleCredits } from './credit-ledger.ts'
export { namedWorkspace } from './get-workspace.ts'

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
