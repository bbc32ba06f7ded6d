import { defineFeature } from '../../kernel/feature.ts'
import { cancelAudit } from './cancel-audit.ts'
import { config } from './config.ts'
import { auditsPage, checkPage } from './docs-pages.ts'
import { getAudit } from './get-audit.ts'
import { getIssue } from './get-issue.ts'
import { listAudits } from './list-audits.ts'
import { listIssues } from './list-issues.ts'
import { resolveIssuePage } from './resolve-issue-page.ts'
import { resumeAudits } from './resume-audits.ts'
import { runAudit } from './run-audit.ts'
import { startAudit } from './start-audit.ts'

export { readOpenIssues } from './open-issues.ts'
export { runAudit } from './run-audit.ts'

export const audits = defineFeature({
  name: 'audits',
  operations: [startAudit, listAudits, getAudit, cancelAudit, listIssues, getIssue, resolveIssuePage],
  jobs: [runAudit],
  docsPages: { '/docs/checks': auditsPage, '/docs/checks/:id': ({ id = '' }) => checkPage(id) },
  tables: { postgres: ['audits', 'audit_addresses', 'audit_pages', 'issue_pages'] },
  afterRestore: resumeAudits,
  config,
})
