import { defineFeature } from '../../kernel/feature.ts'
import { acceptAlignmentSuggestion } from './accept-alignment-suggestion.ts'
import { createAlignmentCategory } from './create-alignment-category.ts'
import { createAlignmentSuggestion } from './create-alignment-suggestion.ts'
import { deleteAlignmentCategories } from './delete-alignment-categories.ts'
import { listAlignmentCategories } from './list-alignment-categories.ts'
import { listAlignmentSuggestions } from './list-alignment-suggestions.ts'
import { promoteAlignmentSuggestion } from './promote-alignment-suggestion.ts'
import { rejectAlignmentSuggestion } from './reject-alignment-suggestion.ts'
import { updateAlignmentSuggestions } from './update-alignment-suggestions.ts'

export const alignment = defineFeature({
  name: 'alignment',
  operations: [
    createAlignmentCategory,
    listAlignmentCategories,
    deleteAlignmentCategories,
    createAlignmentSuggestion,
    listAlignmentSuggestions,
    updateAlignmentSuggestions,
    acceptAlignmentSuggestion,
    rejectAlignmentSuggestion,
    promoteAlignmentSuggestion,
  ],
  tables: { postgres: ['alignment_categories', 'alignment_suggestions'] },
})
