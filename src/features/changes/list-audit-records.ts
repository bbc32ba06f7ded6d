import { z } from 'zod'
import { utcTimestamp, uuid } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/walk.ts'

export const listAuditRecords = defineOperation({
  name: 'list-audit-records',
  summary: 'Who changed what in a workspace, newest first',
  on: 'workspace',
  access: 'operator',
  role: 'admin',
  fields: { of_brand_id: uuid.optional().describe('Changes of this brand alone') },
  list: storedRows(null),
  data: z.array(
    z.object({
      id: z.uuid(),
      created_at: utcTimestamp,
      operation: z.string(),
      brand_id: z.uuid().nullable(),
      key_id: z.uuid().nullable().describe('The key that did it; null where the operator did'),
      key_name: z.string().nullable(),
      before: z.record(z.string(), z.unknown()).nullable(),
      after: z.record(z.string(), z.unknown()).nullable(),
      request_id: z.uuid(),
    }),
  ),
  async run({ ctx: { services, workspace }, input, page }) {
    let records = services.db.selectFrom('audit_records').selectAll().where('workspace_id', '=', workspace.id)
    if (input.of_brand_id !== undefined) records = records.where('brand_id', '=', input.of_brand_id)
    const { rows, next } = await newestFirst(records, 'audit_records', page)
    return {
      data: rows.map(
        ({ workspace_id: _w, actor_kind: _kind, actor_id: _id, created_at, before, after, ...row }) => ({
          ...row,
          created_at: created_at.toISOString(),
          before: before as Record<string, unknown> | null,
          after: after as Record<string, unknown> | null,
        }),
      ),
      next,
    }
  },
})
