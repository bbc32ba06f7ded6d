import { addressFlag } from '../address-book.ts'
import { defineCheck } from '../define-check.ts'
import { targetsWith } from '../targets.ts'

export const brokenImages = defineCheck({
  id: 'broken-images',
  name: 'Images that do not load',
  category: 'images',
  issue_type: 'error',
  severity: 'medium',
  description:
    'The page shows images whose address answers with an error or not at all. The evidence names them.',
  docs: {
    what: 'The address of an img element fails. An audit tries 50,000 images and links to other sites, 1,000 of one other host, and says how many it left.',
    why: 'Engines that show images with their answers take those of others.',
    how: 'Correct the address, or put the file back.',
    example: '<img src="/img/team.jpg"> → 404',
  },
  acrossPages: (pages) => targetsWith(pages, 'images', (flags) => (flags & addressFlag.broken) !== 0),
})
