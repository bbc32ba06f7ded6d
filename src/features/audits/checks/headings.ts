import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

const maxWordsWithoutSubheadings = 600

export const headingChecks = defineChecks('headings', [
  {
    id: 'h1-missing',
    name: 'Page has no main heading',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page has no h1 element with text.',
    docs: {
      what: 'There is no first-level heading, or it is empty.',
      why: 'Engines split pages into passages by heading. The first heading gives the subject of all of them.',
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
      what: 'More than one part of the page has a first-level heading.',
      why: 'Engines must guess which one names the subject, and may assign passages to the wrong one.',
      how: 'Keep one h1 and change the others to h2.',
      example: '<h1>Shop Example</h1> … <h1>Returns</h1>',
    },
    ofPage: (facts) => (contentOf(facts)?.headings.counts[0] ?? 0) > 1,
  },
  {
    id: 'heading-empty',
    name: 'Page has empty headings',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page has headings without text.',
    docs: {
      what: 'A heading element is empty or contains only an image without alt text.',
      why: 'Engines cannot tell the subject of the passage below it.',
      how: 'Write the heading, add alt text to its image, or remove the element.',
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
      what: 'For example, an h4 follows an h2.',
      why: 'Engines use the outline of the page to find the passage that answers a question.',
      how: 'Go down one level at a time. Set the font size with CSS, not with the level.',
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
      what: 'A long text has no h2 or h3 elements.',
      why: 'Engines answer with passages. They split a text without subheadings at arbitrary places.',
      how: 'Divide the text with descriptive headings, ideally phrased as questions.',
      example: '<h2>How long does delivery take?</h2>',
    },
    ofPage(facts) {
      const document = contentOf(facts)
      const below = document?.headings.counts.slice(1).reduce((sum, count) => sum + count, 0)
      return document !== undefined && below === 0 && document.words > maxWordsWithoutSubheadings
    },
  },
])
