import { uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { auditSchema, serializeAudit } from './audit.ts'

export const getAudit = defineOperation({
  name: 'get-audit',
  summary: 'Show the progress or result of an audit',
  on: 'brand',
  access: 'read:opportunities',
  role: 'viewer',
  http: { method: 'GET', path: '/v1/brands/{brand_id}/technical/audits/{job_id}', limit: 'read' },
  fields: { job_id: uuid.describe('The job_id returned by start-audit.') },
  entityTag: 'content',
  data: auditSchema,
  async run({ ctx: { services, brand }, input }) {
    const audits = services.db.selectFrom('audits').selectAll().where('brand_id', '=', brand.id)
    const audit = await audits.where('id', '=', input.job_id).executeTakeFirstOrThrow(() => notFound('audit'))
    return { data: serializeAudit(audit, services.now()) }
  },
})
