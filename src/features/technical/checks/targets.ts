import type { AcrossPages } from './define-check.ts'
import type { SitePages } from './site-pages.ts'

/**
 * Finds pages by where their links or images lead.
 * @param flags of which an address has all
 * @param without of which it has none
 */
export function targetsWith(
  pages: SitePages,
  kind: 'links' | 'images',
  flags: number,
  without = 0,
): AcrossPages {
  const isMeant = (address: number) => {
    const has = pages.addresses.flags(address)
    return (has & flags) === flags && (has & without) === 0
  }
  return {
    leadsBy: kind,
    *finish() {
      for (const { page, addresses } of pages[kind].leadingTo(isMeant)) {
        yield { page, evidence: addresses.map(pages.addresses.text) }
      }
    },
  }
}
