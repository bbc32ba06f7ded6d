export { listCitations } from './list-citations.ts'
export { listCitedDomains } from './list-cited-domains.ts'
export { ownerSchema, readOwners } from './owner.ts'
export { citationId } from './page-key.ts'
