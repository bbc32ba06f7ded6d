import { defineFeature } from '../../kernel/feature.ts'
import { auditCompleted } from './audit-completed.ts'
import { cancelAudit } from './cancel-audit.ts'
import { config } from './config.ts'
import { auditsPage, checkPage } from './docs-pages.ts'
import { getAudit } from './get-audit.ts'
import { getAuditChanges } from './get-audit-changes.ts'
import { getAuditSchedule } from './get-audit-schedule.ts'
import { getIssue } from './get-issue.ts'
import { listAudits } from './list-audits.ts'
import { listIssues } from './list-issues.ts'
import { resolveIssuePage } from './resolve-issue-page.ts'
import { resumeAudits } from './resume-audits.ts'
import { runAudit } from './run-audit.ts'
import { scheduleAudits, startScheduledAudit } from './schedule-audits.ts'
import { setAuditSchedule } from './set-audit-schedule.ts'
import { startAudit } from './start-audit.ts'

export { listAudits } from './list-audits.ts'
export { listIssues } from './list-issues.ts'
export { readOpenIssues } from './open-issues.ts'
export { runAudit } from './run-audit.ts'
export { scheduleAudits, startScheduledAudit } from './schedule-audits.ts'

export const audits = defineFeature({
  name: 'audits',
  operations: [
    startAudit,
    listAudits,
    getAudit,
    getAuditChanges,
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
