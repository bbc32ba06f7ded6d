import { defineFeature } from '../../kernel/feature.ts'
import { listAuditRecords } from './list-audit-records.ts'

export const changes = defineFeature({
  name: 'changes',
  operations: [listAuditRecords],
})
