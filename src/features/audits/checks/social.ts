import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

export const socialChecks = defineChecks('social', [
  {
    id: 'social-tags-missing',
    name: 'Page has no tags for sharing',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The page lacks og:title or og:description, by which links to it are shown elsewhere.',
    docs: {
      what: 'Open Graph tags (ogp.me) are missing, or empty.',
      why: 'Chats and assistants build the card of a link from these tags.',
      how: 'Add og:title, og:description, og:image and og:url.',
      example: '<meta property="og:title" content="Password managers compared">',
    },
    ofPage(facts) {
      const social = contentOf(facts)?.social
      return social !== undefined && !(social['og:title'] && social['og:description'])
    },
  },
  {
    id: 'social-image-missing',
    name: 'Page has no image for sharing',
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
      return (
        social !== undefined && !(social['og:image'] || social['og:image:url'] || social['twitter:image'])
      )
    },
  },
])
