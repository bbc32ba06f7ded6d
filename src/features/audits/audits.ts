import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { brandRows } from '../../kernel/pagination.ts'
import { notFound } from '../../lib/errors.ts'
import { auditSchema, serializeAudit } from './audit.ts'

export const listAudits = defineOperation({
  name: 'list-audits',
  summary: 'List audits of the brand’s site, newest first',
  ...brandRead('read:opportunities', '/technical/audits'),
  // The progress of an audit changes without a new data version.
  entityTag: 'content',
  ...brandRows('audits', auditSchema, (audit, { now }) => serializeAudit(audit, now())),
})

export const getAudit = defineOperation({
  name: 'get-audit',
  summary: 'Show the progress or result of an audit',
  ...brandRead('read:opportunities', '/technical/audits/{job_id}'),
  fields: { job_id: uuid.describe('The job_id returned by start-audit.') },
  entityTag: 'content',
  data: auditSchema,
  async run({ ctx: { services, brand }, input }) {
    const audits = services.db.selectFrom('audits').selectAll().where('brand_id', '=', brand.id)
    const audit = await audits.where('id', '=', input.job_id).executeTakeFirstOrThrow(() => notFound('audit'))
    return { data: serializeAudit(audit, services.now()) }
  },
})
