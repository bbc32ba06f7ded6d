import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const encodingContradiction = defineCheck({
  id: 'encoding-contradiction',
  name: 'Header and page declare different encodings',
  category: 'content',
  issue_type: 'warning',
  severity: 'low',
  description: 'The Content-Type header names one encoding, the page another.',
  docs: {
    what: 'The header wins in browsers, and not in every crawler.',
    why: 'One of both is wrong, and some engines will read broken letters.',
    how: 'Declare UTF-8 in both places, or in one only.',
    example: 'Content-Type: text/html; charset=iso-8859-1 and <meta charset="utf-8">',
  },
  ofPage(facts) {
    const document = contentOf(facts)
    return pageIf(document !== undefined && document.encoding.contradictedBy !== null)
  },
})
