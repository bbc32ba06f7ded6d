import { addressFlag } from '../address-book.ts'
import { defineCheck } from '../define-check.ts'
import { targetsWith } from '../targets.ts'

const both = addressFlag.broken | addressFlag.external

export const brokenExternalLinks = defineCheck({
  id: 'broken-external-links',
  name: 'Links to other sites that do not work',
  category: 'links',
  issue_type: 'warning',
  severity: 'medium',
  description:
    'The page links to addresses of other sites that answer with an error or not at all. The evidence names them.',
  docs: {
    what: 'A link of the page leads to another site, and fails there. An audit tries 50,000 images and links, 1,000 of one other host, and says how many it left.',
    why: 'Sources that do not exist any more make a page look out of date, and engines prefer fresh ones.',
    how: 'Link to what has taken its place, or take the link away.',
    example: '<a href="https://partner.example/study-2017.pdf"> → 404',
  },
  acrossPages: (pages) => targetsWith(pages, 'links', (flags) => (flags & both) === both),
})
