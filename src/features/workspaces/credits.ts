import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { brandRead, defineOperation, forAdmins } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { notFound } from '../../lib/errors.ts'

export const getCredits = defineOperation({
  name: 'get-credits',
  summary: 'Show the credit balance of the workspace',
  description: 'Only technical audits cost credits; API requests do not.',
  ...brandRead('read:basic', '/credits'),
  fields: {},
  // Belongs to the workspace, not to the brand's data version.
  entityTag: 'content',
  data: z.object({ balance: z.int().describe('Remaining credits.') }),
  async run({ ctx: { services, workspace } }) {
    // Not from the context, as the workspace of a cached key can be outdated.
    const workspaces = services.db.selectFrom('workspaces').select('credits').where('id', '=', workspace.id)
    const { credits } = await workspaces.executeTakeFirstOrThrow(() => notFound('workspace'))
    return { data: { balance: credits } }
  },
})

const entrySchema = z.object({
  id: z.uuid(),
  created_at: utcTimestamp,
  kind: z.enum(['grant', 'charge', 'refund']).describe('`grant`: set by the operator.'),
  amount: z.int().describe('Credits added. Negative if charged.'),
  balance: z.int().describe('Balance after the transaction.'),
  job_id: z.uuid().nullable().describe('The audit. Null for a grant.'),
})

export const listCreditEntries = defineOperation({
  name: 'list-credit-entries',
  summary: 'List the credit transactions of a workspace, newest first',
  ...forAdmins,
  fields: {},
  list: storedRows(null),
  data: z.array(entrySchema),
  async run({ ctx: { services, workspace }, page }) {
    const entries = services.db.selectFrom('credit_entries').selectAll()
    const own = entries.where('workspace_id', '=', workspace.id)
    const { rows, next } = await newestFirst(own, 'credit_entries', page)
    return { data: rows.map((row) => showRow(entrySchema, row)), next }
  },
})
