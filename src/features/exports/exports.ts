import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { brandRead, defineChange, defineOperation } from '../../kernel/operation.ts'
import { brandRows } from '../../kernel/pagination.ts'
import { checkScopeOf } from '../../kernel/permissions.ts'
import { exportSchema, exportVersion, findExport, serializeExport } from './export.ts'
import { openExportFile } from './export-file.ts'
import { formats } from './formats.ts'
import { exportKinds } from './kinds/index.ts'
import { pruneExports } from './prune-exports.ts'
import { signedPath } from './signed-path.ts'

export const listExports = defineOperation({
  name: 'list-exports',
  summary: 'List the exports of a brand, newest first',
  ...brandRead('read:prompts', '/exports'),
  shows: exportVersion,
  // The progress of an export changes independently of the brand's data.
  entityTag: 'content',
  ...brandRows('exports', exportSchema, serializeExport),
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

const linkMinutes = 15

export const linkExport = defineChange({
  name: 'create-export-link',
  summary: 'Create a download link for an export that works without a key for 15 minutes',
  description: 'Anyone with the link can download the file.',
  on: 'brand',
  access: 'read:prompts',
  role: 'viewer',
  http: { method: 'POST', path: '/v1/brands/{brand_id}/exports/{export_id}/link', limit: 'write' },
  fields: { export_id: uuid },
  data: z.object({
    url: z.string(),
    expires_at: z.iso.datetime(),
  }),
  async change({ ctx: { services, actor, brand }, input: { export_id }, transaction }) {
    const found = await findExport(transaction, brand.id, export_id)
    checkScopeOf(actor, exportKinds[found.kind].scope)
    openExportFile(services, found)
    const until = new Date(services.now().getTime() + linkMinutes * 60_000)
    const expires_at = until.toISOString()
    return {
      data: { url: `${services.address()}${signedPath(services, found.id, until)}`, expires_at },
      audit: { before: null, after: { export_id: found.id, expires_at } },
    }
  },
})

export const deleteExport = defineChange({
  name: 'delete-export',
  summary: 'Delete an export with its file; cancels one in progress',
  on: 'brand',
  access: 'read:prompts',
  role: 'editor',
  changes: exportVersion,
  http: { method: 'DELETE', path: '/v1/brands/{brand_id}/exports/{export_id}', limit: 'write' },
  fields: { export_id: uuid },
  data: z.object({ deleted_export_id: z.uuid() }),
  async change({ ctx: { services, brand }, input: { export_id }, transaction }) {
    const { id, kind, format, status } = serializeExport(await findExport(transaction, brand.id, export_id))
    await transaction.deleteFrom('exports').where('id', '=', id).execute()
    await services.jobs.enqueue(pruneExports.queue, {}, { key: 'now', transaction })
    return {
      data: { deleted_export_id: id },
      audit: { before: { id, kind, format, status }, after: null },
    }
  },
})
