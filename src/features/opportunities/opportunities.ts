import { sql } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { deprecatedFor, filterBy, uuid } from '../../kernel/fields.ts'
import { brandRead, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import type { Brand } from '../../kernel/tables.ts'
import { invalidRequest, notFound } from '../../lib/errors.ts'
import { findExperiment } from '../experiments/index.ts'
import { readTopics } from '../visibility/index.ts'
import {
  columnsOfProgress,
  opportunitiesOf,
  opportunityCategory,
  opportunityProgress,
  opportunitySchema,
  opportunityState,
  opportunityVersion,
  serializeOpportunity,
} from './opportunity.ts'
import { refreshBrand } from './refresh-brand.ts'

export const listOpportunities = defineOperation({
  name: 'list-opportunities',
  summary: 'List content, technical and platform opportunities, largest reach first',
  description:
    'Sightline finds them in the answers of the last 30 days, the pages that these cite, and site audits, a few minutes ' +
    'after a change. Equal reach sorts by id.',
  ...brandRead('read:opportunities', '/opportunities'),
  shows: opportunityVersion,
  fields: {
    category: filterBy(opportunityCategory).describe('Filter by category.'),
    state: filterBy(opportunityState).meta(deprecatedFor('status')),
    status: filterBy(opportunityState).describe('Filter by status.'),
    progress: filterBy(opportunityProgress).describe('Filter by progress.'),
    topic_id: filterBy(uuid).describe('Topic ids. Each one includes its subtopics.'),
  },
  list: { position: z.tuple([z.int(), z.guid()]), defaultLimit: 20 },
  data: z.array(opportunitySchema),
  async run({ ctx: { services, brand }, input, page }) {
    let rows = opportunitiesOf(services.db, brand.id)
    if (input.category !== undefined) rows = rows.where('category', 'in', input.category)
    for (const states of [input.state, input.status])
      if (states !== undefined) rows = rows.where('state', 'in', states)
    if (input.progress !== undefined) rows = rows.where('progress', 'in', input.progress)
    const topics = input.topic_id
    if (topics !== undefined) {
      await checkTopics(services, brand, topics)
      rows = rows.where(
        sql<boolean>`(topics.id = any(${topics}::uuid[]) or topics.parent_id = any(${topics}::uuid[]))`,
      )
    }
    if (page.after !== undefined) {
      const [reach, id] = page.after
      rows = rows.where(sql<boolean>`(-reach, opportunities.id) > (${-reach}::integer, ${id}::uuid)`)
    }
    rows = rows.orderBy('reach', 'desc').orderBy('opportunities.id')
    const found = await (Number.isFinite(page.limit) ? rows.limit(page.limit + 1) : rows).execute()
    const shown = found.slice(0, page.limit)
    const last = shown.at(-1)
    const next: [number, string] | undefined =
      found.length > shown.length && last !== undefined ? [last.reach, last.id] : undefined
    return { data: shown.map(serializeOpportunity), next }
  },
})

async function checkTopics(services: Services, brand: Brand, ids: readonly string[]): Promise<void> {
  const topics = await readTopics(services, brand, brand.last_prompt)
  const unknown = ids.find((id) => !topics.some((topic) => topic.id === id))
  if (unknown !== undefined) throw invalidRequest(`topic_id: the brand has no topic ${unknown}`)
}

export const updateOpportunity = defineChange({
  name: 'update-opportunity',
  summary: 'Record how far the work on an opportunity is',
  description:
    'A done opportunity reopens if its cause goes away and returns; a dismissed one stays dismissed. With measuring and ' +
    'an experiment, the verdict replaces measuring once the experiment has ended, or done if it is not comparable. Every other update ' +
    'removes the experiment.',
  ...forEditors,
  changes: opportunityVersion,
  fields: {
    opportunity_id: uuid,
    state: z.enum(['open', ...opportunityProgress.options]).describe('open is the same as todo.'),
    experiment_id: uuid.optional().describe('The experiment that measures the work. Only with measuring.'),
  },
  data: opportunitySchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const own = opportunitiesOf(transaction, brand.id).where('opportunities.id', '=', input.opportunity_id)
    const before = await own.executeTakeFirstOrThrow(() => notFound('opportunity'))
    const { state, experiment_id } = input
    if (experiment_id !== undefined) {
      if (state !== 'measuring') throw invalidRequest('experiment_id: allowed only with the state measuring')
      await findExperiment(transaction, brand.id, experiment_id)
    }
    const columns = {
      ...columnsOfProgress(state),
      experiment_id: experiment_id ?? null,
      updated_at: services.now(),
    }
    await transaction.updateTable('opportunities').set(columns).where('id', '=', before.id).execute()
    const data = serializeOpportunity({ ...before, ...columns })
    return { data, audit: { before: serializeOpportunity(before), after: data } }
  },
})

export const refreshOpportunities = defineOperation({
  name: 'refresh-opportunities',
  summary: 'Refresh opportunities now; Sightline also does so a few minutes after data changes',
  ...forEditors,
  readsTables: ['answers', 'readings', 'page_scans', 'page_readings'],
  isRecorded: true,
  fields: {},
  data: z.object({
    opened: z.int().describe('New and reopened opportunities.'),
    closed: z.int().describe('Opportunities whose cause is gone.'),
    open: z.int().describe('All open opportunities.'),
  }),
  run: async ({ ctx: { services, brand } }) => ({ data: await refreshBrand(services, brand) }),
})
