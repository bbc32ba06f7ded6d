import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'
import { weighedLength } from '../shown-length.ts'

const fewestCharacters = 50

export const metaDescriptionTooShort = defineCheck({
  id: 'meta-description-too-short',
  name: 'Meta description is too short',
  category: 'meta_description',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The meta description has fewer than 50 characters, too few for a summary.',
  docs: {
    what: 'The text of the description is a few words long.',
    why: 'It tells an engine nothing that the title does not.',
    how: 'Describe in one or two sentences what the page tells its reader.',
    example: '<meta name="description" content="Our guide">',
  },
  ofPage(facts) {
    const description = contentOf(facts)?.descriptions[0] ?? ''
    return pageIf(description !== '' && weighedLength(description) < fewestCharacters)
  },
})
