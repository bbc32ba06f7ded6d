import { defineFeature } from '../../kernel/feature.ts'
import { listCitationTrends } from './list-citation-trends.ts'
import { listCitations } from './list-citations.ts'
import { listCitedDomains } from './list-cited-domains.ts'

export { listCitations } from './list-citations.ts'
export { listCitedDomains } from './list-cited-domains.ts'
export { ownerSchema, readOwnedDomains, readOwners } from './owner.ts'
export { citationId, citationIdOf, isCitationOf } from './page-key.ts'

export const citations = defineFeature({
  name: 'citations',
  operations: [listCitations, listCitedDomains, listCitationTrends],
})
