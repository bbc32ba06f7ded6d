import { defineCheck } from '../define-check.ts'
import { indexableContent, pageIf } from '../page-kinds.ts'

const mostParameters = 3

export const urlManyParameters = defineCheck({
  id: 'url-many-parameters',
  name: 'Address has many parameters',
  category: 'url',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The address of the page has more than three parameters.',
  docs: {
    what: 'Filters, sorting and the like are part of the address.',
    why: 'The same content is reached by countless addresses. Crawlers read copies in place of new pages.',
    how: 'Name the address without needless parameters as canonical, and link to that.',
    example: '/bags?color=red&sort=price&view=grid&page=1',
  },
  ofPage(facts) {
    const parameters = URL.parse(facts.url)?.searchParams.size ?? 0
    return pageIf(indexableContent(facts) !== undefined && parameters > mostParameters)
  },
})
