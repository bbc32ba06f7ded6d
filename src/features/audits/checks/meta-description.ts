import { defineChecks } from './define-check.ts'
import { findExactDuplicates } from './exact-duplicates.ts'
import { contentOf } from './page-kinds.ts'
import { characterCount, weightedLength } from './text-length.ts'

const maxCharacters = 160
const minCharacters = 50

export const metaDescriptionChecks = defineChecks('meta_description', [
  {
    id: 'meta-description-missing',
    ofPage(facts) {
      const document = contentOf(facts)
      return document !== undefined && !document.descriptions.some((text) => text !== '')
    },
  },
  {
    id: 'meta-description-too-long',
    ofPage: (facts) => characterCount(contentOf(facts)?.descriptions[0] ?? '') > maxCharacters,
  },
  {
    id: 'meta-description-too-short',
    ofPage(facts) {
      const description = contentOf(facts)?.descriptions[0] ?? ''
      return description !== '' && weightedLength(description) < minCharacters
    },
  },
  {
    id: 'meta-description-several',
    ofPage: (facts) => (contentOf(facts)?.descriptions.length ?? 0) > 1,
  },
  {
    id: 'meta-description-duplicate',
    acrossPages: (pages) => findExactDuplicates(pages, (facts) => contentOf(facts)?.descriptions[0]),
  },
])
