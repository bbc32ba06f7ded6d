import { z } from 'zod'
import { nameText, utcTimestamp } from '../../kernel/fields.ts'
import { showRow } from '../../kernel/shown-row.ts'
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

export const serializeWorkspace = (row: Workspace) => showRow(workspaceSchema, row)
