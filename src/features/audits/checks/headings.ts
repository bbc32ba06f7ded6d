import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

const maxWordsWithoutSubheadings = 600

export const headingChecks = defineChecks('headings', [
  {
    id: 'h1-missing',
    name: 'Page has no main heading',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page has no h1 element with a text.',
    docs: {
      what: 'There is no first-level heading, or it is empty.',
      why: 'Engines cut pages into passages along their headings. The first one says what all of them are about.',
      how: 'Mark the visible headline of the page as h1.',
      example: `<div class="headline">Returns</div>
<h1>Returns</h1>`,
    },
    ofPage(facts) {
      const headings = contentOf(facts)?.headings
      const hasMain = headings?.first.some(({ level, text }) => level === 1 && text !== '')
      return headings !== undefined && !hasMain && (headings.counts[0] === 0 || headings.empty > 0)
    },
  },
  {
    id: 'h1-several',
    name: 'Page has several main headings',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The page has more than one h1 element.',
    docs: {
      what: 'First-level headings stand over more than one part of the page.',
      why: 'Which of them names the subject is left to guessing, and passages are filed under the wrong one.',
      how: 'Keep one h1 and make the others h2.',
      example: '<h1>Shop Example</h1> … <h1>Returns</h1>',
    },
    ofPage: (facts) => (contentOf(facts)?.headings.counts[0] ?? 0) > 1,
  },
  {
    id: 'heading-empty',
    name: 'Page has empty headings',
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
    ofPage: (facts) => (contentOf(facts)?.headings.empty ?? 0) > 0,
  },
  {
    id: 'heading-levels-skipped',
    name: 'Headings skip a level',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'A heading is two or more levels deeper than the one before it.',
    docs: {
      what: 'After an h2 comes an h4, or the like.',
      why: 'The outline of the page, by which engines find the passage that answers a question, has holes.',
      how: 'Go down one level at a time. Choose the size of the letters by style and not by level.',
      example: `<h2>Delivery</h2> <h4>Abroad</h4>
<h2>Delivery</h2> <h3>Abroad</h3>`,
    },
    ofPage(facts) {
      const levels = contentOf(facts)?.headings.first.map(({ level }) => level) ?? []
      return levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? level) + 1)
    },
  },
  {
    id: 'long-text-without-subheadings',
    name: 'Long text without subheadings',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The page has more than 600 words and no heading below the first level.',
    docs: {
      what: 'A long text is not divided by h2 or h3 elements.',
      why: 'Engines answer with passages. A text without parts is cut at arbitrary places, and its best sentence may end in the wrong one.',
      how: 'Divide the text by headings that say what comes, best in the words of a question.',
      example: '<h2>How long does delivery take?</h2>',
    },
    ofPage(facts) {
      const document = contentOf(facts)
      const below = document?.headings.counts.slice(1).reduce((sum, count) => sum + count, 0)
      return document !== undefined && below === 0 && document.words > maxWordsWithoutSubheadings
    },
  },
])
