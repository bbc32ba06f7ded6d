import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const titleMissing = defineCheck({
  id: 'title-missing',
  name: 'Page has no title',
  category: 'title',
  issue_type: 'error',
  severity: 'high',
  description: 'The page has no title element, or an empty one.',
  docs: {
    what: 'There is no text in a title element.',
    why: 'The title is what engines show with a citation and weigh most to learn what a page is about.',
    how: 'Give each page a title that names its subject and the brand.',
    example: '<title>How to choose a password manager – Shop Example</title>',
  },
  ofPage(facts) {
    const document = contentOf(facts)
    return pageIf(document !== undefined && !document.titles.some((title) => title !== ''))
  },
})
