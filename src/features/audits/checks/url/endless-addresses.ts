import { defineCheck } from '../define-check.ts'

export const endlessAddresses = defineCheck({
  id: 'endless-addresses',
  name: 'Links lead to addresses without end',
  category: 'url',
  issue_type: 'warning',
  severity: 'medium',
  description:
    'The site links to ever more addresses of one kind, such as a calendar or combinations of filters. The evidence shows some.',
  docs: {
    what: 'Links were not followed because their addresses are too long, too deep, repeat parts of themselves, or differ in numbers and parameters only.',
    why: 'Crawlers that step into such a trap spend their visits there, and do not get to the pages that matter.',
    how: 'Block such addresses in robots.txt, or build them without links.',
    example: '/calendar?day=2031-01-01, /calendar?day=2031-01-02 and so on',
  },
  ofSite({ home, crawl }) {
    const traps = crawl.passedOver.filter(({ kind }) => kind !== 'page_limit')
    const evidence = traps.flatMap(({ examples }) => examples)
    return traps.length > 0 ? [{ url: home.url, evidence }] : []
  },
})
