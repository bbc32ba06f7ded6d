import { z } from 'zod'
import { grantableScopes } from '../../kernel/authorization-server.ts'
import { utcTimestamp, uuid } from '../../kernel/fields.ts'
import { defineChange, defineOperation, forPerson } from '../../kernel/operation.ts'
import { newestFirst, storedRows } from '../../kernel/pagination.ts'
import { notFound } from '../../lib/errors.ts'
import { isLive } from './connections.ts'

export const listConnectedClients = defineOperation({
  ...forPerson,
  name: 'list-connected-clients',
  summary: 'List your connected apps, newest first',
  fields: {},
  list: storedRows(null),
  data: z.array(
    z.object({
      id: z.uuid(),
      name: z.string().describe('Name that the app reported.'),
      place: z.string().describe('Target of its redirects: a host or a URI scheme.'),
      workspace: z.object({ id: z.uuid(), name: z.string() }),
      scopes: z.array(z.enum(grantableScopes)),
      brand_ids: z.array(z.uuid()).nullable().describe('Null for all brands that you can access.'),
      created_at: utcTimestamp,
      last_used_at: utcTimestamp,
    }),
  ),
  async run({ ctx: { services, actor }, page }) {
    const own = services.db
      .selectFrom('oauth_connections')
      .innerJoin('workspaces', 'workspaces.id', 'oauth_connections.workspace_id')
      .selectAll('oauth_connections')
      .select('workspaces.name as workspace_name')
      .where('person_id', '=', actor.id)
      .where(isLive(services))
    const { rows, next } = await newestFirst(own, 'oauth_connections', page)
    return {
      data: rows.map((row) => ({
        id: row.id,
        name: row.client_name,
        place: row.client_place,
        workspace: { id: row.workspace_id, name: row.workspace_name },
        scopes: grantableScopes.filter((scope) => row.scopes.includes(scope)),
        brand_ids: row.brand_ids,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
      })),
      next,
    }
  },
})

export const disconnectClient = defineChange({
  ...forPerson,
  name: 'disconnect-client',
  summary: 'Disconnect an app; its tokens stop working immediately',
  fields: { connection_id: uuid },
  data: z.object({ id: z.uuid() }),
  async change({ ctx: { actor }, input: { connection_id: id }, transaction }) {
    const ended = await transaction
      .deleteFrom('oauth_connections')
      .where('id', '=', id)
      .where('person_id', '=', actor.id)
      .returning(['workspace_id', 'client_name', 'client_place', 'scopes', 'brand_ids'])
      .executeTakeFirstOrThrow(() => notFound('connection'))
    const { workspace_id: workspaceId, ...before } = ended
    return { data: { id }, audit: { before: { id, ...before }, after: null, workspaceId } }
  },
})
