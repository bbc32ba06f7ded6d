import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

export const socialChecks = defineChecks('social', [
  {
    id: 'social-tags-missing',
    ofPage(facts) {
      const social = contentOf(facts)?.social
      return social !== undefined && !(social['og:title'] && social['og:description'])
    },
  },
  {
    id: 'social-image-missing',
    ofPage(facts) {
      const social = contentOf(facts)?.social
      return (
        social !== undefined && !(social['og:image'] || social['og:image:url'] || social['twitter:image'])
      )
    },
  },
])
