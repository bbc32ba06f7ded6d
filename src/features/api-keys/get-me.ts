import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { displayKey } from '../../lib/key-format.ts'

export const getMe = defineOperation({
  name: 'get-me',
  summary: 'Show the API key of the request',
  on: 'workspace',
  access: 'any-key',
  role: 'none',
  http: { method: 'GET', path: '/v1/me', limit: 'read' },
  fields: {},
  data: z.object({
    id: z.uuid(),
    name: z.string(),
    display: z.string().describe('Prefix, ellipsis and last four characters of the key.'),
    workspace: z.object({ id: z.uuid(), name: z.string() }),
    scopes: z.array(z.string()),
    brand_access: z.object({ all: z.boolean(), brand_ids: z.array(z.uuid()) }),
    creator: z.string().nullable().describe('Who requested the key.'),
    created_at: utcTimestamp,
    expires_at: utcTimestamp.nullable(),
  }),
  async run({ ctx: { actor, workspace } }) {
    if (actor.kind !== 'api-key')
      throw invalidRequest('get-me works only with an API key; use list-keys to see the workspace’s keys')
    return {
      data: {
        id: actor.id,
        name: actor.name,
        display: displayKey(actor.lastFour),
        workspace: { id: workspace.id, name: workspace.name },
        scopes: [...actor.scopes],
        brand_access: {
          all: actor.brands === 'all',
          brand_ids: actor.brands === 'all' ? [] : [...actor.brands],
        },
        creator: actor.createdBy,
        created_at: actor.createdAt.toISOString(),
        expires_at: actor.expiresAt?.toISOString() ?? null,
      },
    }
  },
})
