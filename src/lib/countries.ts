import { z } from 'zod'

/** Officially assigned ISO 3166-1 alpha-2 codes. */
const codes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

export const countryCodes: ReadonlySet<string> = new Set(codes)

const takes = 'an ISO 3166-1 alpha-2 code in upper case, such as US'

export const country = z
  .string()
  .refine((code) => countryCodes.has(code), { error: ({ input }) => `must be ${takes}${hintOn(input)}` })
  .register(z.globalRegistry, { takes, pattern: '^[A-Z]{2}$' })

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Codes with English names and other spellings. */
export const countryNames = [
  ...codes.map((code) => ({ code, name: String(regions.of(code)) })),
  ...['UK', 'Great Britain'].map((name) => ({ code: 'GB', name })),
  ...['USA', 'America'].map((name) => ({ code: 'US', name })),
  { code: 'AE', name: 'UAE' },
]

const meantCodes = new Map(
  countryNames.flatMap(({ code, name }) => [code, name.toUpperCase()].map((word) => [word, code] as const)),
)

function hintOn(input: unknown): string {
  const meant = meantCodes.get(String(input).trim().toUpperCase())
  return meant === undefined ? '' : `; use ${meant}`
}

const withArticle =
  /^(United |Netherlands|Philippines|Bahamas|Gambia|Maldives|Dominican Republic|Central African)| (Islands|Territories)$/

/** A market as a phrase: `in Germany`, `in the United States`. An empty code is an unknown market. */
export function inCountry(code: string): string {
  if (code === '') return 'in an unknown market'
  const name = regions.of(code) ?? code
  return withArticle.test(name) ? `in the ${name}` : `in ${name}`
}
