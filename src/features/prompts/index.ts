import { defineFeature } from '../../kernel/feature.ts'
import { createPrompts } from './create-prompts.ts'
import { createPrompt, deletePrompt, updatePrompt } from './prompts.ts'
import { updatePrompts } from './update-prompts.ts'

export { addPrompt } from './add-prompt.ts'
export { checkCategory } from './check-category.ts'
export { createPrompts } from './create-prompts.ts'
export { ensurePrompts } from './ensure-prompts.ts'
export { type Prompt, promptText, promptVersion } from './prompt.ts'

export const prompts = defineFeature({
  name: 'prompts',
  operations: [createPrompt, createPrompts, updatePrompt, updatePrompts, deletePrompt],
  tables: { postgres: ['prompts', 'prompt_tags'] },
  // Prompts reference topics, which are deleted with the brand, so they must go first.
  async eraseBrand(transaction, brandId) {
    await transaction.deleteFrom('prompts').where('brand_id', '=', brandId).execute()
  },
})
