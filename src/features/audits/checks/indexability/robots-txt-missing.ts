import { defineCheck } from '../define-check.ts'

export const robotsTxtMissing = defineCheck({
  id: 'robots-txt-missing',
  name: 'There is no robots.txt',
  category: 'indexability',
  issue_type: 'opportunity',
  severity: 'low',
  description: 'The site does not say what crawlers may read, nor where its sitemaps are.',
  docs: {
    what: 'The address of robots.txt answers with an error that says there is none.',
    why: 'Everything may be read, which is fine. But robots.txt is also where AI crawlers look for the sitemap, and where you tell them apart.',
    how: 'Add a robots.txt that names the sitemap.',
    example: `User-agent: *
Disallow:
Sitemap: https://shop.example/sitemap.xml`,
  },
  ofSite: ({ robots }) => (robots.state === 'missing' ? [{ url: robots.url, evidence: [] }] : []),
})
