import { defineCheck } from '../define-check.ts'
import { canonicalsOf, contentOf } from '../page-kinds.ts'

export const canonicalElsewhereInSitemap = defineCheck({
  id: 'canonical-elsewhere-in-sitemap',
  name: 'Sitemap lists a copy',
  category: 'sitemaps',
  issue_type: 'warning',
  severity: 'low',
  description: 'The sitemap lists this page, and the page names another one as the real one.',
  docs: {
    what: 'The canonical address of the page is a different one. The evidence names it.',
    why: 'Two signals contradict each other, and engines choose which to believe.',
    how: 'List the canonical address in the sitemap.',
    example: '<loc>https://shop.example/guide?lang=en</loc> with canonical /guide',
  },
  ofPage(facts) {
    if (!facts.isInSitemap || contentOf(facts) === undefined) return undefined
    const [canonical, ...others] = canonicalsOf(facts)
    return canonical !== undefined && others.length === 0 && canonical !== facts.url ? [canonical] : undefined
  },
})
