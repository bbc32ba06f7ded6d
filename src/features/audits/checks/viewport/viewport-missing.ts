import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const viewportMissing = defineCheck({
  id: 'viewport-missing',
  name: 'Page is not made for small screens',
  category: 'viewport',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The page has no viewport meta element, so that phones show it shrunk.',
  docs: {
    what: 'There is no meta element with the name viewport.',
    why: 'Engines index what a phone sees, and rank pages that suit one higher. AI answers draw on those indexes.',
    how: 'Add the element, and a layout that adapts.',
    example: '<meta name="viewport" content="width=device-width, initial-scale=1">',
  },
  ofPage: (facts) => pageIf(contentOf(facts)?.viewport === null),
})
