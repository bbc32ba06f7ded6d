import { addressFlag } from './across-pages/address-book.ts'
import { alternatesOf } from './across-pages/alternates.ts'
import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'
import { hasFlag, linkingTo } from './site-pages.ts'

export const languageChecks = defineChecks('language', {
  'lang-missing': (facts) => contentOf(facts)?.lang === null,
  'lang-invalid'(facts) {
    const lang = contentOf(facts)?.lang ?? null
    return lang !== null && !isLanguageTag(lang)
  },
  'lang-contradicts-text'(facts) {
    const { writtenIn } = contentOf(facts) ?? {}
    return writtenIn !== undefined && [`${facts.url}#${writtenIn}`]
  },
  'hreflang-invalid'(facts) {
    const wrong = alternatesOf(facts).filter(({ lang }) => lang.toLowerCase() !== 'x-default' && !isLanguageTag(lang))
    return wrong.map(({ url }) => url)
  },
  'hreflang-no-return': {
    acrossPages: ({ alternates }) => ({ leadsBy: 'alternates', finish: alternates.withoutReturn }),
  },
  'hreflang-to-broken': linkingTo('alternates', hasFlag(addressFlag.broken | addressFlag.redirects)),
  'hreflang-without-self': { acrossPages: ({ alternates }) => ({ finish: alternates.withoutSelf }) },
  'hreflang-conflict'(facts) {
    const byLang = Map.groupBy(alternatesOf(facts), ({ lang }) => lang.toLowerCase())
    const versions = [...byLang.values()].map((same) => new Set(same.map(({ url }) => url)))
    return versions.filter(({ size }) => size > 1).flatMap((urls) => [...urls])
  },
})

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
/** Regions that CLDR names but that are not country codes; the UK’s is GB. */
const invalidRegions = ['UK', 'EU', 'ZZ', 'XA', 'XB']

/** Caches results: parsing is slow, and all pages of a site use the same few tags. */
const known = new Map<string, boolean>()
const maxKnown = 1000

/** Whether a text is a BCP 47 tag with an existing language and, if present, an existing region. */
function isLanguageTag(text: string): boolean {
  const isTag = known.get(text) ?? readTag(text)
  if (known.size < maxKnown) known.set(text, isTag)
  return isTag
}

function readTag(text: string): boolean {
  try {
    const { language, region } = new Intl.Locale(text)
    const isRegion = region === undefined || /^\d{3}$/.test(region) || isKnownRegion(region, text)
    return languageNames.of(language) !== undefined && isRegion
  } catch {
    return false
  }
}

/** @param tag the original text: parsing changes some codes, such as UK to GB */
function isKnownRegion(region: string, tag: string): boolean {
  const written = tag.toUpperCase().split('-').slice(1)
  return !written.some((part) => invalidRegions.includes(part)) && regionNames.of(region) !== undefined
}
