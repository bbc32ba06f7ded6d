import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { listedReport, reportsOf, serializeListed } from './report.ts'

export const listReports = defineOperation({
  name: 'list-reports',
  summary: 'List the reports of a brand, newest first',
  ...brandRead('read:visibility', '/reports'),
  fields: {},
  list: storedRows(20),
  data: z.array(listedReport),
  async run({ ctx: { services, brand }, page }) {
    const { rows, next } = await newestFirst(reportsOf(services.db, brand.id), 'reports', page)
    return { data: rows.map(serializeListed), next }
  },
})
