import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

const mostClicks = 4

export const deepPage = defineCheck({
  id: 'deep-page',
  name: 'Page is far from the home page',
  category: 'links',
  issue_type: 'warning',
  severity: 'low',
  description: 'It takes more than four clicks from the home page to get here.',
  docs: {
    what: 'The shortest way over links has five steps or more.',
    why: 'Crawlers take few steps on a site that they visit seldom, as those of AI engines do. Deep pages are read late or never.',
    how: 'Link to important pages from the home page, from overviews, or from related pages.',
    example: 'Home → Blog → Page 2 → Page 3 → Page 4 → Article',
  },
  ofPage: (facts) => pageIf(contentOf(facts) !== undefined && (facts.depth ?? 0) > mostClicks),
})
