import { defineFeature } from '../../kernel/feature.ts'
import { findCompetitorSuggestions } from './find-suggestions.ts'
import { listCompetitorSuggestions, refreshCompetitorSuggestions } from './suggestions.ts'
import { updateCompetitorSuggestion } from './update-competitor-suggestion.ts'

export { findCompetitorSuggestions } from './find-suggestions.ts'

export const competitorSuggestions = defineFeature({
  name: 'competitor-suggestions',
  operations: [listCompetitorSuggestions, updateCompetitorSuggestion, refreshCompetitorSuggestions],
  jobs: [findCompetitorSuggestions],
  tables: { postgres: ['competitor_searches', 'competitor_suggestions'] },
})
