export { listAuditRecords } from './list-audit-records.ts'
