import { addressFlag } from '../address-book.ts'
import { defineCheck } from '../define-check.ts'
import { targetsWith } from '../targets.ts'

export const heavyImages = defineCheck({
  id: 'heavy-images',
  name: 'Images that are very large',
  category: 'images',
  issue_type: 'warning',
  severity: 'low',
  description: 'The page shows images of more than 500 kB. The evidence names them.',
  docs: {
    what: 'The file of an image is larger than a whole page should be.',
    why: 'Slow pages are read less often and left out of answers that need to be quick.',
    how: 'Scale the image to the size that it is shown in, and use WebP or AVIF.',
    example: `hero.png, 4.2 MB
hero.webp, 180 kB`,
  },
  acrossPages: (pages) => targetsWith(pages, 'images', (flags) => (flags & addressFlag.heavy) !== 0),
})
