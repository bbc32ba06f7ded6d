import { defineCheck } from '../define-check.ts'
import { pageIf } from '../page-kinds.ts'

export const blockedByRobotsTxt = defineCheck({
  id: 'blocked-by-robots-txt',
  name: 'Page is blocked by robots.txt',
  category: 'indexability',
  issue_type: 'warning',
  severity: 'high',
  description: 'robots.txt keeps crawlers from reading the page, this audit included.',
  docs: {
    what: 'A Disallow rule for all crawlers covers the address. It was not read, and nothing else is known of it.',
    why: 'AI crawlers that heed robots.txt do not read the page either, so that nothing on it can appear in answers.',
    how: 'Take the rule away if the page is meant to be found, or narrow it with Allow. Otherwise take away links to the page.',
    example: `Disallow: /help
Disallow: /help/internal`,
  },
  ofPage: ({ isAllowed }) => pageIf(!isAllowed),
})
