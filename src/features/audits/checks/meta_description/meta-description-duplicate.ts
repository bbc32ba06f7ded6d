import { defineCheck } from '../define-check.ts'
import { indexableContent } from '../page-kinds.ts'
import { findSame } from '../same-values.ts'

export const metaDescriptionDuplicate = defineCheck({
  id: 'meta-description-duplicate',
  name: 'Several pages have the same meta description',
  category: 'meta_description',
  issue_type: 'warning',
  severity: 'low',
  description: 'Other pages of the site have exactly this description. The evidence names some of them.',
  docs: {
    what: 'Two or more pages that are meant to be found share their description.',
    why: 'As a summary it fits one of the pages at best, and makes them look alike to engines.',
    how: 'Write one for each page, or leave it out where nothing can be said.',
    example: 'The slogan of the shop as description of every product',
  },
  acrossPages: (pages) => findSame(pages, (facts) => indexableContent(facts)?.descriptions[0]),
})
