import { z } from 'zod'
import { utcTimestamp } from '../../../kernel/fields.ts'
import { defineVersioned } from '../../../kernel/versions.ts'
import type { PostgresLike } from '../../../stores/postgres.ts'
import type { Row } from '../../../stores/postgres-schema.ts'

declare module '../../../stores/column-types.ts' {
  interface ColumnTypes {
    'audit_schedules.every': 'week' | 'month'
  }
}

export type AuditSchedule = Row<'audit_schedules'>

export const scheduleSchema = z
  .object({
    every: z.enum(['week', 'month', 'never']).describe('How often Sightline audits the site.'),
    include_link_analysis: z.boolean().describe('Whether audits also check links to other sites.'),
    next_at: utcTimestamp
      .nullable()
      .describe('When the next audit is due. It starts a few minutes later, once a server is running.'),
    last: z
      .object({
        at: utcTimestamp,
        job_id: z.uuid().nullable().describe('The audit that started. Null if none started.'),
        problem: z.string().nullable().describe('Why no audit started. Sightline skips it until the next due time.'),
      })
      .nullable()
      .describe('The result of the last scheduled audit.'),
  })
  .meta({ component: 'AuditSchedule' })

export const scheduleVersion = defineVersioned('schedule', ['every', 'include_link_analysis'])

export const findSchedule = (db: PostgresLike, brandId: string): Promise<AuditSchedule | undefined> =>
  db.selectFrom('audit_schedules').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

export function serializeSchedule(schedule: AuditSchedule | undefined): z.input<typeof scheduleSchema> {
  if (schedule === undefined) return { every: 'never', include_link_analysis: true, next_at: null, last: null }
  const { every, include_link_analysis, next_at, last_at, last_job_id, last_problem } = schedule
  const last = last_at && { at: last_at.toISOString(), job_id: last_job_id, problem: last_problem }
  return { every, include_link_analysis, next_at: next_at.toISOString(), last }
}
