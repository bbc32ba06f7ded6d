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
      what: 'There is no meta element with the name description and a text.',
      why: 'Engines show it beside a citation, and read it as a summary. Without one they cut a sentence out of the page.',
      how: 'Describe in one or two sentences what the page tells its reader.',
      example:
        '<meta name="description" content="Eight password managers in a test: what they cost and which one suits whom.">',
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
    description:
      'The meta description has more than 160 characters, so that its end is cut off where it is shown.',
    docs: {
      what: 'Results show about 160 characters of it.',
      why: 'What comes later is seldom shown and summarises nothing.',
      how: 'Say the essential in the first 160 characters.',
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
      what: 'The text of the description is a few words long.',
      why: 'It tells an engine nothing that the title does not.',
      how: 'Describe in one or two sentences what the page tells its reader.',
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
      what: 'Several meta elements are named description, often from a theme and an extension at once.',
      why: 'Engines take one of them, not always the one that you mean.',
      how: 'Keep one, in the head of the page.',
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
    description: 'Other pages of the site have exactly this description. The evidence names some of them.',
    docs: {
      what: 'Two or more pages that are meant to be found share their description.',
      why: 'As a summary it fits one of the pages at best, and makes them look alike to engines.',
      how: 'Write one for each page, or leave it out where nothing can be said.',
      example: 'The slogan of the shop as description of every product',
    },
    acrossPages: (pages) => findExactDuplicates(pages, (facts) => contentOf(facts)?.descriptions[0]),
  },
])
