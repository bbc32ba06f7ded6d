import type { PageFacts } from '../../../lib/site/pages/page-facts.ts'
import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'

export const structuredDataChecks = defineChecks('structured_data', [
  {
    id: 'structured-data-missing',
    name: 'Page has no structured data',
    issue_type: 'opportunity',
    severity: 'medium',
    description: 'The page has no machine-readable description.',
    docs: {
      what: 'The page has no JSON-LD, microdata or RDFa with schema.org types.',
      why: 'Structured data states exactly what a page is about: which product, what price, whose opinion. Engines do not have to guess.',
      how: 'Add JSON-LD of a fitting type: Product, Article, FAQPage, Organization, BreadcrumbList.',
      example: `<script type="application/ld+json">
{ "@context": "https://schema.org", "@type": "Organization", "name": "Shop Example", "url": "https://shop.example/" }
</script>`,
    },
    ofPage(facts) {
      const data = contentOf(facts)?.structuredData
      const hasJsonLd = data !== undefined && data.types.length + data.faults.length > 0
      return data !== undefined && !hasJsonLd && !data.hasMicrodata && !data.hasRdfa
    },
  },
  {
    id: 'structured-data-invalid',
    name: 'Invalid structured data',
    issue_type: 'error',
    severity: 'high',
    description: 'A block of JSON-LD is not valid JSON.',
    docs: {
      what: 'Parsing a script of type application/ld+json fails, often because of a trailing comma or unescaped quotes.',
      why: 'Engines discard the whole block and everything that it says about the page.',
      how: 'Generate the block with a JSON library instead of a text template.',
      example: `{ "name": "The "best" bag", }
{ "name": "The \\"best\\" bag" }`,
    },
    ofPage: (facts) => (contentOf(facts)?.structuredData.faults.length ?? 0) > 0,
  },
  {
    id: 'structured-data-incomplete',
    name: 'Structured data without required properties',
    issue_type: 'error',
    severity: 'medium',
    description:
      'Structured data lacks properties that engines require for its type. The evidence lists them.',
    docs: {
      what: 'A node of JSON-LD or microdata has no value for a required property, such as the offers of a Product or the address of a LocalBusiness. Of properties separated by commas, one is enough.',
      why: 'Engines ignore incomplete nodes.',
      how: 'Add the properties that Google’s documentation lists as required for the type.',
      example: `{ "@type": "Product", "name": "Bag" }
{ "@type": "Product", "name": "Bag", "offers": { "@type": "Offer", "price": "49.00", "priceCurrency": "EUR" } }`,
    },
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
    name: 'Structured data without recommended properties',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'Structured data lacks recommended properties of its type. The evidence lists them.',
    docs: {
      what: 'A node has the required properties but lacks recommended ones, such as author and date of an Article.',
      why: 'Many engines use the author and date of a text to decide whether to cite it.',
      how: 'Add the properties that Google’s documentation lists as recommended for the type.',
      example: `{ "@type": "Article", "headline": "…" }
{ "@type": "Article", "headline": "…", "author": { "@type": "Person", "name": "…" }, "datePublished": "2025-03-01" }`,
    },
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
    name: 'Structured data with invalid values',
    issue_type: 'error',
    severity: 'medium',
    description:
      'Prices, currencies, dates or other values in structured data have an invalid format. The evidence lists them.',
    docs: {
      what: 'A value is invalid under schema.org or Google’s documentation: a price with a currency sign or a comma, a currency not in ISO 4217, a date not in ISO 8601, a GTIN with a wrong check digit, or a free text instead of an enumeration member. Or it contradicts another value: a rating above the best one, or a change before the publication.',
      why: 'Engines ignore the value or the whole node. They do not compare an invalid price or trust an invalid date.',
      how: 'Write numbers with a decimal point and no signs, currencies as three capital letters, dates as YYYY-MM-DD, and enumeration members as in schema.org.',
      example: `{ "@type": "Offer", "price": "49,00 €", "priceCurrency": "Euro", "availability": "in stock" }
{ "@type": "Offer", "price": "49.00", "priceCurrency": "EUR", "availability": "https://schema.org/InStock" }`,
    },
    ofPage: (facts) => withNames(facts, contentOf(facts)?.structuredData.invalid ?? []),
  },
  {
    id: 'structured-data-unknown-words',
    name: 'Structured data with unknown names',
    issue_type: 'warning',
    severity: 'low',
    description:
      'Structured data uses types or properties that schema.org does not have. The evidence lists them.',
    docs: {
      what: 'A type does not exist, or this type does not have the property, often because of a typo or lowercase letters. The audit does not check other vocabularies.',
      why: 'Engines ignore names that are not in a vocabulary.',
      how: 'Look up the type at schema.org, and copy its property names exactly, including capitals.',
      example: `{ "@type": "product", "prize": "49.00" }
{ "@type": "Product", "offers": { "@type": "Offer", "price": "49.00", "priceCurrency": "EUR" } }`,
    },
    ofPage: (facts) => withNames(facts, contentOf(facts)?.structuredData.unknown ?? []),
  },
  {
    id: 'structured-data-without-context',
    name: 'Structured data without context',
    issue_type: 'error',
    severity: 'high',
    description: 'A block of JSON-LD has no @context. The evidence lists the types of its nodes.',
    docs: {
      what: 'Without a context, the names in the block have no meaning: JSON-LD has no default vocabulary.',
      why: 'Engines that follow the standard ignore the block.',
      how: 'Start the block with the schema.org context.',
      example: `{ "@type": "Organization", "name": "Shop Example" }
{ "@context": "https://schema.org", "@type": "Organization", "name": "Shop Example" }`,
    },
    ofPage: (facts) => withNames(facts, contentOf(facts)?.structuredData.withoutContext ?? []),
  },
])

/** The page’s URL with names from its structured data: `#Product.name`, or `#Product.offers,review` if one is enough. */
const withNames = ({ url }: PageFacts, words: readonly string[]): string[] =>
  words.map((word) => `${url}#${encodeURIComponent(word.replaceAll('|', ',')).replaceAll('%2C', ',')}`)
