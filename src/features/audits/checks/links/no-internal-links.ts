import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const noInternalLinks = defineCheck({
  id: 'no-internal-links',
  name: 'Page links to no other page',
  category: 'links',
  issue_type: 'warning',
  severity: 'low',
  description: 'The page is a dead end: it has no link to another page of the site.',
  docs: {
    what: 'All links of the page lead to itself or to other sites, if there are any.',
    why: 'Crawlers and readers who come here find no way on, and the page stands in no context.',
    how: 'Add the navigation of the site and links to related pages.',
    example: 'A landing page without navigation',
  },
  ofPage(facts) {
    const document = contentOf(facts)
    return pageIf(
      document !== undefined &&
        !document.links.some(({ url, isExternal }) => !isExternal && url !== facts.url),
    )
  },
})
