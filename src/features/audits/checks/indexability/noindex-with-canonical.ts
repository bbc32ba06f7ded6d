import { isNoindex } from '../../../../lib/site/pages/robots-directives.ts'
import { defineCheck } from '../define-check.ts'
import { canonicalsOf, elements, refreshTarget, servedDocument } from '../page-kinds.ts'

export const noindexWithCanonical = defineCheck({
  id: 'noindex-with-canonical',
  name: 'Page is marked noindex and names another page as canonical',
  category: 'indexability',
  issue_type: 'warning',
  severity: 'low',
  description: 'The page gives engines two orders that contradict each other.',
  docs: {
    what: 'One directive keeps the page out of indexes, another asks to count it for a different page.',
    why: 'Engines may carry noindex over to the page that is named, which is then missing from answers.',
    how: 'Use one of them: canonical for copies, noindex for what nobody should find.',
    example: `<meta name="robots" content="noindex">
<link rel="canonical" href="/guide/">`,
  },
  ofPage(facts) {
    if (servedDocument(facts) === undefined || refreshTarget(facts) !== null || !isNoindex(facts))
      return undefined
    return elements(canonicalsOf(facts).filter((canonical) => canonical !== facts.url))
  },
})
