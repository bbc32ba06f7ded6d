import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { availabilityDifference, differingFromFeeds, priceDifference } from './feed-differences.ts'
import { contentOf, wholeContentOf } from './page-kinds.ts'

export const structuredDataChecks = defineChecks('structured_data', {
  'structured-data-missing'(facts) {
    const data = wholeContentOf(facts)?.structuredData
    const hasJsonLd = data !== undefined && data.types.length + data.faults.length > 0
    return data !== undefined && !hasJsonLd && !data.hasMicrodata && !data.hasRdfa
  },
  'structured-data-invalid': (facts) => (contentOf(facts)?.structuredData.faults.length ?? 0) > 0,
  'structured-data-incomplete': lacking('missing'),
  'structured-data-sparse': lacking('recommended'),
  'structured-data-invalid-values'(facts, _site, at) {
    const { invalid = [], days = {} } = contentOf(facts)?.structuredData ?? {}
    const tomorrow = new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10)
    const future = Object.keys(days).filter((name) => (days[name] as string) > tomorrow)
    return withNames(facts, [...invalid, ...future])
  },
  'structured-data-unknown-words': (facts) => withNames(facts, contentOf(facts)?.structuredData.unknown ?? []),
  'structured-data-without-context': (facts) => withNames(facts, contentOf(facts)?.structuredData.withoutContext ?? []),
  'feed-price-differs': differingFromFeeds(priceDifference),
  'feed-availability-differs': differingFromFeeds(availabilityDifference),
})

/** The page’s URL with names from its structured data: `#Product.name`, or `#Product.offers,review` if one is enough. */
const withNames = ({ url }: PageFacts, words: readonly string[]): string[] =>
  words.map((word) => `${url}#${encodeURIComponent(word.replaceAll('|', ',')).replaceAll('%2C', ',')}`)

/** Finds properties that nodes lack. */
function lacking(kind: 'missing' | 'recommended') {
  return (facts: PageFacts) => {
    const nodes = contentOf(facts)?.structuredData.incomplete ?? []
    return withNames(
      facts,
      nodes.flatMap((node) => node[kind].map((property) => `${node.type}.${property}`)),
    )
  }
}
