import { sql } from 'kysely'
import type { Services } from '../../kernel/context.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { isSubscribed } from './unsubscribe-link.ts'

/**
 * Queues the mails of a report to its recipients, in the transaction that stores it. Queues none if the
 * server sends no mail.
 */
export async function queueReportMails(
  { config, now }: Services,
  transaction: PostgresLike,
  report: { id: string; brand_id: string },
): Promise<void> {
  if (config.SMTP_URL === undefined) return
  await sql`insert into report_mails (id, brand_id, report_id, person_id, address, state, attempts, next_at, created_at)
    select gen_random_uuid(), brand_id, ${report.id}, person_id, address, 'waiting', 0, ${now()}, ${now()}
    from report_recipients recipients where brand_id = ${report.brand_id} and ${isSubscribed('recipients')}
    on conflict do nothing`.execute(transaction)
}

const newsDays = 14

/** The first day of recent alerts. */
const newsSince = (now: Date) => new Date(now.getTime() - newsDays * 86_400_000).toISOString().slice(0, 10)

/**
 * Queues mails of alerts found since they were enabled, once per recipient. Idempotent across processes.
 * Skips older alerts, such as those of imported history.
 */
export async function queueAlertMails({ config, db, now }: Services): Promise<void> {
  if (config.SMTP_URL === undefined) return
  await sql`insert into report_mails (id, brand_id, alert_id, person_id, address, state, attempts, next_at, created_at)
    select gen_random_uuid(), alerts.brand_id, alerts.id, person_id, address, 'waiting', 0, ${now()}, ${now()}
    from visibility_alerts alerts
    join report_settings settings on settings.brand_id = alerts.brand_id
    join report_recipients recipients on recipients.brand_id = alerts.brand_id
    where alerts.found_at > settings.alerts_since and alerts.found_at > recipients.since
      and alerts.found_at > now() - interval '3 days' and alerts.raised_on >= ${newsSince(now())}
      and ${isSubscribed('recipients')}
      and (settings.alerts = 'all' or (settings.alerts = 'falls' and alerts.direction = 'down'))
    on conflict do nothing`.execute(db)
}
