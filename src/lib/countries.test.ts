import { expect, test } from 'vitest'
import { country, countryCodes } from './countries.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = letters.flatMap((first) => letters.map((second) => first + second))

/** Codes that Unicode knows but ISO 3166-1 does not assign: reserved, user-assigned, unions, unknown. */
const notAssigned = new Set(
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ'.split(' '),
)

test('countryCodes contains exactly the ISO 3166-1 countries that Unicode knows', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const named = pairs.filter((code) => names.of(code) !== undefined && !notAssigned.has(code))
  expect([...countryCodes].sort()).toEqual(named)
  expect(countryCodes.size).toBe(249)
})

test.each([
  ['de', '; use DE'],
  ['UK', '; use GB'],
  ['Germany', '; use DE'],
  ['united states', '; use US'],
  ['EU', ''],
])('the error for %j names the code that was meant', (text, hint) => {
  expect(country.safeParse(text).error?.issues[0]?.message).toBe(
    `must be an ISO 3166-1 alpha-2 code in upper case, such as US${hint}`,
  )
})
