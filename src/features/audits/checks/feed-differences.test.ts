import { expect, test } from 'vitest'
import { readProductFeed } from '../../../lib/site/products/product-feed.ts'
import { home } from '../../../testing/site/crawled.ts'
import { findingsOf, type PageOptions, page } from './testing/site.ts'

const feedUrl = `${home}feed.tsv`
type Row = [id: string, path: string, price: string, availability?: string]

const feedOf = (rows: readonly Row[]) => {
  const lines = rows.map(([id, path, price, availability = '']) => [id, home + path, price, availability].join('\t'))
  const items = readProductFeed(`id\tlink\tprice\tavailability\n${lines.join('\n')}\n`, feedUrl, new Date())
  return { redirects: [], status: 200, problem: null, url: feedUrl, items }
}

/** The differences on a page with this structured data, as `check: text`. */
function differences(data: unknown, rows: readonly Row[], pages: PageOptions[] = [], path = '/bag') {
  const text = typeof data === 'string' ? data : ''
  const head = text === '' ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : ''
  const found = findingsOf([{ url: path, head, text }, ...pages].map(page), { productFeeds: [feedOf(rows)] })
  return found
    .filter(({ check }) => check.startsWith('feed-'))
    .flatMap(({ check, evidence }) => evidence.map((entry) => `${check}: ${decodeURIComponent(new URL(entry).hash)}`))
}

const offer = (price: unknown, more: object = {}) => ({ '@type': 'Offer', price, priceCurrency: 'EUR', ...more })
const bag = (offers: unknown, more: object = {}) => ({
  ...{ '@context': 'https://schema.org', '@type': 'Product', name: 'Bag', offers, ...more },
})
const available = (value: string) => ({ availability: `https://schema.org/${value}` })

test('finds another price and another availability, with both values', () => {
  const rows: Row[] = [['B1', 'bag', '49.90 EUR', 'in_stock']]
  expect(differences(bag(offer('54.90', available('OutOfStock'))), rows)).toEqual([
    'feed-price-differs: #B1: 49.9 EUR in the feed, 54.9 EUR on the page',
    'feed-availability-differs: #B1: in stock in the feed, out of stock on the page',
  ])
  expect(differences(bag(offer(49.9, available('InStock'))), rows)).toEqual([])
})

test('reads microdata, references and specifications of prices', () => {
  const rows: Row[] = [['B1', 'bag', '49.90 EUR']]
  const microdata = (price: string) => `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Bag</b>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="EUR">
    <span itemprop="price">${price}</span></div></div>`
  expect(differences(microdata('€49.90'), rows)).toEqual([])
  expect(differences(microdata('€54.90'), rows)).toHaveLength(1)
  const graph = (price: string) => ({
    '@context': 'https://schema.org',
    '@graph': [bag({ '@id': '#offer' }), { '@id': '#offer', ...offer(price) }],
  })
  expect(differences(graph('49.90'), rows)).toEqual([])
  expect(differences(graph('54.90'), rows)).toHaveLength(1)
  const list = { '@type': 'UnitPriceSpecification', priceType: 'https://schema.org/ListPrice', price: 60 }
  const specified = (price: number) => ({
    '@type': 'Offer',
    priceSpecification: [list, { '@type': 'UnitPriceSpecification', price, priceCurrency: 'EUR' }],
  })
  expect(differences(bag(specified(49.9)), rows)).toEqual([])
  expect(differences(bag(specified(54.9)), rows)).toHaveLength(1)
})

test('a range and a “from” price include all prices in them', () => {
  const range = (more: object) => bag({ '@type': 'AggregateOffer', priceCurrency: 'EUR', lowPrice: 40, ...more })
  expect(differences(range({ highPrice: 60 }), [['B1', 'bag', '49.90 EUR']])).toEqual([])
  expect(differences(range({}), [['B1', 'bag', '149.90 EUR']])).toEqual([])
  expect(differences(range({ highPrice: 60 }), [['B1', 'bag', '149.90 EUR']])).toEqual([
    'feed-price-differs: #B1: 149.9 EUR in the feed, 40 to 60 EUR on the page',
  ])
  expect(differences(range({}), [['B1', 'bag', '39.90 EUR']])).toHaveLength(1)
})

test('does not compare unclear prices and other currencies', () => {
  const rows: Row[] = [['B1', 'bag', '49.90 EUR']]
  for (const price of ['from 54.90', '1.299', '', null]) expect(differences(bag(offer(price)), rows)).toEqual([])
  expect(differences(bag(offer('54.90', { priceCurrency: 'USD' })), rows)).toEqual([])
  expect(differences(bag(offer('54.90', { priceCurrency: undefined })), rows)).toEqual([])
  expect(differences(bag([offer('54.90', { priceCurrency: 'USD' }), offer('49.90')]), rows)).toEqual([])
})

test('compares each variant that the page lists with its own item', () => {
  const variant = (sku: string, price: number) => ({ '@type': 'Product', name: sku, sku, offers: offer(price) })
  const group = { '@context': 'https://schema.org', '@type': 'ProductGroup', name: 'Bag' }
  const rows: Row[] = [
    ['RED', 'bag?color=red', '49.90 EUR'],
    ['BLUE', 'bag?color=blue', '54.90 EUR'],
  ]
  const right = { ...group, hasVariant: [variant('RED', 49.9), variant('BLUE', 54.9)] }
  const swapped = { ...group, hasVariant: [variant('RED', 54.9), variant('BLUE', 49.9)] }
  expect(differences(right, rows)).toEqual([])
  expect(differences(swapped, rows)).toEqual([
    'feed-price-differs: #RED: 49.9 EUR in the feed, 54.9 EUR on the page',
    'feed-price-differs: #BLUE: 54.9 EUR in the feed, 49.9 EUR on the page',
  ])
})

test('a page can show any variant of the feed', () => {
  const rows: Row[] = [
    ['shop_1', 'bag?v=1', '49.90 EUR', 'out_of_stock'],
    ['shop_2', 'bag?v=2', '54.90 EUR', 'in_stock'],
  ]
  expect(differences(bag(offer(54.9, available('InStock'))), rows)).toEqual([])
  // The second item is not shown, and the first one agrees.
  expect(differences(bag(offer(49.9), { sku: 'shop_1' }), rows)).toEqual([])
  expect(differences(bag(offer(60)), rows)).toEqual([
    'feed-price-differs: #shop_1: 49.9 EUR or 54.9 EUR in the feed, 60 EUR on the page',
  ])
})

test('skips copies, lists and products of other pages', () => {
  const rows: Row[] = [['B1', 'bag', '49.90 EUR']]
  const other = { ...bag(offer(10)), url: `${home}shoe` }
  expect(differences([bag(offer(49.9)), other], rows)).toEqual([])
  expect(differences(other, rows)).toEqual([])
  expect(differences(bag(offer(49.9), { isRelatedTo: bag(offer(10)) }), rows)).toEqual([])
  expect(differences([bag(offer(54.9)), bag(offer(10))], rows)).toEqual([])
  const copy: PageOptions = { url: '/bag', without: 'canonical', head: '<link rel="canonical" href="/guide">' }
  const data = `<script type="application/ld+json">${JSON.stringify(bag(offer(54.9)))}</script>`
  expect(differences({}, rows, [{ ...copy, head: copy.head + data }, { url: '/guide' }], '/')).toEqual([])
})

test('follows the redirects of links in the feed', () => {
  const rows: Row[] = [['B1', 'old', '49.90 EUR']]
  expect(differences(bag(offer(54.9)), rows, [{ url: '/old', redirects: ['/bag'] }])).toHaveLength(1)
})
