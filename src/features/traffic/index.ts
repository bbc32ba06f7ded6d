import { defineFeature } from '../../kernel/feature.ts'
import { listAiTraffic } from './list-ai-traffic.ts'
import { clickhouseTables, trafficBatches } from './tables.ts'

export { type PersonHit, readPersonHit } from './person-hit.ts'
export { storeHits, type TrafficHit, visitorOf } from './store-hits.ts'
export { trafficBatches } from './tables.ts'

export const traffic = defineFeature({
  name: 'traffic',
  operations: [listAiTraffic],
  tables: { clickhouse: clickhouseTables },
  batches: [trafficBatches],
})
