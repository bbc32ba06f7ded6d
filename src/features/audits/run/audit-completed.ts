import { z } from 'zod'
import { defineEvent } from '../../../kernel/events.ts'

export const auditCompleted = defineEvent({
  type: 'audit.completed',
  summary: 'An audit of a brand’s site has completed',
  isOfBrand: true,
  data: z.object({
    audit_id: z.uuid(),
    domain: z.string(),
    pages_read: z.int(),
    open_issues: z.int().describe('Open findings on pages.'),
    problem: z.string().nullable().describe('What the audit skipped, or why it read nothing.'),
  }),
  example: {
    audit_id: '9a2c4d1e-6b7f-4a83-b5c9-2e8d7f1a0b36',
    domain: 'example.com',
    pages_read: 148,
    open_issues: 23,
    problem: null,
  },
  page: () => 'site-health',
  sentence: ({ domain, pages_read, open_issues }) =>
    `the audit of ${domain} read ${pages_read} pages; ${open_issues} findings are open`,
})
