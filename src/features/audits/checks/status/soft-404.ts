import { defineCheck } from '../define-check.ts'
import { pageIf } from '../page-kinds.ts'

export const soft404 = defineCheck({
  id: 'soft-404',
  name: 'Page says “not found” with status 200',
  category: 'status',
  issue_type: 'error',
  severity: 'medium',
  description: 'The page tells people that there is nothing here, and machines that all is well.',
  docs: {
    what: 'Title or main heading say that the page was not found, but the status is 200.',
    why: 'Engines keep such pages as content. An assistant that fetches one reads an error text as if it were your answer.',
    how: 'Answer with 404 or 410 for what does not exist.',
    example: `<title>Page not found</title> with HTTP 200
<title>Page not found</title> with HTTP 404`,
  },
  ofPage: (facts) => pageIf(facts.response?.status === 200 && facts.document?.soundsNotFound),
})
