import { defineFeature } from '../../kernel/feature.ts'
import { listAuditRecords, listChanges, listInstallationChanges } from './list-changes.ts'

export const changes = defineFeature({
  name: 'changes',
  operations: [listChanges, listAuditRecords, listInstallationChanges],
})
