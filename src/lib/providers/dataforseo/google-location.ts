import table from './country-numbers.json' with { type: 'json' }

/** Numeric ISO 3166-1 country codes by letters. */
const numbers = new Map(Object.entries(table))

/** Google’s country ids, DataForSEO’s `location_code`: the ISO 3166-1 number plus 2,000. */
export const googleLocation = (country: string): number | undefined => {
  const number = numbers.get(country)
  return number === undefined ? undefined : 2000 + number
}
