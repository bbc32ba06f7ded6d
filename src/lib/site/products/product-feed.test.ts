import { expect, test } from 'vitest'
import { readProductFeed } from './product-feed.ts'

const read = (text: string) => readProductFeed(text, 'https://shop.example/feed', new Date('2026-11-25T12:00:00Z'))
const item = (fields: string) =>
  `<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title><link>https://shop.example</link>
    <item>${fields}</item></channel></rss>`
const bag = '<g:id>B1</g:id><link>https://shop.example/bag?utm_source=feed</link><g:price>49.90 EUR</g:price>'
const known = { id: 'B1', url: 'https://shop.example/bag', codes: ['b1'], prices: [49.9], currency: 'EUR' }

test('reads RSS with fields of Google Merchant Center', () => {
  const fields = `<g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping>${bag}
    <g:gtin>04006381333931</g:gtin><g:mpn>M 1</g:mpn><g:availability>in_stock</g:availability><title><![CDATA[A & B]]></title>`
  expect(read(item(fields))).toEqual([{ ...known, codes: ['b1', '4006381333931', 'm 1'], availability: 'in_stock' }])
})

test('reads Atom, tab-separated and comma-separated feeds', () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><entry><g:id>B1</g:id>
    <link href="https://shop.example/bag"/><g:price>49.90 EUR</g:price></entry></feed>`
  expect(read(atom)).toEqual([known])
  expect(read('id\ttitle\tlink\tprice\nB1\t12" bag\thttps://shop.example/bag\t49.90 EUR\n')).toEqual([known])
  expect(read('item_id,title,url,price\nB1,"Bag, red",https://shop.example/bag,49.90 EUR\n')).toEqual([known])
})

test('reads JSON of the Agentic Commerce Protocol, one item per variant', () => {
  const variant = (id: string, amount: number) => ({
    ...{ id, title: id, price: { amount, currency: 'eur' }, availability: { available: true, status: 'in_stock' } },
  })
  const products = [{ id: 'B', url: 'https://shop.example/bag', variants: [variant('B1', 4990), variant('B2', 5490)] }]
  const expected = { ...known, availability: 'in_stock' }
  expect(read(JSON.stringify({ products }))).toEqual([
    expected,
    { ...expected, id: 'B2', codes: ['b2'], prices: [54.9] },
  ])
})

test.each([
  ['', [39.9]],
  ['2026-11-20T00:00+0100/2026-11-30T23:59+0100', [39.9]],
  ['2026-12-20T00:00+0100/2026-12-30T23:59+0100', [49.9]],
  ['2026-10-20T00:00+0100/2026-10-30T23:59+0100', [49.9]],
  // It begins within a day.
  ['2026-11-26T00:00+0100/2026-11-30T23:59+0100', [49.9, 39.9]],
  ['next week', [49.9, 39.9]],
])('a sale price counts at its time: %s', (dates, prices) => {
  const sale = `${bag}<g:sale_price>39.90 EUR</g:sale_price>`
  const dated = dates === '' ? sale : `${sale}<g:sale_price_effective_date>${dates}</g:sale_price_effective_date>`
  expect(read(item(dated))).toEqual([{ ...known, prices }])
})

test('skips items without a URL or a clear price, and other files', () => {
  expect(read(item(bag.replace('49.90 EUR', 'from 49.90 EUR')))).toEqual([])
  expect(read(item(`${bag}<g:sale_price>soon</g:sale_price>`))).toEqual([])
  expect(read(item('<g:id>B1</g:id><g:price>49.90 EUR</g:price>'))).toEqual([])
  const news = '<rss><channel><item><title>News</title><link>https://shop.example/news</link></item></channel></rss>'
  expect([news, '{"products": 4}', '[null]', '{', 'price', '', 'a\tb\n1\t2'].flatMap(read)).toEqual([])
})

test('reads the items of a feed that is cut off', () => {
  expect(read(item(bag).replace('</item>', `</item><item><g:id>B2</g:id><link>https://shop.ex`).slice(0, 330))).toEqual(
    [known],
  )
})
