import { sql } from 'kysely'
import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { deprecatedFor, filterBy, uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import type { Brand } from '../../kernel/tables.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { readTopics } from '../visibility/index.ts'
import {
  opportunitiesOf,
  opportunityCategory,
  opportunityProgress,
  opportunitySchema,
  opportunityState,
  opportunityVersion,
  serializeOpportunity,
} from './opportunity.ts'

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
