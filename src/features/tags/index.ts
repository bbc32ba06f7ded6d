export { createTag } from './create-tag.ts'
export { ensureTags } from './ensure-tags.ts'
export { listTags } from './list-tags.ts'
export { tagFields } from './tag.ts'
