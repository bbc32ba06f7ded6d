import { defineCheck } from '../define-check.ts'
import { canonicalsOf, servedDocument } from '../page-kinds.ts'

export const canonicalSeveral = defineCheck({
  id: 'canonical-several',
  name: 'Page names several canonical addresses',
  category: 'indexability',
  issue_type: 'error',
  severity: 'medium',
  description: 'The page names more than one address as its canonical one.',
  docs: {
    what: 'There are several elements or headers with rel="canonical", often from a theme and an extension at once.',
    why: 'Engines pass over contradicting canonicals altogether and choose by themselves.',
    how: 'Keep one of them.',
    example: `<link rel="canonical" href="/a">
<link rel="canonical" href="/b">`,
  },
  ofPage(facts) {
    const document = servedDocument(facts)
    const addresses = canonicalsOf(facts)
    return document !== undefined && (addresses.length > 1 || document.canonicals.length > 1)
      ? addresses
      : undefined
  },
})
