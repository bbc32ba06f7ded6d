import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const socialImageMissing = defineCheck({
  id: 'social-image-missing',
  name: 'Page has no image for sharing',
  category: 'social',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The page names no image for cards of links to it.',
  docs: {
    what: 'There is neither og:image nor twitter:image.',
    why: 'A citation with a picture is clicked more often; without one, another source may be shown first.',
    how: 'Add og:image with a full address, 1200 by 630 pixels.',
    example: '<meta property="og:image" content="https://shop.example/cards/guide.png">',
  },
  ofPage(facts) {
    const social = contentOf(facts)?.social
    return pageIf(
      social !== undefined && !(social['og:image'] || social['og:image:url'] || social['twitter:image']),
    )
  },
})
