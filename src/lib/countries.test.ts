import { expect, test } from 'vitest'
import { countryCodes } from './countries.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = letters.flatMap((first) => letters.map((second) => first + second))

/**
 * Codes that Unicode names or resolves though ISO 3166-1 does not assign them: exceptionally and transitionally
 * reserved ones, unions, user-assigned ones, and names for what is unknown.
 */
const notAssigned = new Set(
  'AC AN BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ'.split(' '),
)

test('the countries are those that ISO 3166-1 assigns, as far as Unicode knows them', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const named = pairs.filter((code) => names.of(code) !== undefined && !notAssigned.has(code))
  expect([...countryCodes].sort()).toEqual(named)
  expect(countryCodes.size).toBe(249)
})
