import type { AcrossPages, LeadsBy } from '../define-check.ts'
import type { SitePages } from './site-pages.ts'

/** Finds pages by where they lead. */
export function targetsWith(
  pages: SitePages,
  leadsBy: LeadsBy,
  isMeant: (flags: number, address: number) => boolean,
): AcrossPages {
  const { flags, text } = pages.addresses
  return {
    leadsBy,
    *finish() {
      for (const { page, addresses } of pages[leadsBy].leadingTo((address) =>
        isMeant(flags(address), address),
      ))
        yield { page, evidence: addresses.map(text) }
    },
  }
}
