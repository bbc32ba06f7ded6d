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
    description: 'Structured data lack properties that engines require for their type.',
    docs: {
      what: 'A node of JSON-LD has no value for a required property, such as the offers of a Product or the address of a LocalBusiness.',
      why: 'Engines pass over incomplete nodes as if they were not there.',
      how: 'Add the properties that Google’s documentation lists as required for the type.',
      example: `{ "@type": "Product", "name": "Bag" }
{ "@type": "Product", "name": "Bag", "offers": { "@type": "Offer", "price": "49.00", "priceCurrency": "EUR" } }`,
    },
    ofPage(facts) {
      const nodes = contentOf(facts)?.structuredData.incomplete ?? []
      return nodes.some(({ missing }) => missing.length > 0)
    },
  },
  {
    id: 'structured-data-sparse',
    name: 'Structured data that say little',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'Structured data lack properties that are recommended for their type.',
    docs: {
      what: 'A node has what is required, but not all of what makes it useful, such as author and date of an Article.',
      why: 'Who wrote a text and when decides with many engines whether it is cited.',
      how: 'Add the properties that Google’s documentation lists as recommended for the type.',
      example: `{ "@type": "Article", "headline": "…" }
{ "@type": "Article", "headline": "…", "author": { "@type": "Person", "name": "…" }, "datePublished": "2025-03-01" }`,
    },
    ofPage(facts) {
      const nodes = contentOf(facts)?.structuredData.incomplete ?? []
      return nodes.some(({ recommended }) => recommended.length > 0)
    },
  },
])
