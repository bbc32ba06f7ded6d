import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

const fewestWords = 100

export const thinContent = defineCheck({
  id: 'thin-content',
  name: 'Page has little text',
  category: 'content',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The main text of the page has fewer than 100 words.',
  docs: {
    what: 'Without navigation, header and footer, hardly any text is left.',
    why: 'There is nothing to quote. Engines choose pages that answer a question in full.',
    how: 'Say what visitors come for, merge the page with a related one, or keep it out of indexes.',
    example: 'A category page with four pictures and no sentence',
  },
  ofPage(facts) {
    const document = contentOf(facts)
    return pageIf(document !== undefined && !document.needsJavaScript && document.words < fewestWords)
  },
})
