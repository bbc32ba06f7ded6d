import { defineCheck } from '../define-check.ts'
import { createNearDuplicates } from '../near-duplicates.ts'
import { indexableContent } from '../page-kinds.ts'
import { groupFindings } from '../same-values.ts'

export const duplicateContent = defineCheck({
  id: 'duplicate-content',
  name: 'Other pages have the same text',
  category: 'content',
  issue_type: 'error',
  severity: 'medium',
  description: 'Other pages of the site have the same main text, or nearly. The evidence names some of them.',
  docs: {
    what: 'The texts differ in few words, and neither page names the other as canonical.',
    why: 'Engines show one of several equal pages, chosen by themselves, and may cite the one that you would not.',
    how: 'Redirect copies, name one of them as canonical, or write texts that differ.',
    example: '/bags?sort=price and /bags?sort=name',
  },
  acrossPages(pages) {
    const duplicates = createNearDuplicates()
    return {
      add(facts, page) {
        const fingerprint = indexableContent(facts)?.fingerprint ?? null
        if (fingerprint !== null) duplicates.add(fingerprint, page)
      },
      *finish() {
        for (const group of duplicates.groups()) yield* groupFindings(pages, group)
      },
    }
  },
})
