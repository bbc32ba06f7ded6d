import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'
import { findPagesLinkingTo } from './site-pages.ts'

export const imageChecks = defineChecks('images', {
  'images-without-alt'(facts) {
    const images = contentOf(facts)?.images ?? []
    const found = images.filter(({ withoutAlt }) => withoutAlt !== undefined)
    const urls = found.map(({ url }) => url).filter((url) => url !== '')
    return urls.length > 0 ? urls : found.length > 0
  },
  'broken-images': {
    acrossPages: (pages) =>
      findPagesLinkingTo(pages, 'images', (flags) => (flags & addressFlag.broken) !== 0),
  },
  'broken-parts': {
    acrossPages: (pages) => findPagesLinkingTo(pages, 'parts', (flags) => (flags & addressFlag.broken) !== 0),
  },
  'heavy-images': {
    acrossPages: (pages) => findPagesLinkingTo(pages, 'images', (flags) => (flags & addressFlag.heavy) !== 0),
  },
})
