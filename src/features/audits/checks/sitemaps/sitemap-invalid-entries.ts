import { defineCheck } from '../define-check.ts'
import { faultyEntries } from '../sitemap-faults.ts'

export const sitemapInvalidEntries = defineCheck({
  id: 'sitemap-invalid-entries',
  name: 'Sitemap has entries that do not count',
  category: 'sitemaps',
  issue_type: 'warning',
  severity: 'medium',
  description:
    'Entries are no absolute address, belong to another site, or have a date that is none. The evidence shows some.',
  docs: {
    what: 'A loc is relative or of a foreign host, or a lastmod is malformed or in the future.',
    why: 'Engines pass over these entries, or over the dates of all of them.',
    how: 'Write full addresses of this site, and dates such as 2025-03-01.',
    example: `<loc>/guide</loc>
<loc>https://shop.example/guide</loc>`,
  },
  ofSite: ({ sitemaps }) =>
    faultyEntries(sitemaps, ['invalid_address', 'other_site', 'invalid_lastmod', 'future_lastmod']),
})
