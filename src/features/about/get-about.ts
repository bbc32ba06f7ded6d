import { z } from 'zod'
import { defineOperation } from '../../kernel/operation.ts'
import { version } from '../../lib/version.ts'

export const getAbout = defineOperation({
  name: 'get-about',
  summary: 'Which release of Sightline this is',
  on: 'workspace',
  access: 'operator',
  role: 'viewer',
  fields: {},
  data: z.object({
    release: z.string(),
    licence: z.string().describe('By its SPDX identifier; the text is at /docs/licence'),
  }),
  run: async () => ({ data: { release: version, licence: 'Apache-2.0' } }),
})
