import { defineFeature } from '../../kernel/feature.ts'
import { eraseLateUsage, flushAndEraseUsage } from './erase-usage.ts'
import { getUsage, getUsageDays } from './get-usage.ts'
import { rollUpUsage } from './roll-up-usage.ts'
import { clickhouseTables } from './tables.ts'
import { createUsageRecorder } from './usage-recorder.ts'

export const usage = defineFeature({
  name: 'usage',
  operations: [getUsage, getUsageDays],
  open: (services) => ({ usage: createUsageRecorder(services) }),
  close: ({ states }) => states.usage.close(),
  jobs: [rollUpUsage, eraseLateUsage],
  tables: { postgres: ['usage_rollups'], clickhouse: clickhouseTables },
  eraseWorkspace: flushAndEraseUsage,
})
