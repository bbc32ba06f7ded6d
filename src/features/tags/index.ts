import { defineFeature } from '../../kernel/feature.ts'
import { createTag, listTags } from './tags.ts'

export { ensureTags } from './ensure-tags.ts'
export { tagFields } from './tag.ts'

export const tags = defineFeature({
  name: 'tags',
  operations: [createTag, listTags],
  tables: { postgres: ['tags'] },
})
