/* Numbers in the reader’s locale. Unknown values are a dash, never zero. */

const unknown = '–'

const formats = new Map<number, Intl.NumberFormat>()
function decimals(digits: number): Intl.NumberFormat {
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = formats.get(digits) ?? new Intl.NumberFormat(undefined, fixed)
  formats.set(digits, format)
  return format
}

export const count = (value: number | null | undefined): string => (value == null ? unknown : decimals(0).format(value))

/** A count that can be too low: `at least 12`. */
export const atLeast = (value: number): string => `at least ${count(value)}`

/** A number with fixed decimal places: `2.4`. */
export const decimal = (value: number, digits: number): string => decimals(digits).format(value)

/** A percentage: `56.3%`. */
export const percent = (value: number | null | undefined, digits = 1): string =>
  value == null ? unknown : `${decimals(digits).format(value)}%`

export const score = count

/** Percentage points: `4.2`. */
export const points = (value: number | null | undefined, digits = 1): string =>
  value == null ? unknown : decimals(digits).format(value)

export const rank = (value: number | null | undefined): string => points(value)

const usd = (maximumFractionDigits: number) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', maximumFractionDigits })

const cents = usd(2)
export const dollars = (value: number | null | undefined): string => (value == null ? unknown : cents.format(value))

const fractions = usd(4)
/** Dollars with fractions of a cent: `$0.0123`. */
export const exactDollars = (value: number): string => fractions.format(value)

const whole = usd(0)
/** Dollars without cents, for axes. */
export const wholeDollars = (value: number): string => (value > 0 && value < 1 ? cents : whole).format(value)

const sizes = ['bytes', 'kB', 'MB', 'GB', 'TB']
/** A size in decimal units: `1.2 MB`. */
export function fileSize(bytes: number): string {
  const power = Math.min(sizes.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const shown = bytes / 1000 ** power
  return `${decimals(power === 0 || shown >= 100 ? 0 : 1).format(shown)} ${sizes[power]}`
}

/** A duration: `2.4 s`, `38 ms`. */
export const seconds = (milliseconds: number | null | undefined): string =>
  milliseconds == null
    ? unknown
    : milliseconds < 100
      ? `${decimals(0).format(milliseconds)} ms`
      : `${decimals(1).format(milliseconds / 1000)} s`

/** A signed change: `+4.2`. */
export function signed(value: number, digits = 1): string {
  const shown = Number(rounding(digits).format(value))
  return `${shown > 0 ? '+' : shown < 0 ? '−' : '±'}${decimals(digits).format(Math.abs(value))}`
}

/** Subtracts two figures after rounding both for display, so that readers get the same result. */
export function shownChange(value: number, before: number, digits: number): number {
  const shown = (figure: number) => Number(rounding(digits).format(figure))
  return shown(shown(value) - shown(before))
}

/** Rounds like `decimals`, to digits that `Number` can parse. */
const rounding = (digits: number) =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: digits, useGrouping: false })

/** The first three of a list: `A, B, C and 2 more`. */
export const firstOf = (names: readonly string[], most = 3): string =>
  `${names.slice(0, most).join(', ')}${names.length > most ? ` and ${count(names.length - most)} more` : ''}`

/** A number of things, such as `1 answer` or `2 answers`. */
export const countOf = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`
