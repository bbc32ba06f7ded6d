import { defineCheck } from '../define-check.ts'
import { contentOf, elements } from '../page-kinds.ts'

export const linksWithoutText = defineCheck({
  id: 'links-without-text',
  name: 'Links that say nothing',
  category: 'links',
  issue_type: 'warning',
  severity: 'low',
  description:
    'The page has links without text, image description or label. The evidence names where they lead.',
  docs: {
    what: 'A link holds nothing that can be read, often only an icon.',
    why: 'The words of a link tell engines what the page behind it is about.',
    how: 'Give the link a text, its image an alternative text, or the element an aria-label.',
    example: `<a href="/cart"><i class="icon-cart"></i></a>
<a href="/cart" aria-label="Cart"><i class="icon-cart"></i></a>`,
  },
  ofPage(facts) {
    const links = contentOf(facts)?.links ?? []
    return elements(links.filter(({ withoutText }) => withoutText !== undefined).map(({ url }) => url))
  },
})
