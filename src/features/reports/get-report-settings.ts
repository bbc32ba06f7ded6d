import { defineOperation } from '../../kernel/operation.ts'
import { readSettings, settingsSchema, settingsVersion } from './report-settings.ts'

export const getReportSettings = defineOperation({
  name: 'get-report-settings',
  summary: 'Which reports of the brand are made by themselves, and whom they and alerts are mailed to',
  on: 'brand',
  access: 'read:visibility',
  role: 'viewer',
  shows: settingsVersion,
  http: { method: 'GET', path: '/v1/brands/{brand_id}/report-settings', limit: 'read' },
  // Accounts that are deleted go from it, and mail and Chromium are the server's.
  entityTag: 'content',
  fields: {},
  data: settingsSchema,
  run: async ({ ctx: { services, brand } }) => ({ data: await readSettings(services, services.db, brand) }),
})
