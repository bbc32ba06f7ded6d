import { z } from 'zod'
import { brandRead, brandWrite, defineChange, defineOperation } from '../../../kernel/operation.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import {
  type AuditSchedule,
  findSchedule,
  scheduleSchema,
  scheduleVersion,
  serializeSchedule,
} from './audit-schedule.ts'
import { scheduleAudits } from './schedule-audits.ts'
import { type AuditFrequency, nextRunAfter } from './schedule-turns.ts'

export const getAuditSchedule = defineOperation({
  name: 'get-audit-schedule',
  summary: 'Show how often Sightline audits the brand’s site, the next due time and the last result',
  ...brandRead('read:opportunities', '/technical/audit-schedule'),
  shows: scheduleVersion,
  fields: {},
  data: scheduleSchema,
  run: async ({ ctx: { services, brand } }) => ({
    data: serializeSchedule(await findSchedule(services.db, brand.id)),
  }),
})

export const setAuditSchedule = defineChange({
  ...brandWrite('write:website', 'PATCH', '/technical/audit-schedule', {
    body: ['every', 'include_link_analysis'],
  }),
  name: 'set-audit-schedule',
  summary: 'Schedule audits of the brand’s site every week or month, or never',
  description:
    'The first audit is due a week or a month after the brand’s last one, or immediately if that is in the past. Each ' +
    'costs the same as with start-audit. Sightline skips an audit if credits are missing or another audit is running; ' +
    'get-audit-schedule shows why. Audits due while no server ran run once.',
  changes: scheduleVersion,
  fields: {
    every: scheduleSchema.shape.every,
    include_link_analysis: z
      .boolean()
      .optional()
      .describe('Whether audits also check links to other sites. Omit to keep the setting; initially true.'),
  },
  data: scheduleSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const found = await findSchedule(transaction, brand.id)
    const before = serializeSchedule(found)
    const { every, include_link_analysis = before.include_link_analysis } = input
    if (every === 'never') await transaction.deleteFrom('audit_schedules').where('brand_id', '=', brand.id).execute()
    else {
      const now = services.now()
      const isSame = found?.every === every
      const first = isSame ? found.first_at : await firstDue(transaction, brand.id, every, now)
      const times = { first_at: first, next_at: isSame ? found.next_at : first, updated_at: now }
      const wanted = { every, include_link_analysis, ...times }
      await transaction
        .insertInto('audit_schedules')
        .values({ brand_id: brand.id, ...wanted })
        .onConflict((on) => on.column('brand_id').doUpdateSet(wanted))
        .execute()
      await services.jobs.enqueue(scheduleAudits.queue, {}, { key: 'now', transaction })
    }
    const after: AuditSchedule | undefined = await findSchedule(transaction, brand.id)
    const data = serializeSchedule(after)
    return { data, audit: { before, after: data } }
  },
})

/** One interval after the last running or completed audit, manual or scheduled; now if that is past. */
async function firstDue(db: PostgresLike, brandId: string, every: AuditFrequency, now: Date): Promise<Date> {
  const audits = db.selectFrom('audits').select('created_at').where('brand_id', '=', brandId)
  const last = await audits
    .where('state', 'in', ['running', 'completed'])
    .where('created_at', '<=', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const due = last === undefined ? now : nextRunAfter(every, last.created_at, last.created_at)
  return due > now ? due : now
}
