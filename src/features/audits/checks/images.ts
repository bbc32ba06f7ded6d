import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'
import { findPagesLinkingTo } from './site-pages.ts'

export const imageChecks = defineChecks('images', [
  {
    id: 'images-without-alt',
    name: 'Images without an alternative text',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page has images without an alt attribute. The evidence names them.',
    docs: {
      what: 'An img element has no alt attribute and is not marked as decoration.',
      why: 'Crawlers of AI engines read text. What an image shows is lost to them without one.',
      how: 'Describe the image in alt, and give pure decoration an empty one.',
      example: `<img src="plan.png">
<img src="plan.png" alt="Floor plan of the hall">`,
    },
    ofPage(facts) {
      const images = contentOf(facts)?.images ?? []
      const found = images.filter(({ withoutAlt }) => withoutAlt !== undefined)
      const urls = found.map(({ url }) => url).filter((url) => url !== '')
      return urls.length > 0 ? urls : found.length > 0
    },
  },
  {
    id: 'broken-images',
    name: 'Images that do not load',
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
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'images', (flags) => (flags & addressFlag.broken) !== 0),
  },
  {
    id: 'broken-parts',
    name: 'Style sheets, scripts or versions of images that do not load',
    issue_type: 'error',
    severity: 'medium',
    description:
      'The page loads style sheets, scripts or versions of images (srcset) from addresses that answer with an error or not at all. The evidence names them.',
    docs: {
      what: 'The address in a link, script or srcset fails. Versions of images are tried last, where an audit has not tried 50,000 addresses by then.',
      why: 'The page looks or works otherwise than it should. Engines that render pages see what is left of it.',
      how: 'Correct the address, or put the file back. Files with a hash in their name are often removed while pages in a cache still ask for them.',
      example: '<link rel="stylesheet" href="/assets/main.4f2a.css"> → 404',
    },
    acrossPages: (pages) => findPagesLinkingTo(pages, 'parts', (flags) => (flags & addressFlag.broken) !== 0),
  },
  {
    id: 'heavy-images',
    name: 'Images that are very large',
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
    acrossPages: (pages) => findPagesLinkingTo(pages, 'images', (flags) => (flags & addressFlag.heavy) !== 0),
  },
])
