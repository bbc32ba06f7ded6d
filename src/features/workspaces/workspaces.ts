import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { record } from '../../kernel/change.ts'
import { eraseWorkspace } from '../../kernel/erase.ts'
import { nameText, utcTimestamp } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forMembers, forOperator, forOwners } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { showRow } from '../../kernel/shown-row.ts'
import type { Workspace } from '../../kernel/tables.ts'
import { defineVersioned } from '../../kernel/versions.ts'
import { notFound } from '../../lib/errors.ts'
import type { Transaction } from '../../stores/postgres.ts'
import { insertRow, updateRow } from '../../stores/postgres-rows.ts'
import { setCredits } from './credit-ledger.ts'

const workspaceSchema = z.object({
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

const workspaceFields = {
  name: nameText(200).describe('Display name.'),
  api_access: z.boolean(),
  api_writes: z.boolean(),
  brand_knowledge: z.boolean(),
  credits: z.int().min(0).max(1_000_000_000),
}

const serializeWorkspace = (row: Workspace) => showRow(workspaceSchema, row)

export const listWorkspaces = defineOperation({
  name: 'list-workspaces',
  summary: 'List the workspaces of this installation, newest first',
  ...forOperator,
  fields: {},
  list: storedRows(null),
  data: z.array(workspaceSchema),
  async run({ ctx: { services }, page }) {
    const { rows, next } = await newestFirst(services.db.selectFrom('workspaces').selectAll(), 'workspaces', page)
    return { data: rows.map(serializeWorkspace), next }
  },
})

/** The fields that members see and owners can change. */
export const namedWorkspace = z.object({
  id: z.uuid(),
  name: z.string(),
  second_factor_required: z.boolean().describe('Whether members need a second factor.'),
})

const workspaceVersion = defineVersioned('workspace', ['id', 'name'])

export const getWorkspace = defineOperation({
  ...forMembers,
  name: 'get-workspace',
  summary: 'Show the name of a workspace',
  shows: workspaceVersion,
  fields: {},
  data: namedWorkspace,
  async run({ ctx: { workspace } }) {
    const { id, name, second_factor_required } = workspace
    return { data: { id, name, second_factor_required } }
  },
})

type NewWorkspace = Omit<Workspace, 'id' | 'second_factor_required' | 'created_at' | 'updated_at'>

export async function insertWorkspace(transaction: Transaction, workspace: NewWorkspace, at: Date): Promise<Workspace> {
  const row = {
    ...{ id: randomUUID(), ...workspace, second_factor_required: false },
    ...{ created_at: at, updated_at: at },
  }
  await insertRow(transaction, 'workspaces', { ...row, credits: 0 })
  await setCredits({ transaction, workspaceId: row.id, at }, workspace.credits)
  return row
}

export const createWorkspace = defineChange({
  name: 'create-workspace',
  summary: 'Create a workspace',
  ...forOperator,
  fields: {
    name: workspaceFields.name,
    api_access: workspaceFields.api_access.default(true),
    api_writes: workspaceFields.api_writes.default(false),
    brand_knowledge: workspaceFields.brand_knowledge.default(false),
    credits: workspaceFields.credits.default(0),
  },
  data: workspaceSchema,
  async change({ ctx: { services }, input, transaction }) {
    const data = serializeWorkspace(await insertWorkspace(transaction, input, services.now()))
    return { data, audit: { before: null, after: data, workspaceId: data.id } }
  },
})

export const updateWorkspace = defineChange({
  name: 'update-workspace',
  summary: 'Update a workspace; omitted fields stay unchanged',
  on: 'workspace',
  access: 'operator',
  role: 'none',
  fields: z.object(workspaceFields).partial().shape,
  data: workspaceSchema,
  async change({ ctx: { services, workspace }, input, transaction }) {
    const { credits, ...columns } = input
    const at = services.now()
    if (credits !== undefined) await setCredits({ transaction, workspaceId: workspace.id, at }, credits)
    const row = await transaction
      .updateTable('workspaces')
      .set({ ...columns, updated_at: at })
      .where('id', '=', workspace.id)
      .returningAll()
      .executeTakeFirstOrThrow(() => notFound('workspace'))
    const data = serializeWorkspace(row)
    return { data, audit: { before: serializeWorkspace(workspace), after: data } }
  },
})

export const renameWorkspace = defineChange({
  ...forOwners,
  name: 'rename-workspace',
  summary: 'Rename a workspace',
  changes: workspaceVersion,
  fields: { name: workspaceFields.name },
  data: namedWorkspace,
  async change({ ctx: { services, workspace }, input: { name }, transaction }) {
    const ofThis = transaction
      .selectFrom('workspaces')
      .select(['id', 'name', 'second_factor_required'])
      .where('id', '=', workspace.id)
    const before = await ofThis.forNoKeyUpdate().executeTakeFirstOrThrow(() => notFound('workspace'))
    await updateRow(transaction, 'workspaces', workspace.id, { name, updated_at: services.now() })
    const after = { ...before, name }
    return { data: after, audit: { before, after } }
  },
})

export const deleteWorkspace = defineOperation({
  ...forOwners,
  name: 'delete-workspace',
  summary: 'Delete a workspace with its brands, keys and all stored data',
  fields: {},
  data: z.object({ deleted_workspace_id: z.uuid(), deleted_brands: z.int() }),
  async run({ ctx }) {
    const { services, workspace } = ctx
    const deletedBrands = await eraseWorkspace(services, workspace.id, (transaction, brands) =>
      record(transaction, 'delete-workspace', ctx, {
        before: { id: workspace.id, brands },
        after: null,
        workspaceId: null,
      }),
    )
    return { data: { deleted_workspace_id: workspace.id, deleted_brands: deletedBrands } }
  },
})
