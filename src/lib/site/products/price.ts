/** Prices are read from decimal text and never computed with, so equal prices are equal numbers. */
export interface Price {
  amount: number
  /** ISO 4217. */
  currency: string
}

const written = /^(?:([A-Z]{3})|\p{Sc})?\s*(\d[\d\s.,'’]*)(?:([A-Z]{3})|\p{Sc})?$/u
const maxLength = 30
const currencies = new Set(Intl.supportedValuesOf('currency'))

/**
 * Reads a price such as `49.90 EUR` or `1.299,00 €`. Undefined if it has other words, such as “from”, or more than one
 * meaning, such as `1.299`.
 * @param given its currency, if known from elsewhere
 */
export function readPrice(text: string, given?: string): Price | undefined {
  const [, before, digits = '', after] = text.length > maxLength ? [] : (written.exec(text.trim()) ?? [])
  const [currency = '', ...others] = new Set([before, after, given].filter((code) => code !== undefined))
  const isClear = digits !== '' && others.length === 0 && currencies.has(currency)
  const amount = isClear ? readAmount(digits.trim(), currency) : undefined
  return amount === undefined ? undefined : { amount, currency }
}

function readAmount(digits: string, currency: string): number | undefined {
  const [, whole = '', mark = '', fraction = ''] = /^(.*?)(?:([.,])(\d*))?$/.exec(digits) ?? []
  const isLone = !/\D/.test(whole)
  if (isLone && fraction.length !== 3) return Number(`${whole}.${fraction || 0}`)
  // Three digits after the only separator: thousands to some, a fraction to others.
  if (isLone) return mark === '.' && minorDigits(currency) === 3 ? Number(`${whole}.${fraction}`) : undefined
  const [separator = ''] = /\D/.exec(whole) ?? []
  const isGrouped = (text: string) => /^\d{1,3}(?:_\d\d\d?)*_\d{3}$/.test(text.replaceAll(separator, '_'))
  if (isGrouped(digits)) return Number(digits.replaceAll(separator, ''))
  return isGrouped(whole) && mark !== separator
    ? Number(`${whole.replaceAll(separator, '')}.${fraction || 0}`)
    : undefined
}

/** Writes an amount in minor units, such as 4990 cents, as a price. */
export const priceOfMinor = (amount: unknown, currency = ''): string | undefined =>
  Number.isSafeInteger(amount) && currencies.has(currency)
    ? `${Number(`${amount}e-${minorDigits(currency)}`)} ${currency}`
    : undefined

const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

const availabilities: Readonly<Record<string, string>> = {
  ...{ instock: 'in_stock', limitedstock: 'in_stock', limitedavailability: 'in_stock', onlineonly: 'in_stock' },
  ...{ outofstock: 'out_of_stock', soldout: 'out_of_stock', discontinued: 'out_of_stock' },
  ...{ preorder: 'preorder', presale: 'preorder', backorder: 'backorder' },
}

/** Reads an availability of feeds or schema.org. Undefined for others, such as only in shops. */
export const readAvailability = (text: string): string | undefined =>
  availabilities[
    text
      .slice(text.lastIndexOf('/') + 1)
      .toLowerCase()
      .replaceAll(/[\s_-]/g, '')
  ]

/** Normalizes a SKU, GTIN or part number for comparison. */
export const productCode = (text: string): string =>
  text
    .trim()
    .slice(0, 100)
    .toLowerCase()
    .replace(/^0+(?=\d{6})/, '')
