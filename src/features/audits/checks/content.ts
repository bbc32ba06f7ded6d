import { createNearDuplicates } from './across-pages/near-duplicates.ts'
import { defineChecks } from './define-check.ts'
import { groupFindings } from './exact-duplicates.ts'
import { contentOf } from './page-kinds.ts'

const minWords = 100

export const contentChecks = defineChecks('content', [
  {
    id: 'thin-content',
    ofPage(facts) {
      const document = contentOf(facts)
      return document !== undefined && !document.needsJavaScript && document.words < minWords
    },
  },
  {
    id: 'duplicate-content',
    acrossPages(pages) {
      const fingerprints = new Map<number, string>()
      return {
        add(facts, page) {
          const fingerprint = contentOf(facts)?.fingerprint ?? null
          if (fingerprint !== null) fingerprints.set(page, fingerprint)
        },
        *finish() {
          const duplicates = createNearDuplicates()
          for (const [page, fingerprint] of fingerprints)
            if (!pages.isCopy(page)) duplicates.add(fingerprint, page)
          for (const group of duplicates.groups()) yield* groupFindings(pages, group)
        },
      }
    },
  },
  {
    id: 'hidden-text',
    ofPage(facts) {
      const texts = contentOf(facts)?.hiddenTexts ?? []
      return texts.map((text) => `${facts.url}#:~:text=${encodeURIComponent(text)}`)
    },
  },
  {
    id: 'javascript-only',
    ofPage: (facts) => contentOf(facts)?.needsJavaScript,
  },
  {
    id: 'encoding-broken',
    ofPage: (facts) => contentOf(facts)?.encoding.isBroken,
  },
  {
    id: 'encoding-undeclared',
    ofPage: (facts) => contentOf(facts)?.encoding.source === 'guess',
  },
  {
    id: 'encoding-contradiction',
    ofPage(facts) {
      const document = contentOf(facts)
      return document !== undefined && document.encoding.contradictedBy !== null
    },
  },
])
