import { defineFeature } from '../../kernel/feature.ts'
import { listPromptSuggestions } from './list-prompt-suggestions.ts'
import { suggestByModel } from './suggest-by-model.ts'

export { isAbout, isCustomerQuestion } from './ask-model.ts'
export { isContent, languageOf, wordsOf } from './languages.ts'
export { createKnownTexts } from './novelty.ts'

export const promptSuggestions = defineFeature({
  name: 'prompt-suggestions',
  operations: [listPromptSuggestions],
  jobs: [suggestByModel],
  tables: { postgres: ['model_suggestions'] },
})
