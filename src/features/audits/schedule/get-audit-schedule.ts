import { defineOperation } from '../../../kernel/operation.ts'
import { findSchedule, scheduleSchema, scheduleVersion, serializeSchedule } from './audit-schedule.ts'

export const getAuditSchedule = defineOperation({
  name: 'get-audit-schedule',
  summary: 'Show how often Sightline audits the brand’s site, the next due time and the last result',
  on: 'brand',
  access: 'read:opportunities',
  role: 'viewer',
  shows: scheduleVersion,
  http: { method: 'GET', path: '/v1/brands/{brand_id}/technical/audit-schedule', limit: 'read' },
  fields: {},
  data: scheduleSchema,
  run: async ({ ctx: { services, brand } }) => ({
    data: serializeSchedule(await findSchedule(services.db, brand.id)),
  }),
})
