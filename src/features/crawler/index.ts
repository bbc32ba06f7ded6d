import { defineFeature } from '../../kernel/feature.ts'
import { config } from './config.ts'
import { forgetAddress } from './forget-address.ts'
import { getCrawlerSummary } from './get-crawler-summary.ts'
import { importCrawlerLogs } from './import-crawler-logs.ts'
import { createIngestToken, listIngestTokens, revokeIngestToken } from './ingest-tokens.ts'
import { ingestVisitsRoute } from './ingest-visits-route.ts'
import { listCrawlerVisits } from './list-crawler-visits.ts'
import { retainVisits } from './retain-visits.ts'
import { visitBatches } from './store-visits.ts'
import { clickhouseTables } from './tables.ts'
import { updateBotRangesOperation } from './update-bot-ranges.ts'

export { followLog } from './logs/index.ts'
export { visitBatches } from './store-visits.ts'

export const crawler = defineFeature({
  name: 'crawler',
  operations: [
    importCrawlerLogs,
    createIngestToken,
    listIngestTokens,
    revokeIngestToken,
    updateBotRangesOperation,
    forgetAddress,
    listCrawlerVisits,
    getCrawlerSummary,
  ],
  jobs: [retainVisits],
  http: ingestVisitsRoute,
  tables: { postgres: ['ingest_tokens'], clickhouse: clickhouseTables },
  batches: [visitBatches],
  config,
})
