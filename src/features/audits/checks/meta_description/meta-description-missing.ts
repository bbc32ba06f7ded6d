import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const metaDescriptionMissing = defineCheck({
  id: 'meta-description-missing',
  name: 'Page has no meta description',
  category: 'meta_description',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The page has no meta description, or an empty one.',
  docs: {
    what: 'There is no meta element with the name description and a text.',
    why: 'Engines show it beside a citation, and read it as a summary. Without one they cut a sentence out of the page.',
    how: 'Describe in one or two sentences what the page tells its reader.',
    example:
      '<meta name="description" content="Eight password managers in a test: what they cost and which one suits whom.">',
  },
  ofPage(facts) {
    const document = contentOf(facts)
    return pageIf(document !== undefined && !document.descriptions.some((text) => text !== ''))
  },
})
