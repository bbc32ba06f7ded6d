import { defineCheck } from '../define-check.ts'
import { pageIf } from '../page-kinds.ts'

const notAsked: readonly string[] = ['invalid_url', 'unsupported_scheme', 'refused_port', 'refused_address']

export const addressNotRead = defineCheck({
  id: 'address-not-read',
  name: 'Address was not read',
  category: 'status',
  issue_type: 'warning',
  severity: 'low',
  description:
    'The address leads where an audit does not go: another port, a private network, another scheme.',
  docs: {
    what: 'A link or a sitemap names an address that is no public web page. It was not requested.',
    why: 'No public crawler reaches such an address either. What stands behind it is unknown to every engine.',
    how: 'Link to the public address of the page, on the usual ports.',
    example: 'http://intranet.local:8080/handbook',
  },
  ofPage: ({ redirects, problem }) =>
    pageIf(redirects.length === 0 && problem !== null && notAsked.includes(problem.kind)),
})
