import { defineCheck } from '../define-check.ts'
import { contentOf } from '../page-kinds.ts'

export const imagesWithoutAlt = defineCheck({
  id: 'images-without-alt',
  name: 'Images without an alternative text',
  category: 'images',
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
    const found = images.filter(({ withoutAlt }) => withoutAlt !== undefined).map(({ url }) => url)
    return found.length > 0 ? found.filter((url) => url !== '') : undefined
  },
})
