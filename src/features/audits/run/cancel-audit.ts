import { defineChange, forEditors } from '../../../kernel/operation.ts'
import { conflict } from '../../../lib/errors.ts'
import { auditSchema, serializeAudit } from '../audit.ts'
import { endAudit } from './end-audit.ts'

export const cancelAudit = defineChange({
  ...forEditors,
  name: 'cancel-audit',
  summary: 'Cancel the running audit; keeps the issues from the previous one',
  fields: {},
  data: auditSchema,
  async change({ ctx: { services, brand }, transaction }) {
    const audits = transaction.selectFrom('audits').selectAll().where('brand_id', '=', brand.id)
    const running = await audits
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow(() => conflict('no audit of the brand is running'))
    const at = services.now()
    const ended = await endAudit(transaction, running, { state: 'cancelled', problem: null, at })
    return {
      data: serializeAudit(ended, at),
      audit: { before: serializeAudit(running, at), after: serializeAudit(ended, at) },
    }
  },
})
