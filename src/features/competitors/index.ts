import { defineFeature } from '../../kernel/feature.ts'
import { createCompetitor, listCompetitors, updateCompetitor } from './competitors.ts'

export { createCompetitor } from './competitors.ts'
export { insertCompetitor } from './insert-competitor.ts'

export const competitors = defineFeature({
  name: 'competitors',
  operations: [createCompetitor, updateCompetitor, listCompetitors],
  tables: { postgres: ['competitors'] },
})
