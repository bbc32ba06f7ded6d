import { defineFeature } from '../../kernel/feature.ts'
import { createBrief } from './brief/create-brief.ts'
import { createComment, listComments } from './comments.ts'
import { createDraft } from './draft/create-draft.ts'
import { findOpportunities } from './find-opportunities.ts'
import { listOpportunities, refreshOpportunities, updateOpportunity } from './opportunities.ts'
import { opportunityOpened } from './opportunity-opened.ts'
import { takeFromOwner } from './owner.ts'

export { findOpportunities } from './find-opportunities.ts'
export { listOpportunities } from './opportunities.ts'

export const opportunities = defineFeature({
  name: 'opportunities',
  operations: [
    ...[listOpportunities, updateOpportunity, createComment, listComments],
    ...[refreshOpportunities, createBrief, createDraft],
  ],
  events: [opportunityOpened],
  jobs: [findOpportunities],
  onAccessLost: takeFromOwner,
  tables: { postgres: ['opportunities'] },
})
