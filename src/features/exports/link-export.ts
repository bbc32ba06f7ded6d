import { z } from 'zod'
import { uuid } from '../../kernel/fields.ts'
import { defineChange } from '../../kernel/operation.ts'
import { checkScopeOf } from '../../kernel/permissions.ts'
import { findExport } from './export.ts'
import { openExportFile } from './export-file.ts'
import { exportKinds } from './kinds/index.ts'
import { signedPath } from './signed-path.ts'

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
