import { notFound } from '../../core/errors.ts'
import { uuid } from '../../core/fields.ts'
import { defineOperation } from '../../core/operation.ts'
import { auditSchema, showAudit } from './audit.ts'

export const getAudit = defineOperation({
  name: 'get-audit',
  summary: 'How far an audit has come, or how it ended',
  on: 'brand',
  access: 'read:opportunities',
  http: { method: 'GET', path: '/v1/brands/{brand_id}/technical/audits/{job_id}', limit: 'read' },
  fields: { job_id: uuid.describe('Of the audit, as starting it has given it') },
  unversioned: true,
  data: auditSchema,
  async run({ ctx: { services, brand }, input }) {
    const audits = services.db.selectFrom('audits').selectAll().where('brand_id', '=', brand.id)
    const audit = await audits.where('id', '=', input.job_id).executeTakeFirstOrThrow(() => notFound('audit'))
    return { data: showAudit(audit, services.now()) }
  },
})
