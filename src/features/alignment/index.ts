import { defineFeature } from '../../kernel/feature.ts'
import { createAlignmentCategory, deleteAlignmentCategories, listAlignmentCategories } from './categories.ts'
import {
  acceptAlignmentSuggestion,
  createAlignmentSuggestion,
  listAlignmentSuggestions,
  promoteAlignmentSuggestion,
  rejectAlignmentSuggestion,
} from './suggestions.ts'
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
