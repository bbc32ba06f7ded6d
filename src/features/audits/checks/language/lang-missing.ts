import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const langMissing = defineCheck({
  id: 'lang-missing',
  name: 'Page does not say its language',
  category: 'language',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The html element has no lang attribute.',
  docs: {
    what: 'The language of the page is left to guessing.',
    why: 'Engines answer in the language of the question and prefer sources in it.',
    how: 'Name the language in the html element.',
    example: `<html>
<html lang="en">`,
  },
  ofPage: (facts) => pageIf(contentOf(facts)?.lang === null),
})
