import { defineFeature } from '../../kernel/feature.ts'
import { listAuditRecords, listChanges } from './list-changes.ts'
import { listInstallationChanges } from './list-installation-changes.ts'

export const changes = defineFeature({
  name: 'changes',
  operations: [listChanges, listAuditRecords, listInstallationChanges],
})
