import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const titleSeveral = defineCheck({
  id: 'title-several',
  name: 'Page has several titles',
  category: 'title',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The page has more than one title element.',
  docs: {
    what: 'Several title elements stand in the page, often from a theme and an extension at once.',
    why: 'Engines take one of them, not always the one that you mean.',
    how: 'Keep one title element, in the head.',
    example: `<title>Guide</title>
<title>Shop Example</title>`,
  },
  ofPage: (facts) => pageIf((contentOf(facts)?.titles.length ?? 0) > 1),
})
