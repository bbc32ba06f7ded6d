const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
/** Of regions that CLDR knows by a name and that are no country’s code: the UK’s is GB, the Union’s none. */
const noRegions = ['UK', 'EU', 'ZZ', 'XA', 'XB']

/** The same few tags stand on all pages of a site, and reading one takes long. */
const known = new Map<string, boolean>()
const mostKnown = 1000

/** Whether a text is a language tag (BCP 47) of a language that exists, and of a region that does if it names one. */
export function isLanguageTag(text: string): boolean {
  const isTag = known.get(text) ?? readTag(text)
  if (known.size < mostKnown) known.set(text, isTag)
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
