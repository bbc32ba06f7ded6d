import { z } from 'zod'
import { nameText, utcTimestamp } from '../../kernel/fields.ts'
import type { Workspace } from '../../kernel/tables.ts'

export const workspaceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  api_access: z.boolean().describe('Whether its keys can use the API.'),
  api_writes: z.boolean().describe('Whether keys with write scopes can be created and used.'),
  brand_knowledge: z.boolean().describe('Whether the plan includes knowledge documents.'),
  credits: z.int().describe('Remaining credits for technical audits.'),
  second_factor_required: z.boolean().describe('Whether members need a second factor.'),
  created_at: utcTimestamp,
  updated_at: utcTimestamp,
})

export const workspaceFields = {
  name: nameText(200).describe('Display name.'),
  api_access: z.boolean(),
  api_writes: z.boolean(),
  brand_knowledge: z.boolean(),
  credits: z.int().min(0).max(1_000_000_000),
}

export function serializeWorkspace(row: Workspace): z.input<typeof workspaceSchema> {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() }
}
