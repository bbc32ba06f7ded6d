import { defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { findProfile, profileSchema, profileVersion, serializeProfile } from './profile.ts'

export const getProfile = defineOperation({
  name: 'get-profile',
  summary: 'The brand’s profile',
  description:
    'Not found where the brand has not been analysed: `error.resource` is then `profile`, and `brand` where the key reaches no such brand.',
  on: 'brand',
  access: 'read:basic',
  role: 'viewer',
  shows: profileVersion,
  http: { method: 'GET', path: '/v1/brands/{brand_id}/profile', limit: 'read' },
  fields: {},
  data: profileSchema,
  async run({ ctx: { services, brand } }) {
    const stored = await findProfile(services.db, brand.id)
    if (stored === undefined) throw notFound('profile')
    return { data: serializeProfile(brand, stored) }
  },
})
