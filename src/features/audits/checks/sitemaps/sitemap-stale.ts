import { defineCheck } from '../define-check.ts'
import { contentOf } from '../page-kinds.ts'

const toleranceMs = 90 * 24 * 60 * 60 * 1000

export const sitemapStale = defineCheck({
  id: 'sitemap-stale',
  name: 'Sitemap is out of date',
  category: 'sitemaps',
  issue_type: 'warning',
  severity: 'low',
  description: 'Pages of the site have changed more than 90 days after the newest date in any sitemap.',
  docs: {
    what: 'The server’s Last-Modified of a page is much later than the newest lastmod. The evidence names such pages.',
    why: 'Crawlers that trust the sitemap do not come back for what is new.',
    how: 'Let the sitemap be made anew whenever pages change.',
    example: 'newest <lastmod>2023-01-10</lastmod>, a page with Last-Modified of May 2025',
  },
  acrossPages({ site }) {
    const newest = site.sitemaps.map(({ newestLastmod }) => Date.parse(newestLastmod ?? ''))
    const limit = Math.max(...newest.filter((time) => !Number.isNaN(time))) + toleranceMs
    const listed: number[] = []
    return {
      add(facts, page) {
        const changed = Date.parse(facts.response?.lastModified ?? '')
        if (facts.isInSitemap && contentOf(facts) !== undefined && changed > limit) listed.push(page)
      },
      *finish() {
        if (!Number.isFinite(limit)) return
        for (const page of listed) yield { page, evidence: [] }
      },
    }
  },
})
