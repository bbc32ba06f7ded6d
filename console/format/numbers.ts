/* Numbers in the reader's locale. What is unknown is a dash, never a zero. */

const unknown = '–'

const formats = new Map<number, Intl.NumberFormat>()
function decimals(digits: number): Intl.NumberFormat {
  const known = formats.get(digits)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(undefined, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formats.set(digits, made)
  return made
}

export const count = (value: number | null | undefined): string =>
  value == null ? unknown : decimals(0).format(value)

/** A share that comes as per cent: `56.3 %`. */
export const percent = (value: number | null | undefined, digits = 1): string =>
  value == null ? unknown : `${decimals(digits).format(value)} %`

export const score = (value: number | null | undefined): string =>
  value == null ? unknown : decimals(0).format(value)

export const rank = (value: number | null | undefined): string =>
  value == null ? unknown : decimals(1).format(value)

const usd = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' })
export const dollars = (value: number | null | undefined): string =>
  value == null ? unknown : usd.format(value)

/** A change with its sign: `+4.2`. */
export const signed = (value: number, digits = 1): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : '±'}${decimals(digits).format(Math.abs(value))}`
