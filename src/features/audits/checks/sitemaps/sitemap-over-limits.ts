import { defineCheck } from '../define-check.ts'
import { faultyEntries } from '../sitemap-faults.ts'

export const sitemapOverLimits = defineCheck({
  id: 'sitemap-over-limits',
  name: 'Sitemap is larger than the protocol allows',
  category: 'sitemaps',
  issue_type: 'error',
  severity: 'medium',
  description: 'The sitemap has more than 50,000 entries or 50 MB, or is an index of indexes.',
  docs: {
    what: 'The protocol (sitemaps.org) limits a file, and an index may list sitemaps only.',
    why: 'Engines pass over the rest or the whole.',
    how: 'Divide it into several sitemaps under one index.',
    example: '<sitemapindex> with sitemap-1.xml, sitemap-2.xml',
  },
  ofSite: ({ sitemaps }) => faultyEntries(sitemaps, ['too_large', 'too_many_entries', 'nested_index']),
})
