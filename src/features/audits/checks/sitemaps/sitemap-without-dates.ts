import { defineCheck } from '../define-check.ts'

export const sitemapWithoutDates = defineCheck({
  id: 'sitemap-without-dates',
  name: 'Sitemap does not say when pages changed',
  category: 'sitemaps',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'No entry of the sitemap has a lastmod.',
  docs: {
    what: 'Entries are listed without the date of their last change.',
    why: 'Crawlers choose by these dates what to read again. Without them, a changed page waits for its turn.',
    how: 'Add the date when the content last changed, and only then.',
    example: '<lastmod>2025-03-01</lastmod>',
  },
  *ofSite({ sitemaps }) {
    for (const { url, kind, entries, entriesWithoutLastmod } of sitemaps) {
      if (kind === 'pages' && entries > 0 && entriesWithoutLastmod === entries) yield { url, evidence: [] }
    }
  },
})
