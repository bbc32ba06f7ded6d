import { defineFeature } from '../../kernel/feature.ts'
import { createCompetitor } from './create-competitor.ts'
import { listCompetitors } from './list-competitors.ts'
import { updateCompetitor } from './update-competitor.ts'

export { createCompetitor } from './create-competitor.ts'
export { insertCompetitor } from './insert-competitor.ts'

export const competitors = defineFeature({
  name: 'competitors',
  operations: [createCompetitor, updateCompetitor, listCompetitors],
  tables: { postgres: ['competitors'] },
})
