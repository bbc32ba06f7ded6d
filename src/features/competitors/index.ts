export { createCompetitor } from './create-competitor.ts'
export { listCompetitors } from './list-competitors.ts'
export { updateCompetitor } from './update-competitor.ts'
