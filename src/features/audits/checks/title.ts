import { defineChecks } from './define-check.ts'
import { findExactDuplicates } from './exact-duplicates.ts'
import { contentOf } from './page-kinds.ts'
import { characterCount, weightedLength } from './text-length.ts'

const maxCharacters = 60
const minCharacters = 10

export const titleChecks = defineChecks('title', [
  {
    id: 'title-missing',
    ofPage(facts) {
      const document = contentOf(facts)
      return document !== undefined && !document.titles.some((title) => title !== '')
    },
  },
  {
    id: 'title-too-long',
    ofPage: (facts) => characterCount(contentOf(facts)?.titles[0] ?? '') > maxCharacters,
  },
  {
    id: 'title-too-short',
    ofPage(facts) {
      const title = contentOf(facts)?.titles[0] ?? ''
      return title !== '' && weightedLength(title) < minCharacters
    },
  },
  {
    id: 'title-several',
    ofPage: (facts) => (contentOf(facts)?.titles.length ?? 0) > 1,
  },
  {
    id: 'title-duplicate',
    acrossPages: (pages) => findExactDuplicates(pages, (facts) => contentOf(facts)?.titles[0]),
  },
])
