import { defineFeature } from '../../kernel/feature.ts'
import { listCitations } from './list-citations.ts'
import { listCitedDomains } from './list-cited-domains.ts'

export { ownerSchema, readOwners } from './owner.ts'
export { citationId } from './page-key.ts'

export const citations = defineFeature({
  name: 'citations',
  operations: [listCitations, listCitedDomains],
})
