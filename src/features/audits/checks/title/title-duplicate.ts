import { defineCheck } from '../define-check.ts'
import { indexableContent } from '../page-kinds.ts'
import { findSame } from '../same-values.ts'

export const titleDuplicate = defineCheck({
  id: 'title-duplicate',
  name: 'Several pages have the same title',
  category: 'title',
  issue_type: 'warning',
  severity: 'medium',
  description: 'Other pages of the site have exactly this title. The evidence names some of them.',
  docs: {
    what: 'Two or more pages that are meant to be found share their title.',
    why: 'An engine cannot tell by the title which of the pages answers a question, and may cite the wrong one.',
    how: 'Say in each title what sets the page apart; give numbered pages of a list their number.',
    example: '<title>Products</title> on /products/bags and on /products/shoes',
  },
  acrossPages: (pages) => findSame(pages, (facts) => indexableContent(facts)?.titles[0]),
})
