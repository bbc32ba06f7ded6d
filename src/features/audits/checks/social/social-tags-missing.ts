import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const socialTagsMissing = defineCheck({
  id: 'social-tags-missing',
  name: 'Page has no tags for sharing',
  category: 'social',
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
    return pageIf(social !== undefined && !(social['og:title'] && social['og:description']))
  },
})
