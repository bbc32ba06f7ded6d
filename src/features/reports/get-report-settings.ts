import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { checkPermission } from '../../kernel/permissions.ts'
import { checkReadsAll, isPermitted } from './report.ts'
import { readSettings, settingsSchema, settingsVersion, visibleSettings } from './report-settings.ts'
import { setReportSettings } from './set-report-settings.ts'

export const getReportSettings = defineOperation({
  name: 'get-report-settings',
  summary: 'Show the report schedule of a brand, and the recipients of reports and alerts',
  ...brandRead('read:visibility', '/report-settings'),
  shows: settingsVersion,
  // Also depends on deleted accounts, server settings and the caller's permissions.
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
