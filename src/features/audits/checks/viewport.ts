import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

export const viewportChecks = defineChecks('viewport', [
  {
    id: 'viewport-missing',
    name: 'Page is not made for small screens',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page has no viewport meta element, so that phones show it shrunk.',
    docs: {
      what: 'There is no meta element with the name viewport.',
      why: 'Engines index what a phone sees, and rank pages that suit one higher. AI answers draw on those indexes.',
      how: 'Add the element, and a layout that adapts.',
      example: '<meta name="viewport" content="width=device-width, initial-scale=1">',
    },
    ofPage: (facts) => contentOf(facts)?.viewport === null,
  },
  {
    id: 'viewport-fixed',
    name: 'Viewport keeps readers from zooming',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The viewport has a fixed width, or forbids to zoom.',
    docs: {
      what: 'Its content says width in pixels, user-scalable=no, or a maximum-scale below 2.',
      why: 'A page that phones cannot show well counts as one that does not suit them.',
      how: 'Use width=device-width and leave zooming to readers.',
      example: '<meta name="viewport" content="width=1024, user-scalable=no">',
    },
    ofPage(facts) {
      const viewport = contentOf(facts)?.viewport ?? ''
      return /width\s*=\s*\d|user-scalable\s*=\s*(?:no|0)\b|maximum-scale\s*=\s*[01](?!\d)/i.test(viewport)
    },
  },
])
