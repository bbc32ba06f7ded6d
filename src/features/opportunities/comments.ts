import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { personOf } from '../../kernel/actor.ts'
import { trimmedText, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { resolveDisplayNames } from '../people/index.ts'
import { findOpportunity } from './opportunity.ts'

const commentSchema = z
  .object({
    id: z.uuid(),
    created_at: utcTimestamp,
    author_id: z.uuid().nullable().describe('The member who wrote it. Null for keys and the operator.'),
    author_name: z.string().nullable().describe('Current name of the author, or name of the key.'),
    text: z.string().describe('Untrusted text of a member.'),
  })
  .meta({ component: 'OpportunityComment' })

export const createComment = defineChange({
  name: 'create-opportunity-comment',
  summary: 'Comment on an opportunity',
  description: 'The activity log keeps the comment as long as its brand exists. Comments cannot be changed.',
  ...brandWrite('write:prompts', 'POST', '/opportunities/{opportunity_id}/comments', { body: ['text'] }),
  fields: { opportunity_id: uuid, text: trimmedText(1, 2000).describe('1 to 2,000 characters.') },
  data: z.object({ id: z.uuid(), author_id: commentSchema.shape.author_id, text: z.string() }),
  async change({ ctx: { actor, brand }, input, transaction }) {
    await findOpportunity(transaction, brand.id, input.opportunity_id)
    const id = randomUUID()
    const author_id = personOf(actor)
    return { data: { id, author_id, text: input.text }, audit: { id, before: null, after: { ...input, author_id } } }
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
  async run({ ctx: { services, brand }, input: { opportunity_id: id }, page }) {
    await findOpportunity(services.db, brand.id, id)
    const comments = services.db
      .selectFrom('audit_records')
      .select(['id', 'created_at', 'key_name', sql<string>`after ->> 'text'`.as('text')])
      // Earlier comments have only the actor.
      .select(
        sql<string | null>`coalesce(after ->> 'author_id', case actor_kind when 'person' then actor_id end)`.as(
          'author_id',
        ),
      )
      .where('brand_id', '=', brand.id)
      .where(sql<boolean>`operation = 'create-opportunity-comment' and after ->> 'opportunity_id' = ${id}`)
    const { rows, next } = await newestFirst(comments, 'audit_records', page)
    const ids = rows.flatMap(({ author_id }) => author_id ?? [])
    const person = await resolveDisplayNames(services.db, ids)
    const nameOf = ({ author_id: id, key_name }: (typeof rows)[number]) => (id === null ? key_name : person(id).name)
    const data = rows.map((row) => showRow(commentSchema, { ...row, author_name: nameOf(row) }))
    return { data, next }
  },
})
