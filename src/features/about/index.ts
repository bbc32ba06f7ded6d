import { defineFeature } from '../../kernel/feature.ts'
import { getAbout } from './get-about.ts'
import { licensePage } from './licence-page.ts'

export const about = defineFeature({
  name: 'about',
  operations: [getAbout],
  docsPages: { '/docs/licence': licensePage },
})
