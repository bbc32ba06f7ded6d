import { defineFeature } from '../../kernel/feature.ts'
import { createBrief } from './brief/create-brief.ts'
import { findOpportunities } from './find-opportunities.ts'
import { listOpportunities } from './list-opportunities.ts'
import { opportunityOpened } from './opportunity-opened.ts'
import { refreshOpportunities } from './refresh-opportunities.ts'
import { updateOpportunity } from './update-opportunity.ts'

export { findOpportunities } from './find-opportunities.ts'
export { listOpportunities } from './list-opportunities.ts'

export const opportunities = defineFeature({
  name: 'opportunities',
  operations: [listOpportunities, updateOpportunity, refreshOpportunities, createBrief],
  events: [opportunityOpened],
  jobs: [findOpportunities],
  tables: { postgres: ['opportunities'] },
})
