import { defineCheck } from '../define-check.ts'
import { elements } from '../page-kinds.ts'

const temporary = [302, 303, 307]

export const temporaryRedirect = defineCheck({
  id: 'temporary-redirect',
  name: 'Temporary redirect',
  category: 'redirects',
  issue_type: 'warning',
  severity: 'low',
  description: 'The address redirects with a status that says it is only for now.',
  docs: {
    what: 'A step of the redirect has status 302, 303 or 307.',
    why: 'Engines keep the old address and go on asking it, so that the new page is known late or not by its own address.',
    how: 'Use 301 or 308 for what has moved for good. Leave it where it truly changes, such as by language of the visitor.',
    example: `/docs → 302 → /documentation
/docs → 301 → /documentation`,
  },
  ofPage({ redirects }) {
    return elements(redirects.filter(({ status }) => temporary.includes(status)).map(({ url }) => url))
  },
})
