import { randomUUID } from 'node:crypto'
import { defineChange, forEditors } from '../../kernel/operation.ts'
import { conflict } from '../../lib/errors.ts'
import { categoryName, categorySchema, serializeCategory } from './category.ts'

export const createAlignmentCategory = defineChange({
  name: 'create-alignment-category',
  summary: 'Create an alignment category',
  ...forEditors,
  fields: { name: categoryName },
  data: categorySchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const row = { id: randomUUID(), brand_id: brand.id, name: input.name, created_at: services.now() }
    const insert = transaction.insertInto('alignment_categories').values(row)
    const { numInsertedOrUpdatedRows } = await insert
      .onConflict((on) => on.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n)
      throw conflict(`name: a category named ${JSON.stringify(input.name)} already exists`)
    const data = serializeCategory({ ...row, prompt_count: 0 })
    return { data, audit: { before: null, after: data } }
  },
})
