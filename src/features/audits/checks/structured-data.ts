import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

export const structuredDataChecks = defineChecks('structured_data', [
  {
    id: 'structured-data-missing',
    ofPage(facts) {
      const data = contentOf(facts)?.structuredData
      const hasJsonLd = data !== undefined && data.types.length + data.faults.length > 0
      return data !== undefined && !hasJsonLd && !data.hasMicrodata && !data.hasRdfa
    },
  },
  {
    id: 'structured-data-invalid',
    ofPage: (facts) => (contentOf(facts)?.structuredData.faults.length ?? 0) > 0,
  },
  {
    id: 'structured-data-incomplete',
    ofPage(facts) {
      const nodes = contentOf(facts)?.structuredData.incomplete ?? []
      return withNames(
        facts,
        nodes.flatMap(({ type, missing }) => missing.map((property) => `${type}.${property}`)),
      )
    },
  },
  {
    id: 'structured-data-sparse',
    ofPage(facts) {
      const nodes = contentOf(facts)?.structuredData.incomplete ?? []
      return withNames(
        facts,
        nodes.flatMap(({ type, recommended }) => recommended.map((property) => `${type}.${property}`)),
      )
    },
  },
  {
    id: 'structured-data-invalid-values',
    ofPage: (facts) => withNames(facts, contentOf(facts)?.structuredData.invalid ?? []),
  },
  {
    id: 'structured-data-unknown-words',
    ofPage: (facts) => withNames(facts, contentOf(facts)?.structuredData.unknown ?? []),
  },
  {
    id: 'structured-data-without-context',
    ofPage: (facts) => withNames(facts, contentOf(facts)?.structuredData.withoutContext ?? []),
  },
])

/** The page’s URL with names from its structured data: `#Product.name`, or `#Product.offers,review` if one is enough. */
const withNames = ({ url }: PageFacts, words: readonly string[]): string[] =>
  words.map((word) => `${url}#${encodeURIComponent(word.replaceAll('|', ',')).replaceAll('%2C', ',')}`)
