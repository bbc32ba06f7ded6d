import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const h1Missing = defineCheck({
  id: 'h1-missing',
  name: 'Page has no main heading',
  category: 'headings',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The page has no h1 element with a text.',
  docs: {
    what: 'There is no first-level heading, or it is empty.',
    why: 'Engines cut pages into passages along their headings. The first one says what all of them are about.',
    how: 'Mark the visible headline of the page as h1.',
    example: `<div class="headline">Returns</div>
<h1>Returns</h1>`,
  },
  ofPage(facts) {
    const headings = contentOf(facts)?.headings
    const hasMain = headings?.first.some(({ level, text }) => level === 1 && text !== '')
    return pageIf(headings !== undefined && !hasMain && (headings.counts[0] === 0 || headings.empty > 0))
  },
})
