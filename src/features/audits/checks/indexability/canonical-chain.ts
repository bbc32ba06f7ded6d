import { defineCheck } from '../define-check.ts'
import { targetsWith } from '../targets.ts'

export const canonicalChain = defineCheck({
  id: 'canonical-chain',
  name: 'Canonical page names yet another one',
  category: 'indexability',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The page points to a canonical page that itself points elsewhere.',
  docs: {
    what: 'The canonical address is a page of this site whose own canonical is a third address, or this page.',
    why: 'Engines take one step at most. Where pages disagree they choose by themselves which one to show.',
    how: 'Let all versions of a page name the same address, the named one included.',
    example: `/a → canonical /b → canonical /c
/a → canonical /c, /b → canonical /c`,
  },
  acrossPages: (pages) => targetsWith(pages, 'canonicals', (_, address) => pages.canonicals.leadsOn(address)),
})
