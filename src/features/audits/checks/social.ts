import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

export const socialChecks = defineChecks('social', [
  {
    id: 'social-tags-missing',
    name: 'Page has no social tags',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The page lacks og:title or og:description, used for link previews.',
    docs: {
      what: 'Open Graph tags (ogp.me) are missing or empty.',
      why: 'Chats and assistants build link previews from these tags.',
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
    name: 'Page has no social image',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The page has no image for link previews.',
    docs: {
      what: 'There is neither og:image nor twitter:image.',
      why: 'People click citations with an image more often. Without one, engines may show another source first.',
      how: 'Add og:image with an absolute URL, 1200 by 630 pixels.',
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
