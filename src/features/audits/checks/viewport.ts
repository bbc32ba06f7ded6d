import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

export const viewportChecks = defineChecks('viewport', {
  'viewport-missing': (facts) => contentOf(facts)?.viewport === null,
  'viewport-fixed'(facts) {
    const viewport = contentOf(facts)?.viewport ?? ''
    return /width\s*=\s*\d|user-scalable\s*=\s*(?:no|0)\b|maximum-scale\s*=\s*[01](?!\d)/i.test(viewport)
  },
})
