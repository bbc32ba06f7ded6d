import { z } from 'zod'
import type { Services } from '../../kernel/context.ts'
import { defineOperation, forPerson } from '../../kernel/operation.ts'
import { roles } from '../../kernel/roles.ts'
import { allReadScopes, allWriteScopes, isWriteScope } from '../../kernel/scopes.ts'
import { loadMember } from '../people/index.ts'
import { isDocument } from './clients.ts'
import { findRequest, requestId } from './requests.ts'

export const getAuthorizationRequest = defineOperation({
  ...forPerson,
  name: 'get-authorization-request',
  summary: 'Show the access that an app requests, and the workspaces it can be granted for',
  fields: { request_id: requestId },
  data: z.object({
    client: z.object({
      name: z.string().describe('Name that the app reports.'),
      place: z.string().describe('Target of the redirect: a host or a URI scheme.'),
      document_host: z
        .string()
        .nullable()
        .describe('Host of the app’s metadata document. Null if the app registered itself.'),
    }),
    read_scopes: z.array(z.enum(allReadScopes)),
    write_scopes: z.array(z.enum(allWriteScopes)),
    workspaces: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        role: z.enum(roles),
        brands: z.array(z.object({ id: z.uuid(), name: z.string() })),
      }),
    ),
  }),
  async run({ ctx: { services, actor }, input }) {
    const { client, scopes } = await findRequest(services, input.request_id)
    return {
      data: {
        client: {
          name: client.name,
          place: client.place,
          document_host: isDocument(client.id) ? new URL(client.id).host : null,
        },
        read_scopes: scopes.filter((scope) => !isWriteScope(scope)) as typeof allReadScopes,
        write_scopes: scopes.filter(isWriteScope),
        workspaces: await workspacesOf(services, actor.id),
      },
    }
  },
})

async function workspacesOf({ db }: Services, personId: string) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select('workspaces.id')
    .where('person_id', '=', personId)
    .orderBy('workspaces.name')
    .orderBy('workspaces.id')
    .execute()
  const found = await Promise.all(
    rows.map(async ({ id }) => {
      const membership = await loadMember(db, personId, id)
      if (membership === undefined) return []
      const brands = await db
        .selectFrom('brands')
        .select(['id', 'name'])
        .where('workspace_id', '=', id)
        .orderBy('name')
        .orderBy('id')
        .execute()
      const reached = brands.filter((brand) => membership.brands === 'all' || membership.brands.includes(brand.id))
      return [{ id, name: membership.workspace.name, role: membership.role, brands: reached }]
    }),
  )
  return found.flat()
}
