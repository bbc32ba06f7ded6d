import { z } from 'zod'
import { utcTimestamp } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { displayKey } from '../../lib/key-format.ts'

export const getMe = defineOperation({
  name: 'get-me',
  summary: 'The identity behind the key',
  on: 'workspace',
  access: 'any-key',
  role: 'none',
  http: { method: 'GET', path: '/v1/me', limit: 'read' },
  fields: {},
  data: z.object({
    id: z.uuid(),
    name: z.string(),
    display: z.string().describe('The prefix, an ellipsis and the last four characters of the key'),
    workspace: z.object({ id: z.uuid(), name: z.string() }),
    scopes: z.array(z.string()),
    brand_access: z.object({ all: z.boolean(), brand_ids: z.array(z.uuid()) }),
    creator: z.string().nullable().describe('Who asked for the key'),
    created_at: utcTimestamp,
    expires_at: utcTimestamp.nullable(),
  }),
  async run({ ctx: { actor, workspace } }) {
    if (actor.kind !== 'api-key')
      throw invalidRequest('get-me speaks of an API key: list-keys shows a workspace’s')
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
