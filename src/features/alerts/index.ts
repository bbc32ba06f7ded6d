import { defineFeature } from '../../kernel/feature.ts'
import { alertRaised } from './alert-raised.ts'
import { refreshVisibilityAlerts, updateVisibilityAlert } from './change-alerts.ts'
import { findAlerts } from './find-alerts.ts'
import { listVisibilityAlerts } from './list-visibility-alerts.ts'

export { readPromptTexts, serializeAlert } from './alert.ts'
export { listVisibilityAlerts } from './list-visibility-alerts.ts'

export const alerts = defineFeature({
  name: 'alerts',
  operations: [listVisibilityAlerts, updateVisibilityAlert, refreshVisibilityAlerts],
  events: [alertRaised],
  jobs: [findAlerts],
  tables: { postgres: ['visibility_alerts'] },
})
