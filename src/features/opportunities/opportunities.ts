import { sql } from 'kysely'
import { z } from 'zod'
import { personOf } from '../../kernel/actor.ts'
import type { Services } from '../../kernel/context.ts'
import { day, deprecatedFor, filterBy, trimmedText, uuid } from '../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import type { Brand } from '../../kernel/tables.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { findExperiment } from '../experiments/index.ts'
import { readTopics } from '../visibility/index.ts'
import kinds from './kinds.json' with { type: 'json' }
import {
  columnsOfProgress,
  findOpportunity,
  opportunitiesOf,
  opportunityCategory,
  opportunityProgress,
  opportunitySchema,
  opportunityState,
  opportunityVersion,
  serializeOpportunity,
} from './opportunity.ts'
import { checkOwners, findOwner } from './owner.ts'
import { refreshBrand } from './refresh-brand.ts'

export const listOpportunities = defineOperation({
  name: 'list-opportunities',
  summary: 'List content, technical and platform opportunities',
  description:
    'Sightline finds them in the answers of the last 30 days, the pages that these cite, and site audits, a few minutes ' +
    'after a change. Largest reach first, unless sorted otherwise; equal rows sort by id.',
  ...brandRead('read:opportunities', '/opportunities'),
  shows: opportunityVersion,
  fields: {
    category: filterBy(opportunityCategory).describe('Filter by category.'),
    state: filterBy(opportunityState).meta(deprecatedFor('status')),
    status: filterBy(opportunityState).describe('Filter by status.'),
    progress: filterBy(opportunityProgress).describe('Filter by progress.'),
    topic_id: filterBy(uuid).describe('Topic ids. Each one includes its subtopics.'),
    owner_id: filterBy(uuid).describe('Filter by owner.'),
    owner: filterBy(z.enum(['me', 'none'])).describe('`me`: the signed-in person; `none`: no owner.'),
    sort: z
      .enum(['reach', 'priority', 'due_on'])
      .default('reach')
      .describe('Largest expected_reach or priority first, or earliest due_on first, without due date last.'),
  },
  // Names of owners change without a new data version.
  facts: async ({ ctx: { services, brand, actor } }) => ({
    person: personOf(actor),
    owners: await services.db
      .selectFrom('opportunities')
      .innerJoin('people', 'people.id', 'owner_id')
      .select(['people.id', 'people.name'])
      .distinct()
      .where('brand_id', '=', brand.id)
      .orderBy('people.id')
      .execute(),
  }),
  list: { position: z.tuple([z.number(), z.guid()]), defaultLimit: 20 },
  data: z.array(opportunitySchema),
  async run({ ctx: { services, brand }, input, page, facts: { person } }) {
    const key = sortKeys[input.sort]
    let rows = opportunitiesOf(services.db, brand.id).select(key.as('key'))
    if (input.category !== undefined) rows = rows.where('category', 'in', input.category)
    for (const states of [input.state, input.status]) if (states !== undefined) rows = rows.where('state', 'in', states)
    if (input.progress !== undefined) rows = rows.where('progress', 'in', input.progress)
    const topics = input.topic_id
    if (topics !== undefined) {
      await checkTopics(services, brand, topics)
      rows = rows.where(sql<boolean>`(topics.id = any(${topics}::uuid[]) or topics.parent_id = any(${topics}::uuid[]))`)
    }
    if (input.owner_id !== undefined) {
      await checkOwners(services.db, brand.id, input.owner_id)
      rows = rows.where('owner_id', 'in', input.owner_id)
    }
    // Keys own nothing.
    const owners = input.owner?.map((owner) => (owner === 'me' ? (person ?? owner) : owner))
    if (owners !== undefined) rows = rows.where(sql<boolean>`coalesce(owner_id::text, 'none') = any(${owners}::text[])`)
    if (page.after !== undefined) {
      const [last, id] = page.after
      rows = rows.where(sql<boolean>`(${key}, opportunities.id) > (${last}::float8, ${id}::uuid)`)
    }
    rows = rows.orderBy(key).orderBy('opportunities.id')
    const found = await (Number.isFinite(page.limit) ? rows.limit(page.limit + 1) : rows).execute()
    const shown = found.slice(0, page.limit)
    const last = shown.at(-1)
    const next: [number, string] | undefined =
      found.length > shown.length && last !== undefined ? [last.key, last.id] : undefined
    return { data: shown.map((row) => serializeOpportunity(row, services.now())), next }
  },
})

const ofKind = (name: string) => sql`(${JSON.stringify(kinds)}::jsonb -> kind ->> ${name})::float8`

/** What the list sorts by, smallest first. */
const sortKeys = {
  reach: sql<number>`-reach::float8`,
  priority: sql<number>`-reach * ${ofKind('likely_share')} / ${ofKind('effort_days')}`,
  due_on: sql<number>`coalesce(due_on::date - date '2000-01-01', 1000000)::float8`,
}

async function checkTopics(services: Services, brand: Brand, ids: readonly string[]): Promise<void> {
  const topics = await readTopics(services, brand, brand.last_prompt)
  const unknown = ids.find((id) => !topics.some((topic) => topic.id === id))
  if (unknown !== undefined) throw invalidRequest(`topic_id: the brand has no topic ${unknown}`)
}

export const updateOpportunity = defineChange({
  name: 'update-opportunity',
  summary: 'Set the progress, owner or due date of an opportunity',
  description:
    'A done opportunity reopens if its cause goes away and returns; a dismissed one stays dismissed. With measuring and ' +
    'an experiment, the verdict replaces measuring once the experiment has ended, or done if it is not comparable. Every other state ' +
    'removes the experiment. An owner who loses access to the brand is removed. Set owner_id or due_on to null to clear it.',
  ...brandWrite('write:prompts', 'PATCH', '/opportunities/{opportunity_id}', {
    body: ['progress', 'state', 'experiment_id', 'owner_id', 'owner', 'due_on'],
    needsOne: true,
  }),
  changes: opportunityVersion,
  fields: {
    opportunity_id: uuid,
    progress: opportunityProgress.optional().describe('How far the work is.'),
    state: z
      .enum(['open', ...opportunityProgress.options])
      .optional()
      .meta(deprecatedFor('progress')),
    experiment_id: uuid.optional().describe('The experiment that measures the work. Only with measuring.'),
    owner_id: uuid.nullable().optional().describe('A member with access to the brand.'),
    owner: trimmedText(1, 200)
      .optional()
      .describe('Name of the member, or `me` for the signed-in person. Set owner_id or owner, not both.'),
    due_on: day.nullable().optional().describe('Last day (UTC) of the work.'),
  },
  data: opportunitySchema,
  async change({ ctx, input, transaction }) {
    const { services, brand } = ctx
    const read = () => findOpportunity(transaction, brand.id, input.opportunity_id)
    const before = await read()
    const { experiment_id, owner, due_on = before.due_on, progress, state = progress } = input
    if (progress !== undefined && progress !== state)
      throw invalidRequest('progress and state differ; set only progress')
    if (owner !== undefined && input.owner_id !== undefined) throw invalidRequest('set either owner_id or owner')
    const {
      owner_id = owner === undefined ? before.owner_id : await findOwner(transaction, brand.id, owner, ctx.actor),
    } = input
    if (experiment_id !== undefined) {
      if (state !== 'measuring') throw invalidRequest('experiment_id: allowed only with the progress measuring')
      await findExperiment(transaction, brand.id, experiment_id)
    }
    if (owner_id !== null && owner_id !== before.owner_id) await checkOwners(transaction, brand.id, [owner_id])
    const columns = {
      ...(state !== undefined && { ...columnsOfProgress(state), experiment_id: experiment_id ?? null }),
      ...{ owner_id, due_on },
      updated_at: services.now(),
    }
    await transaction.updateTable('opportunities').set(columns).where('id', '=', before.id).execute()
    const former = serializeOpportunity(before, services.now())
    const data = serializeOpportunity(await read(), services.now())
    return { data, audit: { before: recorded(former), after: recorded(data) } }
  },
})

/** Audit records name people by id. */
const recorded = ({ owner_name: _, ...shown }: z.input<typeof opportunitySchema>) => shown

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
