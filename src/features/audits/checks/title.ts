import { defineChecks } from './define-check.ts'
import { findExactDuplicates } from './exact-duplicates.ts'
import { contentOf } from './page-kinds.ts'
import { characterCount, weightedLength } from './text-length.ts'

const maxCharacters = 60
const minCharacters = 10

export const titleChecks = defineChecks('title', {
  'title-missing'(facts) {
    const document = contentOf(facts)
    return document !== undefined && !document.titles.some((title) => title !== '')
  },
  'title-too-long': (facts) => characterCount(contentOf(facts)?.titles[0] ?? '') > maxCharacters,
  'title-too-short'(facts) {
    const title = contentOf(facts)?.titles[0] ?? ''
    return title !== '' && weightedLength(title) < minCharacters
  },
  'title-several': (facts) => (contentOf(facts)?.titles.length ?? 0) > 1,
  'title-duplicate': {
    acrossPages: (pages) => findExactDuplicates(pages, (facts) => contentOf(facts)?.titles[0]),
  },
})
