import { defineCheck } from '../define-check.ts'
import { pageIf } from '../page-kinds.ts'

export const serverError = defineCheck({
  id: 'server-error',
  name: 'The server fails',
  category: 'status',
  issue_type: 'critical',
  severity: 'high',
  description: 'The server answers with an error of its own, such as 500 or 503.',
  docs: {
    what: 'The address answers with a 5xx status.',
    why: 'Engines slow down on a site that fails, and drop pages that keep failing. A page fetched live for an answer is simply left out.',
    how: 'Look into the server’s error log at the time of the audit, and mend what fails. For maintenance, 503 with Retry-After is right.',
    example: `GET /products → 500
GET /products → 200`,
  },
  ofPage({ redirects, response }) {
    return pageIf(
      redirects.length === 0 && response !== null && !response.isChallenge && response.status >= 500,
    )
  },
})
