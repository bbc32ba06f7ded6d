import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'
import { hasFlag, linkingTo } from './site-pages.ts'

export const imageChecks = defineChecks('images', {
  'images-without-alt'(facts) {
    const images = contentOf(facts)?.images ?? []
    const found = images.filter(({ withoutAlt }) => withoutAlt !== undefined)
    const urls = found.map(({ url }) => url).filter((url) => url !== '')
    return urls.length > 0 ? urls : found.length > 0
  },
  'broken-images': linkingTo('images', hasFlag(addressFlag.broken)),
  'broken-parts': linkingTo('parts', hasFlag(addressFlag.broken)),
  'heavy-images': linkingTo('images', hasFlag(addressFlag.heavy)),
})
