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
      what: 'No title element of the page has text.',
      why: 'Engines show the title with a citation, and weigh it most to learn what a page is about.',
      how: 'Give each page a title with its subject and the brand.',
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
    description: 'The title has more than 60 characters, so search results cut it off.',
    docs: {
      what: 'Search results and citations show about 60 characters.',
      why: 'Readers do not see the rest, which often names the product or brand.',
      how: 'Put the important words first, and limit the title to 60 characters.',
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
    description: 'The title has fewer than 10 characters, too few to describe the page.',
    docs: {
      what: 'Thousands of sites use a title such as “Home” or “Blog”.',
      why: 'Engines match prompts with titles. A generic title matches nothing.',
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
      what: 'The page has several title elements, often from a theme and an extension.',
      why: 'Engines use one of them, not always the right one.',
      how: 'Keep one title element in the head.',
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
    description: 'Other pages of the site have the same title. The evidence lists some.',
    docs: {
      what: 'Two or more indexable pages share a title.',
      why: 'Engines cannot tell from the title which page answers a question, and may cite the wrong one.',
      how: 'Name in each title what distinguishes the page; add page numbers to paginated lists.',
      example: '<title>Products</title> on /products/bags and on /products/shoes',
    },
    acrossPages: (pages) => findExactDuplicates(pages, (facts) => contentOf(facts)?.titles[0]),
  },
])
