import { z } from 'zod'
import type { Brand, Services } from '../../kernel/context.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { canMakePdf } from './report-files.ts'
import { isSubscribed } from './unsubscribe-link.ts'

export const maxRecipients = 50

export const settingsSchema = z
  .object({
    weekly: z.boolean().describe('Whether to create a report for each week, Monday to Sunday (UTC).'),
    monthly: z.boolean().describe('Whether to create a report for each month.'),
    alerts: z.enum(['none', 'falls', 'all']).describe('Which alerts to mail when they are raised.'),
    person_ids: z.array(z.uuid()).describe('Members who receive reports and alerts, while they can access the brand.'),
    addresses: z
      .array(z.string())
      .nullable()
      .describe('Other email addresses that receive them. Null if the caller cannot change them.'),
    unsubscribed_addresses: z
      .array(z.string())
      .nullable()
      .describe('Addresses that unsubscribed; Sightline does not mail them. Null if addresses is null.'),
    can_mail: z.boolean().describe('Whether this server sends mail (`SMTP_URL`).'),
    can_make_pdf: z.boolean().describe('Whether this server has Chromium to create PDFs.'),
  })
  .meta({ component: 'ReportSettings' })

type ShownSettings = z.output<typeof settingsSchema>
export type Settings = ShownSettings & { addresses: string[]; unsubscribed_addresses: string[] }

/** The settings as shown to a caller. Hides addresses from callers who cannot change them. */
export const visibleSettings = (settings: Settings, mayChoose: boolean): ShownSettings =>
  mayChoose ? settings : { ...settings, addresses: null, unsubscribed_addresses: null }

/** Excludes the server's settings, which users cannot change. */
export const settingsVersion = defineVersioned('schedule of reports', [
  'weekly',
  'monthly',
  'alerts',
  'person_ids',
  'addresses',
])

export const findSettings = (db: PostgresLike, brandId: string) =>
  db.selectFrom('report_settings').selectAll().where('brand_id', '=', brandId).executeTakeFirst()

export const readRecipients = (db: PostgresLike, brandId: string) =>
  db
    .selectFrom('report_recipients')
    .select(['person_id', 'address', isSubscribed('report_recipients').as('is_subscribed')])
    .where('brand_id', '=', brandId)
    .orderBy('person_id')
    .orderBy('address')
    .execute()

/** The settings of a brand. By default, no reports and mails. */
export async function readSettings(services: Services, db: PostgresLike, { id }: Pick<Brand, 'id'>): Promise<Settings> {
  const found = await findSettings(db, id)
  const recipients = await readRecipients(db, id)
  return {
    weekly: found?.weekly ?? false,
    monthly: found?.monthly ?? false,
    alerts: found?.alerts ?? 'none',
    person_ids: recipients.flatMap(({ person_id }) => person_id ?? []),
    addresses: recipients.flatMap(({ address }) => address ?? []),
    unsubscribed_addresses: recipients.flatMap(({ address, is_subscribed }) =>
      address === null || is_subscribed ? [] : address,
    ),
    can_mail: services.config.SMTP_URL !== undefined,
    can_make_pdf: canMakePdf(services),
  }
}
