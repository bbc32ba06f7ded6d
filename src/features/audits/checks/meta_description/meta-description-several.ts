import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const metaDescriptionSeveral = defineCheck({
  id: 'meta-description-several',
  name: 'Page has several meta descriptions',
  category: 'meta_description',
  issue_type: 'warning',
  severity: 'low',
  description: 'The page has more than one meta description.',
  docs: {
    what: 'Several meta elements are named description, often from a theme and an extension at once.',
    why: 'Engines take one of them, not always the one that you mean.',
    how: 'Keep one, in the head of the page.',
    example: `<meta name="description" content="One">
<meta name="description" content="Two">`,
  },
  ofPage: (facts) => pageIf((contentOf(facts)?.descriptions.length ?? 0) > 1),
})
