import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

const longText = 600

export const longTextWithoutSubheadings = defineCheck({
  id: 'long-text-without-subheadings',
  name: 'Long text without subheadings',
  category: 'headings',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The page has more than 600 words and no heading below the first level.',
  docs: {
    what: 'A long text is not divided by h2 or h3 elements.',
    why: 'Engines answer with passages. A text without parts is cut at arbitrary places, and its best sentence may end in the wrong one.',
    how: 'Divide the text by headings that say what comes, best in the words of a question.',
    example: '<h2>How long does delivery take?</h2>',
  },
  ofPage(facts) {
    const document = contentOf(facts)
    const below = document?.headings.counts.slice(1).reduce((sum, count) => sum + count, 0)
    return pageIf(document !== undefined && below === 0 && document.words > longText)
  },
})
