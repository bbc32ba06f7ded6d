import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'
import { shownLength } from '../shown-length.ts'

const mostCharacters = 160

export const metaDescriptionTooLong = defineCheck({
  id: 'meta-description-too-long',
  name: 'Meta description is too long',
  category: 'meta_description',
  issue_type: 'opportunity',
  severity: 'low',
  description:
    'The meta description has more than 160 characters, so that its end is cut off where it is shown.',
  docs: {
    what: 'Results show about 160 characters of it.',
    why: 'What comes later is seldom shown and summarises nothing.',
    how: 'Say the essential in the first 160 characters.',
    example: '<meta name="description" content="(a whole paragraph of the page)">',
  },
  ofPage: (facts) => pageIf(shownLength(contentOf(facts)?.descriptions[0] ?? '') > mostCharacters),
})
