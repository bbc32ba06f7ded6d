import { defineCheck } from '../define-check.ts'
import { pageIf, servedDocument } from '../page-kinds.ts'

const heavyBytes = 500_000

export const heavyHtml = defineCheck({
  id: 'heavy-html',
  name: 'HTML of the page is large',
  category: 'speed',
  issue_type: 'warning',
  severity: 'low',
  description: 'The HTML alone has more than 500 kB.',
  docs: {
    what: 'Inline images, styles, scripts or data make the document heavy.',
    why: 'Engines read the beginning of a large document, and the text may come after it.',
    how: 'Move styles, scripts and images into files of their own, and divide endless lists.',
    example: '<img src="data:image/png;base64,…900 kB…">',
  },
  ofPage: (facts) => pageIf(servedDocument(facts) !== undefined && (facts.response?.bytes ?? 0) > heavyBytes),
})
