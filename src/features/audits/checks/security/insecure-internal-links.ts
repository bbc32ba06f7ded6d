import { defineCheck } from '../define-check.ts'
import { elements, servedDocument } from '../page-kinds.ts'

export const insecureInternalLinks = defineCheck({
  id: 'insecure-internal-links',
  name: 'Links to the site without encryption',
  category: 'security',
  issue_type: 'warning',
  severity: 'low',
  description:
    'The page is served over https and links to pages of the same site over http. The evidence names them.',
  docs: {
    what: 'A link within the site begins with http://.',
    why: 'Crawlers take a detour over a redirect, and may keep the insecure address.',
    how: 'Link with https://, or relative to the site.',
    example: `<a href="http://shop.example/guide">
<a href="/guide">`,
  },
  ofPage(facts) {
    if (!facts.url.startsWith('https:')) return undefined
    const links = servedDocument(facts)?.links ?? []
    return elements(
      links.filter(({ url, isExternal }) => !isExternal && url.startsWith('http:')).map(({ url }) => url),
    )
  },
})
