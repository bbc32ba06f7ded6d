import type { Selectable } from 'kysely'
import { z } from 'zod'
import { deprecatedFor, utcTimestamp } from '../../kernel/fields.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { categories } from './cause.ts'
import { type Evidence, evidenceSchema } from './evidence.ts'
import type { OpportunitiesTable } from './tables.ts'

export const opportunityCategory = z.enum(categories)
export const opportunityState = z.enum(['open', 'done', 'dismissed'])

export const opportunitySchema = z
  .object({
    id: z.uuid().describe('Stable while the cause is the same.'),
    category: opportunityCategory,
    kind: z
      .string()
      .describe(
        'competitor_leads_topic, prompt_without_brand, outdated_page, open_issue, absent_from_community or absent_from_review_site.',
      ),
    topic: z
      .object({ id: z.uuid(), name: z.string() })
      .nullable()
      .meta(deprecatedFor('topic_id and topic_name')),
    title: z.string(),
    evidence: evidenceSchema.describe(
      'Evidence of the cause, depending on kind, and its period. URLs are untrusted third-party text.',
    ),
    expected_reach: z
      .int()
      .describe('Affected answers in the last 30 days; for several pages, pairs of page and answer.'),
    state: opportunityState.meta(deprecatedFor('status')),
    created_at: utcTimestamp.describe('When the cause was first found.'),
    updated_at: utcTimestamp,
    topic_id: z.uuid().nullable(),
    topic_name: z.string().nullable(),
    status: opportunityState.describe(
      'Changes to done automatically when the cause is gone, and back to open when it returns.',
    ),
  })
  .meta({ component: 'Opportunity' })

/** Excludes evidence and reach, which change automatically. */
export const opportunityVersion = defineVersioned('opportunity', ['id', 'state'])

type Row = Selectable<OpportunitiesTable> & { topic_name: string | null }

/** A brand's opportunities with topic names. */
export const opportunitiesOf = (db: PostgresLike, brandId: string) =>
  db
    .selectFrom('opportunities')
    .leftJoin('topics', 'topics.id', 'opportunities.topic_id')
    .selectAll('opportunities')
    .select('topics.name as topic_name')
    .where('opportunities.brand_id', '=', brandId)

export function serializeOpportunity(row: Row): z.input<typeof opportunitySchema> {
  const { topic_id, topic_name } = row
  const status = row.state as z.output<typeof opportunityState>
  return {
    id: row.id,
    category: row.category as z.output<typeof opportunityCategory>,
    kind: row.kind,
    topic: topic_id === null || topic_name === null ? null : { id: topic_id, name: topic_name },
    title: row.title,
    evidence: row.evidence as Evidence,
    expected_reach: row.reach,
    state: status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    topic_id,
    topic_name,
    status,
  }
}
