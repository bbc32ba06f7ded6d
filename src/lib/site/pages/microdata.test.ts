import { expect, it } from 'vitest'
import { readHtml } from './html-reader.ts'
import { createMicrodataReader } from './microdata.ts'

function read(html: string) {
  const reader = createMicrodataReader()
  readHtml(html, { has: () => true }, reader)
  return reader.items()
}
const schema = (type: string) => ({
  '@context': 'https://schema.org',
  '@type': [`https://schema.org/${type}`],
})

it('is read as nodes with the values of its elements', () => {
  const items = read(`<div itemscope itemtype="https://www.schema.org/Product"><h1 itemprop="name">A <b>bag</b></h1>
    <img itemprop="image" src="/a.png"><img itemprop="image" src="/b.png"><meta itemprop="sku" content="7">
    <time itemprop="releaseDate" datetime="2025-05-01">May</time>
    <p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><a itemprop="url" href="/buy">Buy</a>
    <span itemprop="price priceCurrency">4</span></div><p itemscope itemtype="https://other.example/Thing"></p>`)
  expect(items).toEqual([
    {
      ...schema('Product'),
      ...{ name: 'A bag', image: ['/a.png', '/b.png'], sku: '7', releaseDate: '2025-05-01' },
      offers: { ...schema('Offer'), url: '/buy', price: '4', priceCurrency: '4' },
    },
    { '@context': 'microdata', '@type': ['https://other.example/Thing'] },
  ])
})

it('is limited in depth and size', () => {
  expect(read('<i itemscope itemprop=a>'.repeat(20_000))).toHaveLength(1)
  expect(read('<i itemscope></i>'.repeat(20_000)).length).toBeLessThanOrEqual(5000)
})
