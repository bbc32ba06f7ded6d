import { defineCheck } from '../define-check.ts'
import { contentOf, elements } from '../page-kinds.ts'

export const nofollowInternalLinks = defineCheck({
  id: 'nofollow-internal-links',
  name: 'Links within the site are marked nofollow',
  category: 'links',
  issue_type: 'opportunity',
  severity: 'low',
  description:
    'The page tells crawlers not to follow some links to pages of the same site. The evidence names them.',
  docs: {
    what: 'A link to the same site has rel="nofollow".',
    why: 'A crawler that heeds it does not get to the page this way, and takes it for less important.',
    how: 'Take nofollow away from links within the site.',
    example: '<a href="/guide" rel="nofollow">',
  },
  ofPage(facts) {
    const links = contentOf(facts)?.links ?? []
    return elements(
      links.filter(({ isExternal, isNofollow }) => !isExternal && isNofollow).map(({ url }) => url),
    )
  },
})
