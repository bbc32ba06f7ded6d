import { sql } from 'kysely'
import { z } from 'zod'
import type { BrandContext, Services } from '../../kernel/context.ts'
import { uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { insertRows } from '../../stores/postgres-rows.ts'
import { emailText, loadMember } from '../people/index.ts'
import { makeDueReports } from './make-due-reports.ts'
import { checkReadsAll, isPermitted } from './report.ts'
import {
  findSettings,
  maxRecipients,
  readSettings,
  type Settings,
  settingsSchema,
  settingsVersion,
  visibleSettings,
} from './report-settings.ts'

export const setReportSettings = defineChange({
  ...brandWrite('write:prompts', 'PATCH', '/report-settings', {
    body: ['weekly', 'monthly', 'alerts', 'person_ids', 'addresses'],
    needsOne: true,
  }),
  name: 'set-report-settings',
  summary: 'Set the report schedule of a brand, and the recipients of reports and alerts',
  description:
    'Sightline creates a report some hours after its week or month ends. If the server was down, it creates only the latest ' +
    'one. Mail requires `SMTP_URL` on the server; `get-report-settings` shows whether it is set. A key that sets recipients needs the scopes of all sections of a report.',
  changes: settingsVersion,
  fields: {
    weekly: settingsSchema.shape.weekly.optional(),
    monthly: settingsSchema.shape.monthly.optional(),
    alerts: settingsSchema.shape.alerts.optional(),
    person_ids: z
      .array(uuid)
      .max(maxRecipients)
      .optional()
      .describe(settingsSchema.shape.person_ids.description as string),
    addresses: z
      .array(emailText)
      .max(maxRecipients)
      .optional()
      .describe(settingsSchema.shape.addresses.description as string),
  },
  data: settingsSchema,
  async change({ ctx, input, transaction }) {
    const { services, brand } = ctx
    if (input.person_ids !== undefined || input.addresses !== undefined) checkReadsAll(ctx.actor)
    const former = await readSettings(services, transaction, brand)
    const given = Object.entries(input).filter(([, value]) => value !== undefined)
    const wanted: Settings = { ...former, ...Object.fromEntries(given) }
    const people = [...new Set(wanted.person_ids)]
    // Checks only new recipients. Former members get no mail anyway.
    await checkPeople(
      transaction,
      ctx,
      people.filter((id) => !former.person_ids.includes(id)),
    )
    await store(services, transaction, brand.id, {
      ...wanted,
      person_ids: people,
      addresses: distinct(wanted.addresses),
    })
    await services.jobs.enqueue(makeDueReports.queue, {}, { key: 'now', transaction })
    const stored = await readSettings(services, transaction, brand)
    const data = visibleSettings(
      stored,
      isPermitted(() => checkReadsAll(ctx.actor)),
    )
    return { data, former, audit: { before: recorded(former), after: recorded(stored) } }
  },
})

/** Deduplicates addresses, ignoring case as most mail servers do. */
function distinct(addresses: readonly string[]): string[] {
  const byKey = new Map(addresses.map((address) => [address.toLowerCase(), address]))
  return [...byKey.values()].sort()
}

/** Audit records hold ids of people, but no addresses. */
const recorded = ({
  addresses,
  unsubscribed_addresses: _off,
  can_mail: _mail,
  can_make_pdf: _pdf,
  ...settings
}: Settings) => ({
  ...settings,
  addresses: addresses.length,
})

/** @throws ApiError invalid_request unless all are members with access to the brand */
async function checkPeople(
  db: PostgresLike,
  { workspace, brand }: BrandContext,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const member = await loadMember(db, id, workspace.id)
    if (member === undefined || !(member.brands === 'all' || member.brands.includes(brand.id)))
      throw invalidRequest(`person_ids: ${id} is not a member with access to the brand`)
  }
}

async function store(
  services: Services,
  transaction: PostgresLike,
  brandId: string,
  { weekly, monthly, alerts, person_ids, addresses }: Settings,
): Promise<void> {
  const before = await findSettings(transaction, brandId)
  const isSame = before !== undefined && (before.alerts === 'all' || before.alerts === alerts)
  const columns = {
    weekly,
    monthly,
    alerts,
    alerts_since: isSame ? before.alerts_since : sql<Date>`now()`,
    updated_at: services.now(),
  }
  await transaction
    .insertInto('report_settings')
    .values({ brand_id: brandId, ...columns })
    .onConflict((on) => on.column('brand_id').doUpdateSet(columns))
    .execute()
  // Keeps the creation time of recipients that stay.
  await sql`delete from report_recipients where brand_id = ${brandId}
    and not (coalesce(person_id = any(${person_ids}::uuid[]), false) or coalesce(address = any(${addresses}::text[]), false))`.execute(
    transaction,
  )
  const people = person_ids.map((person_id) => ({ brand_id: brandId, person_id, address: null }))
  const others = addresses.map((address) => ({ brand_id: brandId, person_id: null, address }))
  await insertRows(transaction, 'report_recipients', [...people, ...others], 'skip')
}
