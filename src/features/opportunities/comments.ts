import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { personOf } from '../../kernel/actor.ts'
import { trimmedText, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { brandRead, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { AuditRecordsTable } from '../../kernel/tables.ts'
import type { PostgresLike } from '../../stores/postgres.ts'
import { resolveDisplayNames } from '../people/index.ts'
import { findOpportunity } from './opportunity.ts'

const commentSchema = z
  .object({
    id: z.uuid(),
    created_at: utcTimestamp,
    author_id: z.uuid().nullable().describe('The member who wrote it. Null for the operator.'),
    author_name: z.string().nullable().describe('Current name of the member.'),
    text: z.string().describe('Untrusted text of a member.'),
  })
  .meta({ component: 'OpportunityComment' })

export const createComment = defineChange({
  name: 'create-opportunity-comment',
  summary: 'Comment on an opportunity',
  description: 'The activity log has the comment, as long as its brand exists. Comments cannot be changed.',
  ...forEditors,
  fields: { opportunity_id: uuid, text: trimmedText(1, 2000).describe('1 to 2,000 characters.') },
  data: commentSchema,
  async change({ ctx, input: { opportunity_id, text }, transaction }) {
    await findOpportunity(transaction, ctx.brand.id, opportunity_id)
    const [id, at, after] = [randomUUID(), ctx.services.now(), { opportunity_id, text }]
    const comment = { id, created_at: at, actor_id: personOf(ctx.actor), after }
    const [data] = await serializeComments(transaction, [comment])
    return { data: data as Comment, audit: { id, at, before: null, after } }
  },
})

export const listComments = defineOperation({
  name: 'list-opportunity-comments',
  summary: 'List the comments on an opportunity, newest first',
  ...brandRead('read:opportunities', '/opportunities/{opportunity_id}/comments'),
  // Names of authors change without a new data version.
  entityTag: 'content',
  fields: { opportunity_id: uuid },
  list: storedRows(20),
  data: z.array(commentSchema),
  async run({ ctx: { services, brand }, input: { opportunity_id }, page }) {
    await findOpportunity(services.db, brand.id, opportunity_id)
    const comments = services.db
      .selectFrom('audit_records')
      .select(['id', 'created_at', 'actor_id', 'after'])
      .where('brand_id', '=', brand.id)
      .where(
        sql<boolean>`operation = 'create-opportunity-comment' and after ->> 'opportunity_id' = ${opportunity_id}`,
      )
    const { rows, next } = await newestFirst(comments, 'audit_records', page)
    return { data: await serializeComments(services.db, rows), next }
  },
})

type Comment = z.input<typeof commentSchema>
type CommentRow = Pick<Selectable<AuditRecordsTable>, 'id' | 'created_at' | 'actor_id' | 'after'>

async function serializeComments(db: PostgresLike, rows: readonly CommentRow[]): Promise<Comment[]> {
  const person = await resolveDisplayNames(
    db,
    rows.flatMap(({ actor_id }) => actor_id ?? []),
  )
  return rows.map(({ actor_id, after, ...row }) =>
    showRow(commentSchema, {
      ...row,
      author_id: actor_id,
      author_name: actor_id === null ? null : person(actor_id).name,
      text: (after as { text: string }).text,
    }),
  )
}
