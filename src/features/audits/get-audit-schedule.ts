import { defineOperation } from '../../kernel/operation.ts'
import { findSchedule, scheduleSchema, scheduleVersion, serializeSchedule } from './audit-schedule.ts'

export const getAuditSchedule = defineOperation({
  name: 'get-audit-schedule',
  summary: 'How often the brand’s site is audited by itself, when next, and what became of the last turn',
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
