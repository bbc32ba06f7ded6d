import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const structuredDataIncomplete = defineCheck({
  id: 'structured-data-incomplete',
  name: 'Structured data without what their type needs',
  category: 'structured_data',
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
    return pageIf(nodes.some(({ missing }) => missing.length > 0))
  },
})
