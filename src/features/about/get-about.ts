import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { version } from '../../lib/version.ts'

export const getAbout = defineOperation({
  name: 'get-about',
  summary: 'Show the version and license of Sightline',
  on: 'workspace',
  isSameInAll: true,
  access: 'operator',
  role: 'viewer',
  fields: {},
  data: z.object({
    release: z.string(),
    licence: z.string().describe('SPDX identifier. The text is at /docs/licence.'),
  }),
  run: async () => ({ data: { release: version, licence: 'Apache-2.0' } }),
})
