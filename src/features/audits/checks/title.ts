import { defineChecks } from './define-check.ts'
import { findExactDuplicates } from './exact-duplicates.ts'
import { contentOf } from './page-kinds.ts'
import { characterCount, weightedLength } from './text-length.ts'

const maxCharacters = 60
const minCharacters = 10

export const titleChecks = defineChecks('title', [
  {
    id: 'title-missing',
    name: 'Page has no title',
    issue_type: 'error',
    severity: 'high',
    description: 'The page has no title element, or an empty one.',
    docs: {
      what: 'There is no text in a title element.',
      why: 'The title is what engines show with a citation and weigh most to learn what a page is about.',
      how: 'Give each page a title that names its subject and the brand.',
      example: '<title>How to choose a password manager – Shop Example</title>',
    },
    ofPage(facts) {
      const document = contentOf(facts)
      return document !== undefined && !document.titles.some((title) => title !== '')
    },
  },
  {
    id: 'title-too-long',
    name: 'Title is too long',
    issue_type: 'warning',
    severity: 'low',
    description: 'The title has more than 60 characters, so that its end is cut off where it is shown.',
    docs: {
      what: 'Search results and citations show about 60 characters.',
      why: 'What is cut off helps nobody. The name of the product or brand often stands there.',
      how: 'Put what matters first, and keep the title to 60 characters.',
      example:
        '<title>Password managers compared: prices, features and security in 2025, with all tests of the year | Shop Example</title>',
    },
    ofPage: (facts) => characterCount(contentOf(facts)?.titles[0] ?? '') > maxCharacters,
  },
  {
    id: 'title-too-short',
    name: 'Title is too short',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The title has fewer than 10 characters, too few to say what the page is about.',
    docs: {
      what: 'A title such as “Home” or “Blog” is the same on thousands of sites.',
      why: 'An engine that compares a question with titles finds nothing to compare.',
      how: 'Name the subject of the page and the brand.',
      example: `<title>Blog</title>
<title>Blog on passwords and privacy – Shop Example</title>`,
    },
    ofPage(facts) {
      const title = contentOf(facts)?.titles[0] ?? ''
      return title !== '' && weightedLength(title) < minCharacters
    },
  },
  {
    id: 'title-several',
    name: 'Page has several titles',
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
    ofPage: (facts) => (contentOf(facts)?.titles.length ?? 0) > 1,
  },
  {
    id: 'title-duplicate',
    name: 'Several pages have the same title',
    issue_type: 'warning',
    severity: 'medium',
    description: 'Other pages of the site have exactly this title. The evidence names some of them.',
    docs: {
      what: 'Two or more pages that are meant to be found share their title.',
      why: 'An engine cannot tell by the title which of the pages answers a question, and may cite the wrong one.',
      how: 'Say in each title what sets the page apart; give numbered pages of a list their number.',
      example: '<title>Products</title> on /products/bags and on /products/shoes',
    },
    acrossPages: (pages) => findExactDuplicates(pages, (facts) => contentOf(facts)?.titles[0]),
  },
])
