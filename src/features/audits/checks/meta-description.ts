import { defineChecks } from './define-check.ts'
import { findExactDuplicates } from './exact-duplicates.ts'
import { contentOf } from './page-kinds.ts'
import { characterCount, weightedLength } from './text-length.ts'

const maxCharacters = 160
const minCharacters = 50

export const metaDescriptionChecks = defineChecks('meta_description', {
  'meta-description-missing'(facts) {
    const document = contentOf(facts)
    return document !== undefined && !document.descriptions.some((text) => text !== '')
  },
  'meta-description-too-long': (facts) =>
    characterCount(contentOf(facts)?.descriptions[0] ?? '') > maxCharacters,
  'meta-description-too-short'(facts) {
    const description = contentOf(facts)?.descriptions[0] ?? ''
    return description !== '' && weightedLength(description) < minCharacters
  },
  'meta-description-several': (facts) => (contentOf(facts)?.descriptions.length ?? 0) > 1,
  'meta-description-duplicate': {
    acrossPages: (pages) => findExactDuplicates(pages, (facts) => contentOf(facts)?.descriptions[0]),
  },
})
