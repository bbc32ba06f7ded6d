import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'
import { weighedLength } from '../shown-length.ts'

const fewestCharacters = 10

export const titleTooShort = defineCheck({
  id: 'title-too-short',
  name: 'Title is too short',
  category: 'title',
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
    return pageIf(title !== '' && weighedLength(title) < fewestCharacters)
  },
})
