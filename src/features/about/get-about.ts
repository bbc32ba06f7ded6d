import { z } from 'zod'
import { defineOperation, forMembers } from '../../kernel/operation.ts'
import { version } from '../../lib/version.ts'

export const getAbout = defineOperation({
  ...forMembers,
  name: 'get-about',
  summary: 'Show the version and license of Sightline',
  isSameInAll: true,
  fields: {},
  data: z.object({
    release: z.string(),
    licence: z.string().describe('SPDX identifier. The text is at /docs/licence.'),
  }),
  run: async () => ({ data: { release: version, licence: 'Apache-2.0' } }),
})
