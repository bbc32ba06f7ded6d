import { defineCheck } from '../define-check.ts'
import { contentOf, hasDirective, pageIf } from '../page-kinds.ts'

export const nofollowPage = defineCheck({
  id: 'nofollow-page',
  name: 'Links of the page must not be followed',
  category: 'indexability',
  issue_type: 'warning',
  severity: 'low',
  description: 'The page tells engines to follow none of its links.',
  docs: {
    what: 'A robots meta element or an X-Robots-Tag header for all crawlers says nofollow.',
    why: 'Pages that are linked from here alone stay unknown.',
    how: 'Take nofollow away from pages of your own; mark single links where that is meant.',
    example: '<meta name="robots" content="index, nofollow">',
  },
  ofPage: (facts) => pageIf(contentOf(facts) !== undefined && hasDirective(facts, 'nofollow')),
})
