import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const headingLevelsSkipped = defineCheck({
  id: 'heading-levels-skipped',
  name: 'Headings skip a level',
  category: 'headings',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'A heading is two or more levels deeper than the one before it.',
  docs: {
    what: 'After an h2 comes an h4, or the like.',
    why: 'The outline of the page, by which engines find the passage that answers a question, has holes.',
    how: 'Go down one level at a time. Choose the size of the letters by style and not by level.',
    example: `<h2>Delivery</h2> <h4>Abroad</h4>
<h2>Delivery</h2> <h3>Abroad</h3>`,
  },
  ofPage(facts) {
    const levels = contentOf(facts)?.headings.first.map(({ level }) => level) ?? []
    return pageIf(levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? level) + 1))
  },
})
