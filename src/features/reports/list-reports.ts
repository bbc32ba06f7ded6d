import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { listedReport, reportsOf, serializeListed } from './report.ts'

export const listReports = defineOperation({
  name: 'list-reports',
  summary: 'List the reports of a brand, newest first',
  on: 'brand',
  access: 'read:visibility',
  role: 'viewer',
  http: { method: 'GET', path: '/v1/brands/{brand_id}/reports', limit: 'read' },
  fields: {},
  list: storedRows(20),
  data: z.array(listedReport),
  async run({ ctx: { services, brand }, page }) {
    const { rows, next } = await newestFirst(reportsOf(services.db, brand.id), 'reports', page)
    return { data: rows.map(serializeListed), next }
  },
})
