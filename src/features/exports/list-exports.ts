import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { checkScopeOf } from '../../kernel/permissions.ts'
import { exportSchema, exportVersion, findExport, serializeExport } from './export.ts'
import { openExportFile } from './export-file.ts'
import { formats } from './formats.ts'
import { exportKinds } from './kinds/index.ts'

export const listExports = defineOperation({
  name: 'list-exports',
  summary: 'List the exports of a brand, newest first',
  ...brandRead('read:prompts', '/exports'),
  shows: exportVersion,
  fields: {},
  list: storedRows(20),
  // The progress of an export changes independently of the brand's data.
  entityTag: 'content',
  data: z.array(exportSchema),
  async run({ ctx: { services, brand }, page }) {
    const exports = services.db.selectFrom('exports').selectAll().where('brand_id', '=', brand.id)
    const { rows, next } = await newestFirst(exports, 'exports', page)
    return { data: rows.map(serializeExport), next }
  },
})

export const getExport = defineOperation({
  name: 'get-export',
  summary: 'Show the progress of an export',
  ...brandRead('read:prompts', '/exports/{export_id}'),
  shows: exportVersion,
  fields: { export_id: uuid },
  entityTag: 'content',
  data: exportSchema,
  async run({ ctx: { services, brand }, input }) {
    return { data: serializeExport(await findExport(services.db, brand.id, input.export_id)) }
  },
  downloadTypes: Object.values(formats).map(({ contentType }) => contentType),
  async download({ ctx: { services, actor, brand }, input }) {
    const found = await findExport(services.db, brand.id, input.export_id)
    checkScopeOf(actor, exportKinds[found.kind].scope)
    return openExportFile(services, found)
  },
})
