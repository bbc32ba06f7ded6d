import { crawlAddress } from '../crawl-address.ts'
import type { Attributes } from './html-reader.ts'
import { type DocumentFacts, factLimits, type PageImage } from './page-facts.ts'
import { cleanText } from './texts.ts'

type MediaFacts = Pick<DocumentFacts, 'images' | 'imageVersions' | 'parts' | 'imageCounts' | 'insecureResources'>

/** Relations of `link` elements whose targets browsers load. */
const loadedRelations = ['stylesheet', 'icon', 'preload', 'modulepreload', 'manifest']

/** Collects the images of a document, one entry per URL, and its insecure resources. */
export function createMediaReader(pageUrl: string) {
  const isSecure = pageUrl.startsWith('https:')
  const images = new Map<string, PageImage>()
  const imageCounts = { all: 0, withoutAlt: 0, emptyAlt: 0 }
  const insecure = new Set<string>()
  const parts = new Set<string>()
  const versions = new Set<string>()

  function loads(address: string | undefined) {
    if (!isSecure || !address?.startsWith('http:') || insecure.size >= factLimits.insecureResources) return
    insecure.add(address.slice(0, factLimits.urlLength))
  }

  return {
    image(attributes: Attributes, baseUrl: string) {
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
    /** Handles an element that loads a resource: a script, a frame, a style sheet. */
    resource(name: string, attributes: Attributes, baseUrl: string) {
      const rel = attributes.get('rel')?.toLowerCase().split(/\s+/) ?? []
      if (name === 'link' && !rel.some((relation) => loadedRelations.includes(relation))) return
      const address = attributes.get(name === 'link' ? 'href' : name === 'object' ? 'data' : 'src')
      const url = address === undefined ? undefined : crawlAddress(address, baseUrl)
      loads(url)
      const isPart = name === 'script' || (name === 'link' && rel.includes('stylesheet'))
      if (isPart && isNew(parts, url, factLimits.parts)) parts.add(url)
    },
    /** Handles the additional images in `srcset` and `imagesrcset`. */
    versions(attributes: Attributes, baseUrl: string) {
      for (const source of sourcesOf(attributes.get('srcset') ?? '')) {
        const url = crawlAddress(source, baseUrl)
        if (isNew(versions, url, factLimits.imageVersions)) versions.add(url)
      }
    },
    facts: (): MediaFacts => ({
      images: [...images.values()],
      ...(versions.size > 0 && { imageVersions: [...versions].filter((url) => !images.has(url)) }),
      ...(parts.size > 0 && { parts: [...parts] }),
      imageCounts,
      insecureResources: [...insecure],
    }),
  }
}

/** Whether a URL is not in a set and fits into it. */
const isNew = (known: ReadonlySet<string>, url: string | undefined, maxSize: number): url is string =>
  url !== undefined && url.length <= factLimits.urlLength && known.size < maxSize && !known.has(url)

/** The URLs of a `srcset`. Commas are part of a URL, except at its end (HTML Standard, section 4.8.4.2.2). */
function sourcesOf(srcset: string): string[] {
  const sources: string[] = []
  let isDescribed = false
  for (const token of srcset.split(/\s+/)) {
    const comma: number = isDescribed ? token.indexOf(',') : -1
    if (isDescribed && comma < 0) continue
    const source: string = token.slice(comma + 1).replace(/^,+/, '')
    isDescribed = !source.endsWith(',') && source !== ''
    if (source !== '') sources.push(source.replace(/,+$/, ''))
  }
  return sources.filter((source) => source !== '' && !source.startsWith('data:'))
}

/** The source of an image, including one that a script loads later. */
function imageSource(attributes: Attributes): string {
  const named = [attributes.get('src'), attributes.get('data-src'), attributes.get('srcset')]
  const source = named.find((value) => value !== undefined && value.trim() !== '')?.trim() ?? ''
  const isSet = source !== '' && source === attributes.get('srcset')?.trim()
  return isSet ? (source.split(/[\s,]/, 1)[0] ?? '') : source
}

/** Empty if there is none; for an inline image its beginning. */
function imageAddress(source: string, baseUrl: string): string {
  if (source.startsWith('data:')) return cleanText(source, factLimits.dataUrlLength)
  return source === '' ? '' : (crawlAddress(source, baseUrl) ?? '')
}

function isDecoration(attributes: Attributes): boolean {
  const role = attributes.get('role')
  return role === 'presentation' || role === 'none' || attributes.get('aria-hidden') === 'true'
}
