import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { defineOperation, forEditors } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { resolveDisplayNames } from '../people/index.ts'

export const listReportMails = defineOperation({
  ...forEditors,
  name: 'list-report-mails',
  summary: 'List the report and alert emails of a brand with their status, newest first',
  fields: {},
  list: storedRows(20),
  data: z.array(
    z.object({
      id: z.uuid(),
      report_id: z.uuid().nullable().describe('Null for an alert.'),
      alert_id: z.uuid().nullable(),
      recipient: z.string().describe('Name of a member, or an address.'),
      status: z.enum(['waiting', 'sent', 'failed']),
      attempts: z.int(),
      problem: z.string().nullable().describe('Why it was not delivered.'),
      created_at: utcTimestamp,
      settled_at: utcTimestamp.nullable().describe('Time at which the mail server accepted it, or Sightline gave up.'),
    }),
  ),
  async run({ ctx: { services, brand }, page }) {
    const mails = services.db.selectFrom('report_mails').selectAll().where('brand_id', '=', brand.id)
    const { rows, next } = await newestFirst(mails, 'report_mails', page)
    const name = await resolveDisplayNames(
      services.db,
      rows.flatMap(({ person_id }) => person_id ?? []),
    )
    return {
      data: rows.map(({ person_id, address, state, brand_id: _brand, next_at: _next, ...row }) => ({
        ...row,
        recipient: person_id === null ? String(address) : name(person_id).name,
        status: state,
        created_at: row.created_at.toISOString(),
        settled_at: row.settled_at?.toISOString() ?? null,
      })),
      next,
    }
  },
})
