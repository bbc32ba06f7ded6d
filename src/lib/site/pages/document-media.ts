import { crawlAddress } from '../crawl-address.ts'
import type { Attributes } from './html-reader.ts'
import { type DocumentFacts, factLimits, type PageImage } from './page-facts.ts'

export interface MediaReader {
  image(attributes: Attributes, baseUrl: string): void
  /** An element that loads something: a script, a frame, a style sheet. */
  resource(name: string, attributes: Attributes, baseUrl: string): void
  facts(): Pick<DocumentFacts, 'images' | 'imageCounts' | 'insecureResources'>
}

/** Relations of `link` elements that make a browser load what they lead to. */
const loadedRelations = ['stylesheet', 'icon', 'preload', 'modulepreload', 'manifest']

/** Collects the images of a document, one entry an address, and what it loads without encryption. */
export function createMediaReader(pageUrl: string): MediaReader {
  const isSecure = pageUrl.startsWith('https:')
  const images = new Map<string, PageImage>()
  const imageCounts = { all: 0, withoutAlt: 0, emptyAlt: 0 }
  const insecure = new Set<string>()

  function loads(address: string | undefined) {
    if (!isSecure || !address?.startsWith('http:') || insecure.size >= factLimits.insecureResources) return
    insecure.add(address.slice(0, factLimits.urlLength))
  }

  return {
    image(attributes, baseUrl) {
      const url = imageAddress(imageSource(attributes), baseUrl)
      loads(url)
      const alt = attributes.get('alt')
      imageCounts.all++
      if (alt === undefined) imageCounts.withoutAlt++
      else if (alt.trim() === '') imageCounts.emptyAlt++
      let image = images.get(url)
      if (image === undefined && images.size < factLimits.images && url.length <= factLimits.urlLength) {
        image = { url }
        images.set(url, image)
      }
      if (image !== undefined && alt === undefined && !isDecoration(attributes)) {
        image.withoutAlt = (image.withoutAlt ?? 0) + 1
      }
    },
    resource(name, attributes, baseUrl) {
      if (!isSecure) return
      const rel = attributes.get('rel')?.toLowerCase().split(/\s+/) ?? []
      if (name === 'link' && !rel.some((relation) => loadedRelations.includes(relation))) return
      const address = attributes.get(name === 'link' ? 'href' : name === 'object' ? 'data' : 'src')
      if (address !== undefined) loads(crawlAddress(address, baseUrl))
    },
    facts: () => ({ images: [...images.values()], imageCounts, insecureResources: [...insecure] }),
  }
}

/** What an image shows, also where a script puts it in place later. */
function imageSource(attributes: Attributes): string {
  const named = [attributes.get('src'), attributes.get('data-src'), attributes.get('srcset')]
  const source = named.find((value) => value !== undefined && value.trim() !== '')?.trim() ?? ''
  const isSet = source !== '' && source === attributes.get('srcset')?.trim()
  return isSet ? (source.split(/[\s,]/, 1)[0] ?? '') : source
}

/** Empty where it has none; of an image within the page the beginning. */
function imageAddress(source: string, baseUrl: string): string {
  if (source.startsWith('data:')) return source.slice(0, factLimits.dataUrlLength)
  return source === '' ? '' : (crawlAddress(source, baseUrl) ?? '')
}

function isDecoration(attributes: Attributes): boolean {
  const role = attributes.get('role')
  return role === 'presentation' || role === 'none' || attributes.get('aria-hidden') === 'true'
}
