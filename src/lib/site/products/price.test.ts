import { expect, test } from 'vitest'
import { priceOfMinor, productCode, readAvailability, readPrice } from './price.ts'

test.each([
  ['49.90 EUR', 49.9, 'EUR'],
  ['EUR 49.9', 49.9, 'EUR'],
  ['USD49.90', 49.9, 'USD'],
  ['49,90 EUR', 49.9, 'EUR'],
  ['1,299.00 USD', 1299, 'USD'],
  ['1.299,00 EUR', 1299, 'EUR'],
  ['1 299,50 SEK', 1299.5, 'SEK'],
  ['1’299.50 CHF', 1299.5, 'CHF'],
  ['12,34,567.00 INR', 1234567, 'INR'],
  ['1.299.000 IDR', 1299000, 'IDR'],
  ['5000 JPY', 5000, 'JPY'],
  ['1.299 KWD', 1.299, 'KWD'],
  ['0.99 GBP', 0.99, 'GBP'],
])('reads %s', (text, amount, currency) => {
  expect(readPrice(text)).toEqual({ amount, currency })
})

test.each(['from 49.90 EUR', '1.299 EUR', '1,299 USD', '49.90', '$49.90', '49.90 XYW', '1,29,99 EUR', '10-20 EUR', ''])(
  'does not guess what %j means',
  (text) => {
    expect(readPrice(text)).toBeUndefined()
  },
)

test('takes the currency from elsewhere, unless the text has another', () => {
  expect(readPrice('$49.90', 'USD')).toEqual({ amount: 49.9, currency: 'USD' })
  expect(readPrice('49.90', 'EUR')).toEqual({ amount: 49.9, currency: 'EUR' })
  expect(readPrice('49.90 USD', 'EUR')).toBeUndefined()
})

test('reads minor units by the digits of the currency', () => {
  expect(priceOfMinor(4990, 'EUR')).toBe('49.9 EUR')
  expect(priceOfMinor(4990, 'JPY')).toBe('4990 JPY')
  expect(priceOfMinor(4990, 'KWD')).toBe('4.99 KWD')
  expect(priceOfMinor(49.9, 'EUR')).toBeUndefined()
})

test('reads availabilities of feeds and of schema.org', () => {
  const texts = [
    'in_stock',
    'in stock',
    'https://schema.org/InStock',
    'http://schema.org/LimitedAvailability',
    'InStock',
  ]
  expect(new Set(texts.map(readAvailability))).toEqual(new Set(['in_stock']))
  expect(['SoldOut', 'out_of_stock', 'https://schema.org/PreSale', 'backorder'].map(readAvailability)).toEqual([
    ...['out_of_stock', 'out_of_stock', 'preorder', 'backorder'],
  ])
  expect(['https://schema.org/InStoreOnly', '', 'maybe'].map(readAvailability)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('compares codes without case and leading zeros', () => {
  expect(productCode(' 04006381333931 ')).toBe(productCode('4006381333931'))
  expect(productCode('BAG-01')).toBe('bag-01')
})
