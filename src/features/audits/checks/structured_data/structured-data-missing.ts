import { defineCheck } from '../define-check.ts'
import { contentOf, pageIf } from '../page-kinds.ts'

export const structuredDataMissing = defineCheck({
  id: 'structured-data-missing',
  name: 'Page has no structured data',
  category: 'structured_data',
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
    return pageIf(data !== undefined && !isThere && !data.hasMicrodata && !data.hasRdfa)
  },
})
