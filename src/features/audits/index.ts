import { defineFeature } from '../../kernel/feature.ts'
import { getAudit, listAudits } from './audits.ts'
import { config } from './config.ts'
import { getAiAccess } from './get-ai-access.ts'
import { getAuditChanges } from './get-audit-changes.ts'
import { auditsPage, checkPage } from './issues/docs-pages.ts'
import { getIssue, listIssues, resolveIssuePage } from './issues/issues.ts'
import { auditCompleted } from './run/audit-completed.ts'
import { cancelAudit } from './run/cancel-audit.ts'
import { resumeAudits } from './run/resume-audits.ts'
import { runAudit } from './run/run-audit.ts'
import { startAudit } from './run/start-audit.ts'
import { scheduleAudits, startScheduledAudit } from './schedule/schedule-audits.ts'
import { getAuditSchedule, setAuditSchedule } from './schedule/schedules.ts'

export { listAudits } from './audits.ts'
export { listIssues } from './issues/issues.ts'
export { readOpenIssues } from './issues/open-issues.ts'
export { runAudit } from './run/run-audit.ts'
export { scheduleAudits, startScheduledAudit } from './schedule/schedule-audits.ts'

import { openSites } from './run/site-subprocess.ts'

export const audits = defineFeature({
  name: 'audits',
  open: (services) => ({ sites: openSites(services) }),
  operations: [
    startAudit,
    listAudits,
    getAudit,
    getAuditChanges,
    getAiAccess,
    cancelAudit,
    getAuditSchedule,
    setAuditSchedule,
    listIssues,
    getIssue,
    resolveIssuePage,
  ],
  events: [auditCompleted],
  jobs: [runAudit, scheduleAudits, startScheduledAudit],
  docsPages: { '/docs/checks': auditsPage, '/docs/checks/:id': ({ id = '' }) => checkPage(id) },
  tables: { postgres: ['audits', 'audit_addresses', 'audit_pages', 'issue_pages', 'audit_schedules'] },
  afterRestore: resumeAudits,
  config,
})
