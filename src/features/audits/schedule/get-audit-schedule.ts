import { brandRead, defineOperation } from '../../../kernel/operation.ts'
import { findSchedule, scheduleSchema, scheduleVersion, serializeSchedule } from './audit-schedule.ts'

export const getAuditSchedule = defineOperation({
  name: 'get-audit-schedule',
  summary: 'Show how often Sightline audits the brand’s site, the next due time and the last result',
  ...brandRead('read:opportunities', '/technical/audit-schedule'),
  shows: scheduleVersion,
  fields: {},
  data: scheduleSchema,
  run: async ({ ctx: { services, brand } }) => ({
    data: serializeSchedule(await findSchedule(services.db, brand.id)),
  }),
})
