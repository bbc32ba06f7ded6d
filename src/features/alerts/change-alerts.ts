import { z } from 'zod'
import { statusFields, statusOf, uuid } from '../../kernel/fields.ts'
import { brandWrite, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { alertSchema, alertState, alertVersion, readPromptTexts, serializeAlert } from './alert.ts'
import { refreshBrand } from './refresh-brand.ts'

export const refreshVisibilityAlerts = defineOperation({
  ...forEditors,
  name: 'refresh-visibility-alerts',
  summary: 'Search for visibility changes now, instead of once a day',
  readsTables: ['answers', 'readings'],
  isRecorded: true,
  fields: {},
  data: z.object({
    raised: z.int().describe('New alerts.'),
    open: z.int().describe('All open alerts.'),
  }),
  run: async ({ ctx: { services, brand } }) => ({ data: await refreshBrand(services, brand) }),
})

export const updateVisibilityAlert = defineChange({
  ...brandWrite('write:prompts', 'PATCH', '/visibility/alerts/{alert_id}', { body: ['state', 'status'] }),
  name: 'update-visibility-alert',
  summary: 'Acknowledge, close or reopen an alert',
  description: 'Rereading or recounting the data does not reset the status.',
  changes: alertVersion,
  fields: { alert_id: uuid, ...statusFields(alertState) },
  data: alertSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const columns = { state: statusOf(input), updated_at: services.now() }
    const alerts = transaction.selectFrom('visibility_alerts').selectAll().where('brand_id', '=', brand.id)
    const before = await alerts.where('id', '=', input.alert_id).executeTakeFirst()
    if (before === undefined) throw notFound('alert')
    await transaction.updateTable('visibility_alerts').set(columns).where('id', '=', before.id).execute()
    const texts = await readPromptTexts(transaction, brand.id, [before])
    const data = serializeAlert(services, { ...before, ...columns }, texts)
    // Omits prompt texts, which the change does not affect.
    const { id, engine, country } = data
    const recorded = (state: string) => ({ id, engine, country, state })
    return { data, audit: { before: recorded(before.state), after: recorded(columns.state) } }
  },
})
