import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

export const socialChecks = defineChecks('social', {
  'social-tags-missing'(facts) {
    const social = contentOf(facts)?.social
    return social !== undefined && !(social['og:title'] && social['og:description'])
  },
  'social-image-missing'(facts) {
    const social = contentOf(facts)?.social
    return social !== undefined && !(social['og:image'] || social['og:image:url'] || social['twitter:image'])
  },
})
