import { addressFlag } from './across-pages/address-book.ts'
import { alternatesOf } from './across-pages/alternates.ts'
import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'
import { findPagesLinkingTo } from './site-pages.ts'

export const languageChecks = defineChecks('language', [
  {
    id: 'lang-missing',
    name: 'Page does not declare its language',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The html element has no lang attribute.',
    docs: {
      what: 'Engines must guess the language of the page.',
      why: 'Engines answer in the user’s language and prefer sources in it.',
      how: 'Set the language in the html element.',
      example: `<html>
<html lang="en">`,
    },
    ofPage: (facts) => contentOf(facts)?.lang === null,
  },
  {
    id: 'lang-invalid',
    name: 'Page language is invalid',
    issue_type: 'error',
    severity: 'low',
    description: 'The lang attribute is not a valid language tag.',
    docs: {
      what: 'The value does not have the format of BCP 47, such as en or pt-BR.',
      why: 'Engines ignore an invalid value and guess the language.',
      how: 'Use a tag in the format language-REGION, with a hyphen.',
      example: `<html lang="english">
<html lang="en">`,
    },
    ofPage(facts) {
      const lang = contentOf(facts)?.lang ?? null
      return lang !== null && !isLanguageTag(lang)
    },
  },
  {
    id: 'hreflang-invalid',
    name: 'Language versions with an invalid code',
    issue_type: 'error',
    severity: 'medium',
    description:
      'The page declares language versions with a code that does not exist. The evidence lists them.',
    docs: {
      what: 'An hreflang value is not x-default and not a language with an optional region or script.',
      why: 'Engines ignore such a version and show readers of that language another one, or none.',
      how: 'Use codes such as de, de-AT or x-default. The United Kingdom is GB, not UK.',
      example: `hreflang="en-UK"
hreflang="en-GB"`,
    },
    ofPage(facts) {
      const wrong = alternatesOf(facts).filter(
        ({ lang }) => lang.toLowerCase() !== 'x-default' && !isLanguageTag(lang),
      )
      return wrong.map(({ url }) => url)
    },
  },
  {
    id: 'hreflang-no-return',
    name: 'Language versions that do not link back',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The page declares language versions that do not link back to it. The evidence lists them.',
    docs: {
      what: 'The audit read the other page, which has no hreflang for this one.',
      why: 'Engines trust versions only if both pages link to each other. If not, they treat them as separate pages.',
      how: 'List all versions on each page, including itself.',
      example: '/en/ names /de/, but /de/ does not name /en/',
    },
    acrossPages: ({ alternates }) => ({ leadsBy: 'alternates', finish: alternates.withoutReturn }),
  },
  {
    id: 'hreflang-to-broken',
    name: 'Broken language versions',
    issue_type: 'error',
    severity: 'medium',
    description:
      'The page declares language versions that return an error or redirect. The evidence lists them.',
    docs: {
      what: 'The URL in an hreflang element does not return 200.',
      why: 'Readers in that language get no page, and engines stop trusting the other versions too.',
      how: 'Fix the URL, or remove the version.',
      example: '<link rel="alternate" hreflang="fr" href="/fr/old/"> → 404',
    },
    acrossPages: (pages) =>
      findPagesLinkingTo(
        pages,
        'alternates',
        (flags) => (flags & (addressFlag.broken | addressFlag.redirects)) !== 0,
      ),
  },
  {
    id: 'hreflang-without-self',
    name: 'Language versions do not include the page itself',
    issue_type: 'opportunity',
    severity: 'low',
    description: 'The page declares language versions but does not include itself.',
    docs: {
      what: 'There are hreflang elements, but none leads to this URL, directly or through a redirect.',
      why: 'Engines must guess which readers this version is for.',
      how: 'Add an hreflang element for the page itself.',
      example: '<link rel="alternate" hreflang="en" href="(this page)">',
    },
    acrossPages: ({ alternates }) => ({ finish: alternates.withoutSelf }),
  },
  {
    id: 'hreflang-conflict',
    name: 'Several versions for one language',
    issue_type: 'error',
    severity: 'low',
    description: 'The page declares different URLs for the same language. The evidence lists them.',
    docs: {
      what: 'Two hreflang elements have the same code and different URLs.',
      why: 'Engines cannot choose between them and ignore both.',
      how: 'Keep one URL per language and region.',
      example: `hreflang="de" href="/de/"
hreflang="de" href="/at/"`,
    },
    ofPage(facts) {
      const byLang = Map.groupBy(alternatesOf(facts), ({ lang }) => lang.toLowerCase())
      const versions = [...byLang.values()].map((same) => new Set(same.map(({ url }) => url)))
      return versions.filter(({ size }) => size > 1).flatMap((urls) => [...urls])
    },
  },
])

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
