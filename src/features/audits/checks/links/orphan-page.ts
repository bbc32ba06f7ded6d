import { defineCheck } from '../define-check.ts'
import { contentOf } from '../page-kinds.ts'

export const orphanPage = defineCheck({
  id: 'orphan-page',
  name: 'No page links to this one',
  category: 'links',
  issue_type: 'warning',
  severity: 'medium',
  description: 'The page stands in a sitemap, but no page of the site links to it.',
  docs: {
    what: 'None of the pages that were read has a link to it.',
    why: 'What a site itself does not link to looks unimportant, and crawlers that do not read sitemaps never find it.',
    how: 'Link to the page from where readers would look for it, or take it out of the sitemap.',
    example: 'A landing page that only adverts lead to',
  },
  acrossPages(pages) {
    const listed: number[] = []
    return {
      add(facts, page) {
        const isListed = facts.isInSitemap && facts.url !== pages.site.home.url
        if (isListed && contentOf(facts) !== undefined) listed.push(page)
      },
      *finish() {
        for (const page of listed) if (!pages.isLinked(page)) yield { page, evidence: [] }
      },
    }
  },
})
