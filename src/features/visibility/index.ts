export { listCompetitorRankings } from './list-competitor-rankings.ts'
export { listEngineVisibility } from './list-engine-visibility.ts'
