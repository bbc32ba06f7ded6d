import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'
import { shownLength } from '../shown-length.ts'

const mostCharacters = 60

export const titleTooLong = defineCheck({
  id: 'title-too-long',
  name: 'Title is too long',
  category: 'title',
  issue_type: 'warning',
  severity: 'low',
  description: 'The title has more than 60 characters, so that its end is cut off where it is shown.',
  docs: {
    what: 'Search results and citations show about 60 characters.',
    why: 'What is cut off helps nobody. The name of the product or brand often stands there.',
    how: 'Put what matters first, and keep the title to 60 characters.',
    example:
      '<title>Password managers compared: prices, features and security in 2025, with all tests of the year | Shop Example</title>',
  },
  ofPage: (facts) => pageIf(shownLength(contentOf(facts)?.titles[0] ?? '') > mostCharacters),
})
