import { defineFeature } from '../../kernel/feature.ts'
import { getAiTrafficTrend } from './get-ai-traffic-trend.ts'
import { createGoal, deleteGoal, listGoals } from './goals.ts'
import { listAiTraffic } from './list-ai-traffic.ts'
import { listAiTrafficPages } from './list-ai-traffic-pages.ts'
import { clickhouseTables, trafficBatches } from './tables.ts'

export { listGoals } from './goals.ts'
export { listAiTraffic } from './list-ai-traffic.ts'
export { createPeopleReader } from './people-reader.ts'
export { isBrowser, type PersonHit } from './person-hit.ts'
export { storeHits, type TrafficHit, visitorOf } from './store-hits.ts'
export { trafficBatches } from './tables.ts'

export const traffic = defineFeature({
  name: 'traffic',
  operations: [listAiTraffic, listAiTrafficPages, getAiTrafficTrend, listGoals, createGoal, deleteGoal],
  tables: { postgres: ['traffic_goals'], clickhouse: clickhouseTables },
  batches: [trafficBatches],
})
