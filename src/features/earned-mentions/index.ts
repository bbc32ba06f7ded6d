import { defineFeature } from '../../kernel/feature.ts'
import { checkPageReadings } from './check-page-readings.ts'
import { config } from './config.ts'
import { listEarnedMentions, listEarnedMentionWork } from './earned-mentions.ts'
import { importPageScans } from './import-page-scans.ts'
import { listPageScans } from './list-page-scans.ts'
import { prunePages } from './prune-pages.ts'
import { readPages } from './read-pages.ts'
import { scanPages } from './scanning/scan-pages.ts'
import { scanBatches } from './store-scans.ts'
import { clickhouseTables } from './tables.ts'
import { updateEarnedMention } from './update-earned-mention.ts'

export { readPages } from './read-pages.ts'
export { datedPages, scannedPages } from './scanned-pages.ts'
export { type PageScan, scanBatches, storeScans } from './store-scans.ts'

export const earnedMentions = defineFeature({
  name: 'earned-mentions',
  operations: [listEarnedMentions, listEarnedMentionWork, updateEarnedMention, importPageScans, listPageScans],
  jobs: [scanPages, readPages, prunePages],
  tables: { postgres: ['earned_mention_states'], clickhouse: clickhouseTables },
  batches: [scanBatches],
  checkDerived: checkPageReadings,
  config,
})
