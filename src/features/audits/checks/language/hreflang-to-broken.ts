import { addressFlag } from '../address-book.ts'
import { defineCheck } from '../define-check.ts'
import { targetsWith } from '../targets.ts'

export const hreflangToBroken = defineCheck({
  id: 'hreflang-to-broken',
  name: 'Language versions that do not work',
  category: 'language',
  issue_type: 'error',
  severity: 'medium',
  description:
    'The page names versions in other languages that answer with an error or redirect. The evidence names them.',
  docs: {
    what: 'The address in an hreflang element does not answer with 200.',
    why: 'Readers who ask in that language are offered nothing, and engines stop to trust the other versions too.',
    how: 'Correct the address, or take the version away.',
    example: '<link rel="alternate" hreflang="fr" href="/fr/old/"> → 404',
  },
  acrossPages: (pages) =>
    targetsWith(pages, 'alternates', (flags) => (flags & (addressFlag.broken | addressFlag.redirects)) !== 0),
})
