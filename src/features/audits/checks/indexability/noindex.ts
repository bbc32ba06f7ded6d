import { isNoindex } from '../../../../lib/site/pages/robots-directives.ts'
import { defineCheck } from '../define-check.ts'
import { pageIf, refreshTarget, servedDocument } from '../page-kinds.ts'

export const noindex = defineCheck({
  id: 'noindex',
  name: 'Page is kept out of indexes',
  category: 'indexability',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The page tells all engines not to keep it.',
  docs: {
    what: 'A robots meta element or an X-Robots-Tag header for all crawlers says noindex or none.',
    why: 'Search indexes are where most AI engines look first. A page that is in none of them is hardly ever cited.',
    how: 'Take the directive away from pages that are meant to be found. It often stays behind from a test system.',
    example: '<meta name="robots" content="noindex">',
  },
  ofPage: (facts) =>
    pageIf(servedDocument(facts) !== undefined && refreshTarget(facts) === null && isNoindex(facts)),
})
