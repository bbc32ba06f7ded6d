export { checks } from './checks.ts'
export type { Check } from './define-check.ts'
export { docsPage } from './docs-page.ts'
export { createFindings, type Findings, mostEvidence } from './findings.ts'
