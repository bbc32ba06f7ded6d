import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const headingEmpty = defineCheck({
  id: 'heading-empty',
  name: 'Page has empty headings',
  category: 'headings',
  issue_type: 'warning',
  severity: 'low',
  description: 'The page has headings without a text.',
  docs: {
    what: 'A heading element holds nothing, or only an image without an alternative text.',
    why: 'The passage beneath has no subject for an engine.',
    how: 'Write the heading, give its image an alternative text, or take the element away.',
    example: `<h2><img src="new.png"></h2>
<h2><img src="new.png" alt="New arrivals"></h2>`,
  },
  ofPage: (facts) => pageIf((contentOf(facts)?.headings.empty ?? 0) > 0),
})
