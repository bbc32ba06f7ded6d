import { defineCheck } from '../define-check.ts'
import { pageIf } from '../page-kinds.ts'

export const rateLimited = defineCheck({
  id: 'rate-limited',
  name: 'The server limits how often pages may be read',
  category: 'status',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The page was not shown because the server had been asked too often.',
  docs: {
    what: 'The address answers with 429 although this audit asks slowly and waits when it is told to.',
    why: 'Crawlers of AI engines come in bursts. A server that turns them away early is read in part, and its new pages late.',
    how: 'Raise the limit for known crawlers, or cache pages so that it is not needed. Send Retry-After with a 429.',
    example: 'GET /blog/page-9 → 429, Retry-After: 30',
  },
  ofPage: ({ redirects, response }) =>
    pageIf(redirects.length === 0 && response?.status === 429 && !response.isChallenge),
})
