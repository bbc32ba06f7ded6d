import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

export const structuredDataChecks = defineChecks('structured_data', [
  {
    id: 'structured-data-missing',
    name: 'Page has no structured data',
    issue_type: 'opportunity',
    severity: 'medium',
    description: 'The page describes nothing in a form made for machines.',
    docs: {
      what: 'There is no JSON-LD, no microdata and no RDFa of schema.org.',
      why: 'Structured data say without doubt what a page is about: which product, what price, whose opinion. Engines need not guess.',
      how: 'Add JSON-LD of the type that fits: Product, Article, FAQPage, Organization, BreadcrumbList.',
      example: `<script type="application/ld+json">
{ "@context": "https://schema.org", "@type": "Organization", "name": "Shop Example", "url": "https://shop.example/" }
</script>`,
    },
    ofPage(facts) {
      const data = contentOf(facts)?.structuredData
      const isThere = data !== undefined && data.types.length + data.faults.length > 0
      return data !== undefined && !isThere && !data.hasMicrodata && !data.hasRdfa
    },
  },
  {
    id: 'structured-data-invalid',
    name: 'Structured data that cannot be read',
    issue_type: 'error',
    severity: 'high',
    description: 'A block of JSON-LD is not valid JSON.',
    docs: {
      what: 'Parsing a script of type application/ld+json fails, often for a comma too many or quotes that are not escaped.',
      why: 'The whole block is thrown away, with everything that it says about the page.',
      how: 'Write the block with a JSON library in place of a text template.',
      example: `{ "name": "The "best" bag", }
{ "name": "The \\"best\\" bag" }`,
    },
    ofPage: (facts) => (contentOf(facts)?.structuredData.faults.length ?? 0) > 0,
  },
  {
    id: 'structured-data-incomplete',
    name: 'Structured data without what their type needs',
    issue_type: 'error',
    severity: 'medium',
    description:
      'Structured data lack properties that engines require for their type. The evidence names them.',
    docs: {
      what: 'A node of JSON-LD or microdata has no value for a required property, such as the offers of a Product or the address of a LocalBusiness. Of properties with commas between them, one is enough.',
      why: 'Engines pass over incomplete nodes as if they were not there.',
      how: 'Add the properties that Google’s documentation lists as required for the type.',
      example: `{ "@type": "Product", "name": "Bag" }
{ "@type": "Product", "name": "Bag", "offers": { "@type": "Offer", "price": "49.00", "priceCurrency": "EUR" } }`,
    },
    ofPage(facts) {
      const nodes = contentOf(facts)?.structuredData.incomplete ?? []
      return named(
        facts,
        nodes.flatMap(({ type, missing }) => missing.map((property) => `${type}.${property}`)),
      )
    },
  },
  {
    id: 'structured-data-sparse',
    name: 'Structured data that say little',
    issue_type: 'opportunity',
    severity: 'low',
    description:
      'Structured data lack properties that are recommended for their type. The evidence names them.',
    docs: {
      what: 'A node has what is required, but not all of what makes it useful, such as author and date of an Article.',
      why: 'Who wrote a text and when decides with many engines whether it is cited.',
      how: 'Add the properties that Google’s documentation lists as recommended for the type.',
      example: `{ "@type": "Article", "headline": "…" }
{ "@type": "Article", "headline": "…", "author": { "@type": "Person", "name": "…" }, "datePublished": "2025-03-01" }`,
    },
    ofPage(facts) {
      const nodes = contentOf(facts)?.structuredData.incomplete ?? []
      return named(
        facts,
        nodes.flatMap(({ type, recommended }) => recommended.map((property) => `${type}.${property}`)),
      )
    },
  },
  {
    id: 'structured-data-invalid-values',
    name: 'Structured data with values that cannot be right',
    issue_type: 'error',
    severity: 'medium',
    description:
      'Prices, currencies, dates or the like in structured data are not of the form that they must have. The evidence names them.',
    docs: {
      what: 'A value is none that schema.org or Google’s documentation takes: a price with a currency sign or a comma, a currency that ISO 4217 does not have, a date that is not of ISO 8601, a word in place of a member of a list.',
      why: 'Engines pass over the value or the whole node. A price that cannot be read is not compared, and a date not trusted.',
      how: 'Write numbers with a point and without signs, currencies as three capital letters, dates as year, month and day with hyphens, and members of lists as schema.org has them.',
      example: `{ "@type": "Offer", "price": "49,00 €", "priceCurrency": "Euro", "availability": "in stock" }
{ "@type": "Offer", "price": "49.00", "priceCurrency": "EUR", "availability": "https://schema.org/InStock" }`,
    },
    ofPage: (facts) => named(facts, contentOf(facts)?.structuredData.invalid ?? []),
  },
  {
    id: 'structured-data-unknown-words',
    name: 'Structured data with words that schema.org does not have',
    issue_type: 'warning',
    severity: 'low',
    description:
      'Structured data use types or properties that schema.org does not have. The evidence names them.',
    docs: {
      what: 'A type does not exist, or a property not for this type, often for a typing error or small letters. Words of other vocabularies are not looked at.',
      why: 'What is in no vocabulary means nothing to anybody: engines read over it.',
      how: 'Look the type up at schema.org, and write its properties as they stand there, capitals included.',
      example: `{ "@type": "product", "prize": "49.00" }
{ "@type": "Product", "offers": { "@type": "Offer", "price": "49.00", "priceCurrency": "EUR" } }`,
    },
    ofPage: (facts) => named(facts, contentOf(facts)?.structuredData.unknown ?? []),
  },
  {
    id: 'structured-data-without-context',
    name: 'Structured data that name no vocabulary',
    issue_type: 'error',
    severity: 'high',
    description: 'A block of JSON-LD has no @context. The evidence names the types of its nodes.',
    docs: {
      what: 'Without a context the names in the block stand for nothing: JSON-LD has no vocabulary of its own.',
      why: 'Engines that go by the standard read nothing from the block.',
      how: 'Begin the block with the context of schema.org.',
      example: `{ "@type": "Organization", "name": "Shop Example" }
{ "@context": "https://schema.org", "@type": "Organization", "name": "Shop Example" }`,
    },
    ofPage: (facts) => named(facts, contentOf(facts)?.structuredData.withoutContext ?? []),
  },
])

/** The address of a page with words of its structured data: `#Product.name`, or `#Product.offers,review` where one is enough. */
const named = ({ url }: PageFacts, words: readonly string[]): string[] =>
  words.map((word) => `${url}#${encodeURIComponent(word.replaceAll('|', ',')).replaceAll('%2C', ',')}`)
