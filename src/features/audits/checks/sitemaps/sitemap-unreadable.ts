import { defineCheck } from '../define-check.ts'

const unreadable: readonly string[] = ['malformed', 'not_a_sitemap', 'cut_off', 'empty']

export const sitemapUnreadable = defineCheck({
  id: 'sitemap-unreadable',
  name: 'Sitemap cannot be read',
  category: 'sitemaps',
  issue_type: 'error',
  severity: 'high',
  description: 'The sitemap answers with an error, or is no sitemap.',
  docs: {
    what: 'The address answers with 4xx or 5xx or not at all, or what comes is broken XML, another document, or empty.',
    why: 'Crawlers learn nothing of the pages that it should list.',
    how: 'Open the address in a browser, and validate what comes.',
    example: 'GET /sitemap.xml → 200 with an HTML page',
  },
  *ofSite({ sitemaps }) {
    for (const { url, status, problem, faults } of sitemaps) {
      const isBroken = faults.some(({ kind }) => unreadable.includes(kind))
      if (problem !== null || (status ?? 0) >= 400 || isBroken) yield { url, evidence: [] }
    }
  },
})
