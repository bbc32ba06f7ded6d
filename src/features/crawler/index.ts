import { defineFeature } from '../../kernel/feature.ts'
import { listBotRanges, updateBotRangesOperation } from './bot-ranges.ts'
import { config } from './config.ts'
import { forgetAddress } from './forget-address.ts'
import { getCrawlerSummary } from './get-crawler-summary.ts'
import { getCrawlerTrend } from './get-crawler-trend.ts'
import { importCrawlerLogs } from './import-crawler-logs.ts'
import { createIngestToken, listIngestTokens, revokeIngestToken } from './ingest-tokens.ts'
import { ingestVisitsRoute } from './ingest-visits-route.ts'
import { listCrawlerVisits } from './list-crawler-visits.ts'
import { refreshBotRanges } from './refresh-bot-ranges.ts'
import { retainVisits } from './retain-visits.ts'
import { visitBatches } from './store-visits.ts'
import { clickhouseTables } from './tables.ts'

export { countRefusals } from './count-refusals.ts'
export { followLog } from './logs/index.ts'
export { visitsRetainedSince } from './retain-visits.ts'
export { visitBatches } from './store-visits.ts'
export { isVisit, verifiedBy, visitFilterFields, visitsOf } from './visit-filters.ts'

export const crawler = defineFeature({
  name: 'crawler',
  open: () => ({ botRanges: { lists: new Map() } }),
  operations: [
    importCrawlerLogs,
    createIngestToken,
    listIngestTokens,
    revokeIngestToken,
    updateBotRangesOperation,
    listBotRanges,
    forgetAddress,
    listCrawlerVisits,
    getCrawlerSummary,
    getCrawlerTrend,
  ],
  jobs: [retainVisits, refreshBotRanges],
  http: ingestVisitsRoute,
  tables: { postgres: ['ingest_tokens', 'bot_ranges'], clickhouse: clickhouseTables },
  batches: [visitBatches],
  config,
})
