import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const structuredDataSparse = defineCheck({
  id: 'structured-data-sparse',
  name: 'Structured data that say little',
  category: 'structured_data',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'Structured data lack properties that are recommended for their type.',
  docs: {
    what: 'A node has what is required, but not all of what makes it useful, such as author and date of an Article.',
    why: 'Who wrote a text and when decides with many engines whether it is cited.',
    how: 'Add the properties that Google’s documentation lists as recommended for the type.',
    example: `{ "@type": "Article", "headline": "…" }
{ "@type": "Article", "headline": "…", "author": { "@type": "Person", "name": "…" }, "datePublished": "2025-03-01" }`,
  },
  ofPage(facts) {
    const nodes = contentOf(facts)?.structuredData.incomplete ?? []
    return pageIf(nodes.some(({ recommended }) => recommended.length > 0))
  },
})
