import { defineCheck } from '../define-check.ts'

export const sitemapMissing = defineCheck({
  id: 'sitemap-missing',
  name: 'There is no sitemap',
  category: 'sitemaps',
  issue_type: 'warning',
  severity: 'medium',
  description: 'Neither robots.txt nor the usual addresses lead to a sitemap.',
  docs: {
    what: 'robots.txt names no sitemap, and none of the addresses where they are usually found has one.',
    why: 'A sitemap tells crawlers of all pages and of their last change at once. Without one, new pages are found late.',
    how: 'Make a sitemap and name it in robots.txt. Content systems do it by themselves once it is switched on.',
    example: 'Sitemap: https://shop.example/sitemap.xml',
  },
  ofSite: ({ home, sitemaps }) => (sitemaps.length === 0 ? [{ url: home.url, evidence: [] }] : []),
})
