import { html, words } from '../../checks/testing/site.ts'
import type { PlantedPage, PlantedSite } from './site.ts'

const description = (text: string): PlantedPage => ({
  without: 'description',
  head: `<meta name="description" content="${text}">`,
})
const data = (json: string) => `<script type="application/ld+json">${json}</script>`
const bag = '"image": "/team.png", "description": "A bag", "brand": "Shop"'
const latin1 = { 'content-type': 'text/html; charset=iso-8859-1' }

/** A page without faults, with a part of its HTML replaced. */
export const changed = (url: string, part: string | RegExp, by: string) =>
  html({ url, base: 'https://shop.example/' }).replace(part, by)

const offer = (price: string, more = '') => `{"@type": "Offer", "price": "${price}", "priceCurrency": "EUR"${more}}`
const sold = (offers: string): PlantedPage => ({
  head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", ${bag}, "offers": ${offers}}`),
})

/** Pages that sell something, and their items in the feed: id, page, price, sale price, dates and availability. */
const feedRows = `id\tlink\tprice\tsale_price\tsale_price_effective_date\tavailability
P1\t/price\t49.90 EUR\t\t\tin_stock
P2\t/stock\t49.90 EUR\t\t\tin_stock
P3\t/sale\t49.90 EUR\t39.90 EUR\t\tin_stock
P4\t/sale-over\t49.90 EUR\t39.90 EUR\t2020-01-01/2020-02-01\tin_stock
P5\t/from\t49.90 EUR\t\t\t
P6\t/variants?size=1\t49.90 EUR\t\t\tout_of_stock
P7\t/variants?size=2\t59.90 EUR\t\t\tin_stock
`

function plantOffers(plant: PlantedSite['plant']): string[] {
  const inStock = ', "availability": "https://schema.org/InStock"'
  plant('/feed.tsv', { headers: { 'content-type': 'text/tab-separated-values' }, body: feedRows })
  return [
    plant('/price', sold(offer('54.90', inStock)), 'feed-price-differs'),
    plant('/stock', sold(offer('49.9', ', "availability": "https://schema.org/SoldOut"')), 'feed-availability-differs'),
    plant('/sale', sold(offer('39.90', inStock))),
    plant('/sale-over', sold(offer('49.90', inStock))),
    plant('/from', sold('{"@type": "AggregateOffer", "lowPrice": "40.00", "priceCurrency": "EUR"}')),
    plant('/variants', sold(offer('59.90', inStock))),
  ]
}

/** Plants faults of titles, descriptions, headings, structured data, texts and encodings. */
export function plantTexts({ plant }: PlantedSite): string[] {
  const slogan = 'The slogan of the shop, which stands on every page of it'
  const copy = `<main><h1>Same text</h1><p>${words(9, 400)}</p></main>`
  return [
    plant('/untitled', { without: 'title' }, 'title-missing'),
    plant(
      '/title-long',
      { title: 'A title that is much longer than the sixty characters shown' + ' by it' },
      'title-too-long',
    ),
    plant('/title-short', { title: 'Blog' }, 'title-too-short'),
    plant('/titles', { head: '<title>Another title here</title>' }, 'title-several'),
    plant('/title-same-1', { title: 'Products of the shop' }, 'title-duplicate'),
    plant('/title-same-2', { title: 'Products of the shop' }, 'title-duplicate'),
    plant('/undescribed', { without: 'description' }, 'meta-description-missing'),
    plant('/description-long', description('x'.repeat(161)), 'meta-description-too-long'),
    plant('/description-short', description('x'.repeat(49)), 'meta-description-too-short'),
    plant('/descriptions', { head: '<meta name="description" content="another">' }, 'meta-description-several'),
    plant('/description-same-1', description(slogan), 'meta-description-duplicate'),
    plant('/description-same-2', description(slogan), 'meta-description-duplicate'),
    plant('/heading-none', { without: 'h1' }, 'h1-missing'),
    plant('/headings', { text: '<h1>Another</h1>' }, 'h1-several'),
    plant('/heading-empty', { text: '<h2>&nbsp;</h2>' }, 'heading-empty'),
    plant('/heading-jump', { text: '<h2>One</h2><h4>Two</h4>' }, 'heading-levels-skipped'),
    plant('/long', { text: words(3, 600) }, 'long-text-without-subheadings'),
    plant('/data-none', { without: 'data' }, 'structured-data-missing'),
    plant('/data-broken', { head: data('{"name": "The "best" bag"}') }, 'structured-data-invalid'),
    plant(
      '/data-lacking',
      { head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", ${bag}}`) },
      'structured-data-incomplete',
    ),
    plant(
      '/data-sparse',
      { head: data('{"@context": "https://schema.org", "@type": "Article", "headline": "x"}') },
      'structured-data-sparse',
    ),
    plant(
      '/data-wrong',
      {
        head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", ${bag},
          "offers": {"@type": "Offer", "price": "49,00 €", "priceCurrency": "EUR"}}`),
      },
      'structured-data-invalid-values',
    ),
    plant(
      '/data-misspelled',
      { head: data('{"@context": "https://schema.org", "@type": "WebPage", "nmae": "x"}') },
      'structured-data-unknown-words',
    ),
    ...plantOffers(plant),
    plant('/data-bare', { head: data('{"@type": "Thing"}') }, 'structured-data-without-context'),
    plant('/copy-1', { body: changed('/copy-1', /<main>.*<\/main>/s, copy) }, 'duplicate-content'),
    plant('/copy-2', { body: changed('/copy-2', /<main>.*<\/main>/s, copy) }, 'duplicate-content'),
    plant('/concealed', { text: `<p style="font-size:0px">Best ${words(20, 30)}</p>` }, 'hidden-text'),
    plant('/late-answer', { text: `<h2>How long does it take?</h2><p>${words(5, 130)}</p>` }, 'answer-late'),
    plant('/byline', { text: '<p>By Ada Lovelace</p>' }, 'byline-without-markup'),
    plant('/mojibake', { text: '<p>Die MÃ¼nchner StraÃŸen fÃ¼hren in die Altstadt.</p>' }, 'encoding-broken'),
    plant('/charset-two', { headers: latin1 }, 'encoding-contradiction'),
  ]
}
