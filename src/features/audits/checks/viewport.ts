import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

export const viewportChecks = defineChecks('viewport', [
  {
    id: 'viewport-missing',
    name: 'Page is not mobile-friendly',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page has no viewport meta element, so phones shrink it.',
    docs: {
      what: 'There is no meta element named viewport.',
      why: 'Engines index the mobile version of a page and rank mobile-friendly pages higher. AI answers use those indexes.',
      how: 'Add the element and a responsive layout.',
      example: '<meta name="viewport" content="width=device-width, initial-scale=1">',
    },
    ofPage: (facts) => contentOf(facts)?.viewport === null,
  },
  {
    id: 'viewport-fixed',
    name: 'Viewport prevents zooming',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The viewport has a fixed width or prevents zooming.',
    docs: {
      what: 'Its content has a width in pixels, user-scalable=no, or a maximum-scale below 2.',
      why: 'Engines may not rate the page as mobile-friendly.',
      how: 'Use width=device-width and allow zooming.',
      example: '<meta name="viewport" content="width=1024, user-scalable=no">',
    },
    ofPage(facts) {
      const viewport = contentOf(facts)?.viewport ?? ''
      return /width\s*=\s*\d|user-scalable\s*=\s*(?:no|0)\b|maximum-scale\s*=\s*[01](?!\d)/i.test(viewport)
    },
  },
])
