import { z } from 'zod'
import { grantableScopes, oauthPaths } from '../../kernel/authorization-server.ts'
import { uuid } from '../../kernel/fields.ts'
import { defineChange, forPerson } from '../../kernel/operation.ts'
import { invalidRequest, notFound } from '../../lib/errors.ts'
import { loadMember } from '../people/index.ts'
import { makeConnection } from './connections.ts'
import { answerRequest, findRequest, requestId } from './requests.ts'

/** The URL at which the browser resumes its request. */
export const resumeUrl = (address: string, request: string) =>
  `${address}${oauthPaths.authorization}/${encodeURIComponent(request)}`

export const approveClient = defineChange({
  ...forPerson,
  name: 'approve-client',
  summary: 'Approve the request of an app to access a workspace on your behalf',
  fields: {
    request_id: requestId,
    target_workspace_id: uuid.describe('The workspace that the app can access.'),
    scopes: z.array(z.enum(grantableScopes)).min(1).max(grantableScopes.length),
    brand_ids: z
      .array(uuid)
      .min(1)
      .max(1000)
      .optional()
      .describe('Omit for all brands that you can access, including future ones.'),
  },
  data: z.object({
    id: z.uuid(),
    url: z.url().describe('URL at which the requesting browser continues.'),
  }),
  async change({ ctx: { services, actor }, input, transaction }) {
    const { request_id, target_workspace_id: workspace_id, brand_ids = null } = input
    const { client, scopes: asked } = await findRequest(services, request_id, transaction)
    const extra = input.scopes.find((scope) => !asked.includes(scope))
    if (extra !== undefined) throw invalidRequest(`scopes: the app did not request ${extra}`)
    const membership = await loadMember(transaction, actor.id, workspace_id)
    if (membership === undefined) throw notFound('workspace')
    const brands = await transaction
      .selectFrom('brands')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .execute()
    const reached = membership.brands === 'all' ? brands.map(({ id }) => id) : membership.brands
    const foreign = brand_ids?.find((id) => !reached.includes(id))
    if (foreign !== undefined) throw invalidRequest(`brand_ids: you cannot access ${foreign}`)
    const scopes = grantableScopes.filter((scope) => input.scopes.includes(scope))
    const id = await makeConnection(services, transaction, {
      client_id: client.id,
      client_name: client.name,
      client_place: client.place,
      person_id: actor.id,
      workspace_id,
      scopes,
      brand_ids,
    })
    await answerRequest(transaction, request_id, {
      login: { accountId: actor.id },
      consent: { grantId: id },
    })
    const { name: client_name, place: client_place } = client
    const after = { id, client_name, client_place, scopes, brand_ids }
    return {
      data: { id, url: resumeUrl(services.address(), request_id) },
      audit: { before: null, after, workspaceId: workspace_id },
    }
  },
})
