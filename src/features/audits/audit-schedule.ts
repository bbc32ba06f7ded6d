import type { Selectable } from 'kysely'
import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import type { AuditSchedulesTable } from './tables.ts'

export type AuditSchedule = Selectable<AuditSchedulesTable>

export const scheduleSchema = z
  .object({
    every: z.enum(['week', 'month', 'never']).describe('How often the site is audited by itself'),
    include_link_analysis: z.boolean().describe('Whether links to other sites are tried as well'),
    next_at: utcTimestamp
      .nullable()
      .describe('When the next audit is due; it starts some minutes later, or when a server runs again'),
    last: z
      .object({
        at: utcTimestamp,
        job_id: z.uuid().nullable().describe('The audit that was started; null where none was'),
        problem: z.string().nullable().describe('Why none was: it is not made up for before the next turn'),
      })
      .nullable()
      .describe('What became of the last turn'),
  })
  .meta({ component: 'AuditSchedule' })

export const scheduleVersion = defineVersioned('schedule', ['every', 'include_link_analysis'])

export const findSchedule = (db: PostgresLike, brandId: string): Promise<AuditSchedule | undefined> =>
  db.selectFrom('audit_schedules').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

export function serializeSchedule(schedule: AuditSchedule | undefined): z.input<typeof scheduleSchema> {
  if (schedule === undefined)
    return { every: 'never', include_link_analysis: true, next_at: null, last: null }
  const { every, include_link_analysis, next_at, last_at, last_job_id, last_problem } = schedule
  const last = last_at && { at: last_at.toISOString(), job_id: last_job_id, problem: last_problem }
  return { every, include_link_analysis, next_at: next_at.toISOString(), last }
}
