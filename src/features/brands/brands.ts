import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { accessibleBrands } from '../../kernel/actor.ts'
import { record } from '../../kernel/change.ts'
import { eraseBrand } from '../../kernel/erase.ts'
import { defineChange, defineOperation, forAdmins, forBrandAdmins } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { checkVersion } from '../../kernel/versions.ts'
import { refreshReadingConfig } from '../answers/index.ts'
import { aliasesAreSet } from '../profile/index.ts'
import {
  brandFields,
  brandSchema,
  brandVersion,
  domainColumns,
  operatorBrandSchema,
  serializeBrand,
  serializeOperatorBrand,
} from './brand.ts'

export const listBrands = defineOperation({
  name: 'list-brands',
  summary: 'List the brands that the key can access, newest first',
  description: 'Returns all brands unless limit is set.',
  on: 'workspace',
  access: 'read:basic',
  role: 'viewer',
  shows: brandVersion,
  http: { method: 'GET', path: '/v1/brands', limit: 'read' },
  fields: {},
  list: storedRows(null),
  data: z.array(brandSchema),
  meta: z.object({ count: z.int().describe('Rows in this response.') }),
  async run({ ctx: { services, actor, workspace }, page }) {
    let brands = services.db.selectFrom('brands').selectAll().where('workspace_id', '=', workspace.id)
    const reachable = accessibleBrands(actor)
    if (reachable !== 'all') {
      brands = brands.where('id', '=', sql<string>`any(${reachable}::uuid[])`)
    }
    const { rows, next } = await newestFirst(brands, 'brands', page)
    return { data: rows.map(serializeBrand), meta: { count: rows.length }, next }
  },
})

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
    excluded_phrases: brandFields.excluded_phrases.default([]),
  },
  data: operatorBrandSchema,
  async change({ ctx: { services, workspace }, input, transaction }) {
    const at = services.now()
    const { domain, ...columns } = input
    const row = {
      id: randomUUID(),
      workspace_id: workspace.id,
      ...columns,
      ...(domain === undefined ? { primary_domain: null, website: null } : domainColumns(domain)),
      reading_version: 0,
      created_at: at,
      updated_at: at,
    }
    const created = await transaction.insertInto('brands').values(row).returningAll().executeTakeFirstOrThrow()
    await refreshReadingConfig(services, transaction, created.id)
    const data = serializeOperatorBrand(created)
    return { data, audit: { before: null, after: data, brandId: data.id } }
  },
})

export const updateBrand = defineChange({
  ...forBrandAdmins,
  name: 'update-brand',
  summary: 'Update a brand; omitted fields stay unchanged',
  description: 'Changing names, domain or how names match rereads the stored answers in the background.',
  changes: brandVersion,
  fields: {
    ...z.object({ ...brandFields, is_active: z.boolean() }).partial().shape,
  },
  data: operatorBrandSchema,
  async change({ ctx: { services, brand }, input, transaction }) {
    const { domain, ...columns } = input
    const changes = {
      ...columns,
      ...(domain === undefined ? {} : domainColumns(domain)),
      updated_at: services.now(),
    }
    const update = transaction.updateTable('brands').set(changes).where('id', '=', brand.id)
    const row = await update.returningAll().executeTakeFirstOrThrow()
    if (input.aliases !== undefined) await aliasesAreSet(transaction, brand.id)
    await refreshReadingConfig(services, transaction, brand.id)
    const data = serializeOperatorBrand(row)
    return { data, audit: { before: serializeOperatorBrand(brand), after: data } }
  },
})

export const deleteBrand = defineOperation({
  ...forBrandAdmins,
  name: 'delete-brand',
  summary: 'Delete a brand with all its stored data',
  changes: brandVersion,
  fields: {},
  data: z.object({ deleted_brand_id: z.uuid() }),
  async run({ ctx }) {
    const { services, workspace, brand } = ctx
    await eraseBrand(services, brand.id, {
      check: (found) => checkVersion(brandVersion, ctx.ifMatch, serializeBrand(found)),
      record: (transaction) =>
        record(transaction, 'delete-brand', ctx, {
          before: { id: brand.id },
          after: null,
          workspaceId: workspace.id,
        }),
    })
    services.onAccessChanged()
    return { data: { deleted_brand_id: brand.id } }
  },
})
