import { brandRead, defineOperation } from '../../kernel/operation.ts'
import { notFound } from '../../lib/errors.ts'
import { findProfile, profileSchema, profileVersion, serializeProfile } from './profile.ts'

export const getProfile = defineOperation({
  name: 'get-profile',
  summary: 'Show the brand’s profile',
  description:
    'Returns 404 with `error.resource` `profile` if the brand has no profile, or `brand` if the key cannot access the brand.',
  ...brandRead('read:basic', '/profile'),
  shows: profileVersion,
  fields: {},
  data: profileSchema,
  async run({ ctx: { services, brand } }) {
    const stored = await findProfile(services.db, brand.id)
    if (stored === undefined) throw notFound('profile')
    return { data: serializeProfile(brand, stored) }
  },
})
