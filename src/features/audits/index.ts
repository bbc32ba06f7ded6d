import { defineFeature } from '../../kernel/feature.ts'
import { config } from './config.ts'
import { getAiAccess } from './get-ai-access.ts'
import { getAudit } from './get-audit.ts'
import { getAuditChanges } from './get-audit-changes.ts'
import { auditsPage, checkPage } from './issues/docs-pages.ts'
import { getIssue } from './issues/get-issue.ts'
import { listIssues } from './issues/list-issues.ts'
import { resolveIssuePage } from './issues/resolve-issue-page.ts'
import { listAudits } from './list-audits.ts'
import { auditCompleted } from './run/audit-completed.ts'
import { cancelAudit } from './run/cancel-audit.ts'
import { resumeAudits } from './run/resume-audits.ts'
import { runAudit } from './run/run-audit.ts'
import { startAudit } from './run/start-audit.ts'
import { getAuditSchedule } from './schedule/get-audit-schedule.ts'
import { scheduleAudits, startScheduledAudit } from './schedule/schedule-audits.ts'
import { setAuditSchedule } from './schedule/set-audit-schedule.ts'

export { listIssues } from './issues/list-issues.ts'
export { readOpenIssues } from './issues/open-issues.ts'
export { listAudits } from './list-audits.ts'
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
