import { defineFeature } from '../../kernel/feature.ts'
import { listWebsitePages } from './list-website-pages.ts'

export const website = defineFeature({
  name: 'website',
  operations: [listWebsitePages],
})
