export { findOpportunities, findOpportunitiesQueue } from './find-opportunities.ts'
export { listOpportunities } from './list-opportunities.ts'
export { refreshOpportunities } from './refresh-opportunities.ts'
export { updateOpportunity } from './update-opportunity.ts'
