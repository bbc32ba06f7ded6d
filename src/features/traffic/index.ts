import { defineFeature } from '../../kernel/feature.ts'
import { compareWeeksOfVisits } from './compare-weeks.ts'
import { getAiTrafficTrend } from './get-ai-traffic-trend.ts'
import { createGoal, deleteGoal, listGoals } from './goals.ts'
import { listAiTraffic } from './list-ai-traffic.ts'
import { listAiTrafficPages } from './list-ai-traffic-pages.ts'
import { trafficBatches, trafficTable } from './tables.ts'
import { visitsChanged } from './visits-changed.ts'

export { readGoals } from './goal.ts'
export { listGoals } from './goals.ts'
export { listAiTraffic } from './list-ai-traffic.ts'
export { createPeopleReader } from './people-reader.ts'
export { isBrowser, type PersonHit } from './person-hit.ts'
export { storeHits, type TrafficHit } from './store-hits.ts'
export { trafficBatches, trafficTable } from './tables.ts'
export { visitsOf } from './visits.ts'

export const traffic = defineFeature({
  name: 'traffic',
  operations: [listAiTraffic, listAiTrafficPages, getAiTrafficTrend, listGoals, createGoal, deleteGoal],
  events: [visitsChanged],
  jobs: [compareWeeksOfVisits],
  tables: { postgres: ['traffic_goals'], clickhouse: [trafficTable] },
  batches: [trafficBatches],
})
