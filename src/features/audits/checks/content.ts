import { createNearDuplicates } from './across-pages/near-duplicates.ts'
import { defineChecks } from './define-check.ts'
import { groupFindings } from './exact-duplicates.ts'
import { contentOf, wholeContentOf } from './page-kinds.ts'

const minWords = 100

export const contentChecks = defineChecks('content', {
  'thin-content'(facts) {
    const document = wholeContentOf(facts)
    return document !== undefined && document.words < minWords
  },
  'duplicate-content': {
    acrossPages(pages) {
      const fingerprints = new Map<number, string>()
      return {
        add(facts, page) {
          const fingerprint = contentOf(facts)?.fingerprint ?? null
          if (fingerprint !== null) fingerprints.set(page, fingerprint)
        },
        *finish() {
          const duplicates = createNearDuplicates()
          for (const [page, fingerprint] of fingerprints) if (!pages.isCopy(page)) duplicates.add(fingerprint, page)
          for (const group of duplicates.groups()) yield* groupFindings(pages, group)
        },
      }
    },
  },
  'hidden-text'(facts) {
    const texts = contentOf(facts)?.hiddenTexts ?? []
    return texts.map((text) => `${facts.url}#:~:text=${encodeURIComponent(text)}`)
  },
  'answer-late'(facts) {
    const questions = contentOf(facts)?.lateAnswers ?? []
    return questions.map((text) => `${facts.url}#:~:text=${encodeURIComponent(text)}`)
  },
  'byline-without-markup'(facts) {
    const { byline, structuredData, social = {} } = contentOf(facts) ?? {}
    // RDFa is not read as a whole.
    if (byline === undefined || structuredData?.hasRdfa !== false) return false
    const { hasAuthor, days = {} } = structuredData
    const hasDate = Object.keys(days).length > 0 || 'article:published_time' in social
    const missing = [
      hasAuthor || 'author' in social || 'article:author' in social ? undefined : byline.author,
      hasDate ? undefined : byline.date,
    ]
    return missing
      .filter((text) => text !== undefined)
      .map((text) => `${facts.url}#:~:text=${encodeURIComponent(text)}`)
  },
  'javascript-only': (facts) => contentOf(facts)?.needsJavaScript,
  'encoding-broken': (facts) => contentOf(facts)?.encoding.isBroken,
  'encoding-undeclared': (facts) => contentOf(facts)?.encoding.source === 'guess',
  'encoding-contradiction'(facts) {
    const document = contentOf(facts)
    return document !== undefined && document.encoding.contradictedBy !== null
  },
})
