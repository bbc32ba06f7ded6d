import { defineFeature } from '../../kernel/feature.ts'
import { getAbout } from './get-about.ts'
import { licensePage } from './license-page.ts'

export const about = defineFeature({
  name: 'about',
  operations: [getAbout],
  docsPages: { '/docs/licence': licensePage },
})
