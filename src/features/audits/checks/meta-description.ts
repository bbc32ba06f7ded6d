import { defineChecks } from './define-check.ts'
import { findExactDuplicates } from './exact-duplicates.ts'
import { contentOf } from './page-kinds.ts'
import { characterCount, weightedLength } from './text-length.ts'

const maxCharacters = 160
const minCharacters = 50

export const metaDescriptionChecks = defineChecks('meta_description', [
  {
    id: 'meta-description-missing',
    name: 'Page has no meta description',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page has no meta description, or an empty one.',
    docs: {
      what: 'There is no meta element named description, or it is empty.',
      why: 'Engines show it next to a citation and read it as a summary. Without it, they extract a sentence from the page.',
      how: 'Summarize the page in one or two sentences.',
      example:
        '<meta name="description" content="Eight password managers in a test: what they cost and which one to choose.">',
    },
    ofPage(facts) {
      const document = contentOf(facts)
      return document !== undefined && !document.descriptions.some((text) => text !== '')
    },
  },
  {
    id: 'meta-description-too-long',
    name: 'Meta description is too long',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The meta description has more than 160 characters, so search results cut it off.',
    docs: {
      what: 'Search results show about 160 characters.',
      why: 'Engines rarely show or use the rest.',
      how: 'Put the essential information in the first 160 characters.',
      example: '<meta name="description" content="(a whole paragraph of the page)">',
    },
    ofPage: (facts) => characterCount(contentOf(facts)?.descriptions[0] ?? '') > maxCharacters,
  },
  {
    id: 'meta-description-too-short',
    name: 'Meta description is too short',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The meta description has fewer than 50 characters, too few for a summary.',
    docs: {
      what: 'The meta description has only a few words.',
      why: 'It adds nothing to the title.',
      how: 'Summarize the page in one or two sentences.',
      example: '<meta name="description" content="Our guide">',
    },
    ofPage(facts) {
      const description = contentOf(facts)?.descriptions[0] ?? ''
      return description !== '' && weightedLength(description) < minCharacters
    },
  },
  {
    id: 'meta-description-several',
    name: 'Page has several meta descriptions',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page has more than one meta description.',
    docs: {
      what: 'Several meta elements are named description, often from a theme and an extension.',
      why: 'Engines use one of them, not always the right one.',
      how: 'Keep one in the head of the page.',
      example: `<meta name="description" content="One">
<meta name="description" content="Two">`,
    },
    ofPage: (facts) => (contentOf(facts)?.descriptions.length ?? 0) > 1,
  },
  {
    id: 'meta-description-duplicate',
    name: 'Several pages have the same meta description',
    issue_type: 'warning',
    severity: 'low',
    description: 'Other pages of the site have the same meta description. The evidence lists some.',
    docs: {
      what: 'Two or more indexable pages share a meta description.',
      why: 'It fits at most one of the pages, and makes them look alike to engines.',
      how: 'Write one per page, or remove it.',
      example: 'The shop’s slogan as the description of every product',
    },
    acrossPages: (pages) => findExactDuplicates(pages, (facts) => contentOf(facts)?.descriptions[0]),
  },
])
