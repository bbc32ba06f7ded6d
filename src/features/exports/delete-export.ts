import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange } from '../../kernel/operation.ts'
import { exportVersion, findExport, serializeExport } from './export.ts'
import { pruneExports } from './prune-exports.ts'

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
