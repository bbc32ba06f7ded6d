import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { nameText, utcTimestamp, uuid } from '../../kernel/fields.ts'
import { brandRead, brandWrite, defineChange, defineOperation, forEditors } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { showRow } from '../../kernel/shown-row.ts'
import { defineVersioned, fieldsExcept } from '../../kernel/versions.ts'
import { conflict, invalidRequest } from '../../lib/errors.ts'
import type { PostgresLike, Transaction } from '../../stores/postgres.ts'
import { inList } from '../../stores/postgres-rows.ts'

const categorySchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prompt_count: z.int().describe('Prompts in the category, including inactive ones.'),
    created_at: utcTimestamp,
  })
  .meta({ component: 'AlignmentCategory' })

const categoryVersion = defineVersioned('category', fieldsExcept(categorySchema))

const categoryName = nameText(200)

interface CountedCategory {
  id: string
  name: string
  created_at: Date
  prompt_count: number
}

const serializeCategory = (row: CountedCategory) => showRow(categorySchema, row)

const categoriesOf = (db: PostgresLike, brandId: string) =>
  db
    .selectFrom('alignment_categories')
    .select(['id', 'name', 'created_at'])
    .select(
      sql<number>`(select count(*) from prompts where prompts.category_id = alignment_categories.id)`.as(
        'prompt_count',
      ),
    )
    .where('brand_id', '=', brandId)

export const listAlignmentCategories = defineOperation({
  name: 'list-alignment-categories',
  summary: 'List alignment categories with prompt counts, newest first',
  ...brandRead('read:prompts', '/alignment/categories'),
  shows: categoryVersion,
  fields: {},
  list: storedRows(20),
  data: z.array(categorySchema),
  async run({ ctx: { services, brand }, page }) {
    const { rows, next } = await newestFirst(categoriesOf(services.db, brand.id), 'alignment_categories', page)
    return { data: rows.map(serializeCategory), next }
  },
})

export const createAlignmentCategory = defineChange({
  name: 'create-alignment-category',
  summary: 'Create an alignment category',
  ...forEditors,
  fields: { name: categoryName },
  data: categorySchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const row = { id: randomUUID(), brand_id: brand.id, name: input.name, created_at: services.now() }
    const insert = transaction.insertInto('alignment_categories').values(row)
    const { numInsertedOrUpdatedRows } = await insert.onConflict((on) => on.doNothing()).executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n)
      throw conflict(`name: a category named ${JSON.stringify(input.name)} already exists`)
    const data = serializeCategory({ ...row, prompt_count: 0 })
    return { data, audit: { before: null, after: data } }
  },
})

export const deleteAlignmentCategories = defineChange({
  name: 'delete-alignment-categories',
  summary: 'Delete alignment categories; all given ones or none',
  description:
    'Keeps their prompts and suggestions without a category. With delete_prompts, also deletes the prompts permanently; ' +
    'their answers still count toward the brand’s totals.',
  ...brandWrite('write:alignment', 'DELETE', '/alignment/categories', {
    body: ['category_ids', 'delete_prompts'],
  }),
  changes: { ...categoryVersion, each: 'categories' },
  fields: {
    category_ids: z.array(uuid).min(1).max(200),
    delete_prompts: z.boolean().default(false).describe('Whether to also delete the prompts of these categories.'),
  },
  data: z.object({ deleted_category_ids: z.array(z.uuid()), deleted_prompts: z.boolean() }),
  async change({ ctx: { brand }, input, transaction }) {
    const ids = [...new Set(input.category_ids)]
    const isGiven = inList('id', ids, 'uuid')
    const categories = await categoriesOf(transaction, brand.id).where(isGiven).execute()
    const known = new Set(categories.map((category) => category.id))
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length > 0) throw invalidRequest(`category_ids: the brand has no category ${missing.join(', ')}`)
    const prompts = input.delete_prompts ? await deletePrompts(transaction, brand.id, ids) : undefined
    await transaction.deleteFrom('alignment_categories').where(isGiven).execute()
    const before = { categories: categories.map(serializeCategory), ...(prompts && { prompts }) }
    return {
      data: { deleted_category_ids: ids, deleted_prompts: input.delete_prompts },
      audit: { before, after: null },
    }
  },
})

const deletePrompts = (transaction: Transaction, brandId: string, categoryIds: string[]) =>
  transaction
    .deleteFrom('prompts')
    .where('brand_id', '=', brandId)
    .where(inList('category_id', categoryIds, 'uuid'))
    .returning(['id', 'text', 'category_id'])
    .execute()
