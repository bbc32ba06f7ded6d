import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { defineOperation, forAdmins } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'

export const listCreditEntries = defineOperation({
  name: 'list-credit-entries',
  summary: 'List the credit transactions of a workspace, newest first',
  ...forAdmins,
  fields: {},
  list: storedRows(null),
  data: z.array(
    z.object({
      id: z.uuid(),
      created_at: utcTimestamp,
      kind: z.enum(['grant', 'charge', 'refund']).describe('`grant`: set by the operator.'),
      amount: z.int().describe('Credits added. Negative if charged.'),
      balance: z.int().describe('Balance after the transaction.'),
      job_id: z.uuid().nullable().describe('The audit. Null for a grant.'),
    }),
  ),
  async run({ ctx: { services, workspace }, page }) {
    const entries = services.db.selectFrom('credit_entries').selectAll()
    const own = entries.where('workspace_id', '=', workspace.id)
    const { rows, next } = await newestFirst(own, 'credit_entries', page)
    const data = rows.map(({ workspace_id: _workspace, created_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
    }))
    return { data, next }
  },
})
