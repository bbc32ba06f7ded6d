import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { defineChange, forAdmins } from '../../kernel/operation.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import { brandFields, domainColumns, operatorBrandSchema, serializeOperatorBrand } from './brand.ts'

export const createBrand = defineChange({
  name: 'create-brand',
  summary: 'Create a brand',
  ...forAdmins,
  fields: {
    name: brandFields.name,
    domain: brandFields.domain.optional(),
    aliases: brandFields.aliases.default([]),
    is_active: z.boolean().default(true),
    match_case_sensitive: brandFields.match_case_sensitive.default(false),
    match_in_context: brandFields.match_in_context.default(false),
  },
  data: operatorBrandSchema,
  async change({ ctx: { services, workspace }, input, transaction }) {
    const at = services.now()
    const row = {
      id: randomUUID(),
      workspace_id: workspace.id,
      name: input.name,
      aliases: input.aliases,
      is_active: input.is_active,
      match_case_sensitive: input.match_case_sensitive,
      match_in_context: input.match_in_context,
      ...(input.domain === undefined ? { primary_domain: null, website: null } : domainColumns(input.domain)),
      reading_version: 0,
      created_at: at,
      updated_at: at,
    }
    const created = await transaction
      .insertInto('brands')
      .values(row)
      .returningAll()
      .executeTakeFirstOrThrow()
    await refreshReadingConfig(services, transaction, created.id)
    const data = serializeOperatorBrand(created)
    return { data, audit: { before: null, after: data, brandId: data.id } }
  },
})
