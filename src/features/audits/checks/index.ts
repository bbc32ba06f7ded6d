export { checks } from './checks.ts'
export { type Check, categories } from './define-check.ts'
export { docsPage } from './docs-page.ts'
export { createFindings, type Findings, mostEvidence } from './findings.ts'
