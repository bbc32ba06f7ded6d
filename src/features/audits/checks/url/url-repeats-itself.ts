import { defineCheck } from '../define-check.ts'
import { pageIf, servedDocument } from '../page-kinds.ts'

export const urlRepeatsItself = defineCheck({
  id: 'url-repeats-itself',
  name: 'Address repeats parts of itself',
  category: 'url',
  issue_type: 'warning',
  severity: 'low',
  description: 'A part of the path occurs three times or more.',
  docs: {
    what: 'Relative links without a leading slash pile up, so that each page makes new addresses.',
    why: 'Crawlers get lost in endless copies of the same pages.',
    how: 'Link with a leading slash, and answer with 404 for such paths.',
    example: '/guide/guide/guide/start',
  },
  ofPage(facts) {
    const parts = (URL.parse(facts.url)?.pathname ?? '').split('/').filter((part) => part !== '')
    const most = Math.max(0, ...[...Map.groupBy(parts, (part) => part).values()].map(({ length }) => length))
    return pageIf(servedDocument(facts) !== undefined && most >= 3)
  },
})
