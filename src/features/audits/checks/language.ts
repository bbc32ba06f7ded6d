import { addressFlag } from './across-pages/address-book.ts'
import { alternatesOf } from './across-pages/alternates.ts'
import { defineChecks } from './define-check.ts'
import { contentOf } from './page-kinds.ts'
import { findPagesLinkingTo } from './site-pages.ts'

export const languageChecks = defineChecks('language', [
  {
    id: 'lang-missing',
    name: 'Page does not say its language',
    issue_type: 'warning',
    severity: 'medium',
    description: 'The html element has no lang attribute.',
    docs: {
      what: 'The language of the page is left to guessing.',
      why: 'Engines answer in the language of the question and prefer sources in it.',
      how: 'Name the language in the html element.',
      example: `<html>
<html lang="en">`,
    },
    ofPage: (facts) => contentOf(facts)?.lang === null,
  },
  {
    id: 'lang-invalid',
    name: 'Language of the page is not valid',
    issue_type: 'error',
    severity: 'low',
    description: 'The lang attribute holds what is no language tag.',
    docs: {
      what: 'The value is not of the form of BCP 47, such as en or pt-BR.',
      why: 'What cannot be read is passed over; the language is left to guessing.',
      how: 'Use a tag of the form language-REGION, with a hyphen.',
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
      'The page names versions in other languages by a code that does not exist. The evidence names them.',
    docs: {
      what: 'An hreflang value is neither a language, with a region or script, nor x-default.',
      why: 'Engines pass over such a version, and answer readers of that language with another one or not at all.',
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
    description:
      'The page names versions in other languages that do not name it in return. The evidence names them.',
    docs: {
      what: 'The other page was read, and has no hreflang for this one.',
      why: 'Engines believe in versions only if both sides name each other. Otherwise each counts as a page of its own.',
      how: 'Name all versions on each of them, itself included.',
      example: '/en/ names /de/, but /de/ does not name /en/',
    },
    acrossPages: ({ alternates }) => ({ leadsBy: 'alternates', finish: alternates.withoutReturn }),
  },
  {
    id: 'hreflang-to-broken',
    name: 'Language versions that do not work',
    issue_type: 'error',
    severity: 'medium',
    description:
      'The page names versions in other languages that answer with an error or redirect. The evidence names them.',
    docs: {
      what: 'The address in an hreflang element does not answer with 200.',
      why: 'Readers who ask in that language are offered nothing, and engines stop to trust the other versions too.',
      how: 'Correct the address, or take the version away.',
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
    description: 'The page names versions in other languages but not its own language among them.',
    docs: {
      what: 'There are hreflang elements, and none leads to this address, be it over a redirect.',
      why: 'It is left to guessing for which readers this version is meant.',
      how: 'Add an hreflang element for the page itself.',
      example: '<link rel="alternate" hreflang="en" href="(this page)">',
    },
    acrossPages: ({ alternates }) => ({ finish: alternates.withoutSelf }),
  },
  {
    id: 'hreflang-conflict',
    name: 'One language, several versions',
    issue_type: 'error',
    severity: 'low',
    description: 'The page names different addresses for the same language. The evidence names them.',
    docs: {
      what: 'Two hreflang elements have the same code and different addresses.',
      why: 'Engines cannot choose between them and pass over both.',
      how: 'Keep one address for each language and region.',
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
/** Of regions that CLDR knows by a name and that are no country’s code: the UK’s is GB, the Union’s none. */
const noRegions = ['UK', 'EU', 'ZZ', 'XA', 'XB']

/** The same few tags stand on all pages of a site, and reading one takes long. */
const known = new Map<string, boolean>()
const maxKnown = 1000

/** Whether a text is a language tag (BCP 47) of a language that exists, and of a region that does if it names one. */
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

/** @param tag as it was written: reading it turns some codes into others, such as UK into GB */
function isKnownRegion(region: string, tag: string): boolean {
  const written = tag.toUpperCase().split('-').slice(1)
  return !written.some((part) => noRegions.includes(part)) && regionNames.of(region) !== undefined
}
