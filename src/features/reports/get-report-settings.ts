import { defineOperation } from '../../kernel/operation.ts'
import { checkPermission } from '../../kernel/permissions.ts'
import { checkReadsAll, isPermitted } from './report.ts'
import { readSettings, settingsSchema, settingsVersion, visibleSettings } from './report-settings.ts'
import { setReportSettings } from './set-report-settings.ts'

export const getReportSettings = defineOperation({
  name: 'get-report-settings',
  summary: 'Which reports of the brand are made by themselves, and whom they and alerts are mailed to',
  on: 'brand',
  access: 'read:visibility',
  role: 'viewer',
  shows: settingsVersion,
  http: { method: 'GET', path: '/v1/brands/{brand_id}/report-settings', limit: 'read' },
  // Accounts that are deleted go from it, mail and Chromium are the server's, and addresses are not for all.
  entityTag: 'content',
  fields: {},
  data: settingsSchema,
  async run({ ctx: { services, brand, actor } }) {
    const mayChoose = isPermitted(() => {
      checkPermission(setReportSettings, actor)
      checkReadsAll(actor)
    })
    return { data: visibleSettings(await readSettings(services, services.db, brand), mayChoose) }
  },
})
