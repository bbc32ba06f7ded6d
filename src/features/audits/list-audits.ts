import { z } from 'zod'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { auditSchema, serializeAudit } from './audit.ts'

export const listAudits = defineOperation({
  name: 'list-audits',
  summary: 'List audits of the brand’s site, newest first',
  ...brandRead('read:opportunities', '/technical/audits'),
  fields: {},
  list: storedRows(20),
  // The progress of an audit changes without a new data version.
  entityTag: 'content',
  data: z.array(auditSchema),
  async run({ ctx: { services, brand }, page }) {
    const audits = services.db.selectFrom('audits').selectAll().where('brand_id', '=', brand.id)
    const { rows, next } = await newestFirst(audits, 'audits', page)
    return { data: rows.map((audit) => serializeAudit(audit, services.now())), next }
  },
})
