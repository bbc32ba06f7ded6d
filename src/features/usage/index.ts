import { defineFeature } from '../../kernel/feature.ts'
import { eraseLateUsage } from './erase-usage.ts'
import { getUsage } from './get-usage.ts'
import { rollUpUsage } from './roll-up-usage.ts'

export { eraseUsage } from './erase-usage.ts'
export { createUsageRecorder, type UsageRecorder } from './usage-recorder.ts'
export { type UsageTable, usageRows, usageTables } from './usage-rows.ts'

export const usage = defineFeature({
  name: 'usage',
  operations: [getUsage],
  jobs: [rollUpUsage, eraseLateUsage],
})
