import { z } from 'zod'
import { shownTime } from '../../kernel/fields.ts'
import { defineOperation } from '../../kernel/operation.ts'
import { invalidRequest } from '../../lib/errors.ts'
import { displayKey } from './key-format.ts'

export const getMe = defineOperation({
  name: 'get-me',
  summary: 'The identity behind the key',
  on: 'workspace',
  access: 'any-key',
  http: { method: 'GET', path: '/v1/me', limit: 'read' },
  ofCaller: true,
  fields: {},
  data: z.object({
    name: z.string(),
    display: z.string().describe('The prefix, an ellipsis and the last four characters of the key'),
    workspace: z.object({ id: z.uuid(), name: z.string() }),
    scopes: z.array(z.string()),
    brand_access: z.object({ all: z.boolean(), brand_ids: z.array(z.uuid()) }),
    creator: z.string().nullable().describe('Who asked for the key'),
    created_at: shownTime,
    expires_at: shownTime.nullable(),
  }),
  async run({ ctx: { principal, workspace } }) {
    if (principal.kind !== 'key')
      throw invalidRequest('get-me speaks of an API key: list-keys shows a workspace’s')
    return {
      data: {
        name: principal.name,
        display: displayKey(principal.lastFour),
        workspace: { id: workspace.id, name: workspace.name },
        scopes: principal.scopes,
        brand_access: { all: principal.allBrands, brand_ids: principal.brandIds },
        creator: principal.createdBy,
        created_at: principal.createdAt.toISOString(),
        expires_at: principal.expiresAt?.toISOString() ?? null,
      },
    }
  },
})
