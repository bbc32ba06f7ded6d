import { addressFlag } from './across-pages/address-book.ts'
import { defineChecks } from './define-check.ts'
import { findExactDuplicates } from './exact-duplicates.ts'
import { contentOf, wholeContentOf } from './page-kinds.ts'
import { hasFlag, linkingTo } from './site-pages.ts'
import { characterCount, weightedLength } from './text-length.ts'

/** In characters. */
const titleLength = { min: 10, max: 60 }
const descriptionLength = { min: 50, max: 160 }

export const titleChecks = defineChecks('title', {
  'title-missing'(facts) {
    const document = contentOf(facts)
    return document !== undefined && !document.titles.some((title) => title !== '')
  },
  'title-too-long': (facts) => characterCount(contentOf(facts)?.titles[0] ?? '') > titleLength.max,
  'title-too-short'(facts) {
    const title = contentOf(facts)?.titles[0] ?? ''
    return title !== '' && weightedLength(title) < titleLength.min
  },
  'title-several': (facts) => (contentOf(facts)?.titles.length ?? 0) > 1,
  'title-duplicate': {
    acrossPages: (pages) => findExactDuplicates(pages, (facts) => contentOf(facts)?.titles[0]),
  },
})

export const metaDescriptionChecks = defineChecks('meta_description', {
  'meta-description-missing'(facts) {
    const document = contentOf(facts)
    return document !== undefined && !document.descriptions.some((text) => text !== '')
  },
  'meta-description-too-long': (facts) =>
    characterCount(contentOf(facts)?.descriptions[0] ?? '') > descriptionLength.max,
  'meta-description-too-short'(facts) {
    const text = contentOf(facts)?.descriptions[0] ?? ''
    return text !== '' && weightedLength(text) < descriptionLength.min
  },
  'meta-description-several': (facts) => (contentOf(facts)?.descriptions.length ?? 0) > 1,
  'meta-description-duplicate': {
    acrossPages: (pages) => findExactDuplicates(pages, (facts) => contentOf(facts)?.descriptions[0]),
  },
})

const maxWordsWithoutSubheadings = 600

export const headingChecks = defineChecks('headings', {
  'h1-missing'(facts) {
    const headings = wholeContentOf(facts)?.headings
    const hasMain = headings?.first.some(({ level, text }) => level === 1 && text !== '')
    return headings !== undefined && !hasMain && (headings.counts[0] === 0 || headings.empty > 0)
  },
  'h1-several': (facts) => (contentOf(facts)?.headings.counts[0] ?? 0) > 1,
  'heading-empty': (facts) => (contentOf(facts)?.headings.empty ?? 0) > 0,
  'heading-levels-skipped'(facts) {
    const levels = contentOf(facts)?.headings.first.map(({ level }) => level) ?? []
    return levels.some((level, index) => index > 0 && level > (levels[index - 1] ?? level) + 1)
  },
  'long-text-without-subheadings'(facts) {
    const document = contentOf(facts)
    const below = document?.headings.counts.slice(1).reduce((sum, count) => sum + count, 0)
    return document !== undefined && below === 0 && document.words > maxWordsWithoutSubheadings
  },
})

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

export const socialChecks = defineChecks('social', {
  'social-tags-missing'(facts) {
    const social = contentOf(facts)?.social
    return social !== undefined && !(social['og:title'] && social['og:description'])
  },
  'social-image-missing'(facts) {
    const social = contentOf(facts)?.social
    return social !== undefined && !(social['og:image'] || social['og:image:url'] || social['twitter:image'])
  },
})

export const viewportChecks = defineChecks('viewport', {
  'viewport-missing': (facts) => contentOf(facts)?.viewport === null,
  'viewport-fixed'(facts) {
    const viewport = contentOf(facts)?.viewport ?? ''
    return /width\s*=\s*\d|user-scalable\s*=\s*(?:no|0)\b|maximum-scale\s*=\s*[01](?!\d)/i.test(viewport)
  },
})
