import { defineCheck } from '../define-check.ts'
import { pageIf } from '../page-kinds.ts'

const denied = [401, 403, 407, 451]

export const accessDenied = defineCheck({
  id: 'access-denied',
  name: 'Access to the page is denied',
  category: 'status',
  issue_type: 'error',
  severity: 'high',
  description: 'The server refuses to show the page to a crawler: it wants a login, or proof of a human.',
  docs: {
    what: 'The address answers with 401, 403, 407 or 451, or with a page that tests whether its visitor is human.',
    why: 'AI crawlers have no login and solve no test. What they are refused can neither be read nor cited.',
    how: 'Open public pages to crawlers: exempt them in the firewall or bot protection. Take links to private pages out of public ones.',
    example: `GET /guide → 403
GET /guide → 200`,
  },
  ofPage({ redirects, response }) {
    if (redirects.length > 0 || response === null) return undefined
    return pageIf(response.isChallenge || denied.includes(response.status))
  },
})
