import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'
import { findPagesLinkingTo } from './site-pages.ts'

export const imageChecks = defineChecks('images', [
  {
    id: 'images-without-alt',
    name: 'Images without alt text',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page has images without an alt attribute. The evidence lists them.',
    docs: {
      what: 'An img element has no alt attribute and is not marked as decorative.',
      why: 'AI crawlers read text. Without alt text they do not know what an image shows.',
      how: 'Describe the image in alt. Set an empty alt for decorative images.',
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
      'The page has images whose URL returns an error or does not respond. The evidence lists them.',
    docs: {
      what: 'The URL of an img element fails. An audit checks up to 50,000 images and external links, 1,000 per external host, and reports the rest.',
      why: 'Engines that show images with their answers use images from other sites.',
      how: 'Fix the URL or restore the file.',
      example: '<img src="/img/team.jpg"> → 404',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'images', (flags) => (flags & addressFlag.broken) !== 0),
  },
  {
    id: 'broken-parts',
    name: 'Style sheets, scripts or srcset images that do not load',
    issue_type: 'error',
    severity: 'medium',
    description:
      'The page loads style sheets, scripts or srcset images from URLs that return an error or do not respond. The evidence lists them.',
    docs: {
      what: 'The URL in a link, script or srcset fails. An audit checks srcset images last, if it has checked fewer than 50,000 URLs by then.',
      why: 'The page looks or works incorrectly. Engines that render pages see the broken version.',
      how: 'Fix the URL or restore the file. Files with a hash in their name are often removed while cached pages still request them.',
      example: '<link rel="stylesheet" href="/assets/main.4f2a.css"> → 404',
    },
    acrossPages: (pages) => findPagesLinkingTo(pages, 'parts', (flags) => (flags & addressFlag.broken) !== 0),
  },
  {
    id: 'heavy-images',
    name: 'Very large images',
    issue_type: 'warning',
    severity: 'low',
    description: 'The page has images larger than 500 kB. The evidence lists them.',
    docs: {
      what: 'One image file is larger than a whole page should be.',
      why: 'Engines read slow pages less often and omit them from answers that must be fast.',
      how: 'Scale the image to its display size, and use WebP or AVIF.',
      example: `hero.png, 4.2 MB
hero.webp, 180 kB`,
    },
    acrossPages: (pages) => findPagesLinkingTo(pages, 'images', (flags) => (flags & addressFlag.heavy) !== 0),
  },
])
