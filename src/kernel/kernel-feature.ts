import { createBrandFacts } from './brand-facts.ts'
import { createPartChecks } from './broken-parts.ts'
import { recountStoredRows } from './check-stored.ts'
import { defineFeature } from './feature.ts'
import { pruneResponses } from './idempotency.ts'
import { importCompleted } from './import-completed.ts'
import { createResultCache } from './result-cache.ts'

export const kernel = defineFeature({
  name: 'kernel',
  events: [importCompleted],
  jobs: [pruneResponses],
  open: ({ config }) => ({
    brandFacts: createBrandFacts(),
    parts: createPartChecks(),
    results: createResultCache(config.RESULT_CACHE_MEGABYTES * 1_000_000),
  }),
  tables: {
    postgres: [
      'workspaces',
      'brands',
      'secrets',
      'idempotent_responses',
      'audit_records',
      'events',
      'stored_rows',
      'lost_rows',
    ],
  },
  afterRestore: (_, transaction) => recountStoredRows(transaction),
  tablesNotBackedUp: {
    schema_migrations: 'the manifest lists the migrations',
    rate_limits: 'its windows last only minutes',
  },
})
