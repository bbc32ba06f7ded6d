import { at, type CheckCase } from '../check-case.ts'

const data = (json: string) => `<script type="application/ld+json">${json}</script>`

export const structuredDataCases: CheckCase[] = [
  {
    check: 'structured-data-missing',
    pages: [{ url: '/a', without: 'data' }],
    finds: { [at('/a')]: [] },
    finePages: [
      { url: '/a', without: 'data', text: '<p itemscope itemtype="https://schema.org/Thing">x</p>' },
      { url: '/b', without: 'data', text: '<p vocab="https://schema.org/" typeof="Thing">x</p>' },
    ],
  },
  {
    check: 'structured-data-invalid',
    pages: [{ url: '/a', head: data('{"name": "The "best" bag"}') }],
    finds: { [at('/a')]: [] },
    finePages: [{ url: '/a', head: data('//<![CDATA[\n{"@type": "Thing"}\n//]]>') }],
  },
  {
    check: 'structured-data-incomplete',
    pages: [
      { url: '/a', head: data('{"@graph": [{"@type": "Product", "name": "Bag"}]}') },
      {
        url: '/b',
        text: `<div itemscope itemtype="http://schema.org/LocalBusiness"><b itemprop="name">Bags</b>
          <div itemprop="review" itemscope itemtype="https://schema.org/Review"><meta itemprop="author" content="me"></div></div>`,
      },
    ],
    finds: {
      [at('/a')]: [at('/a#Product.offers,review,aggregateRating')],
      [at('/b')]: [at('/b#LocalBusiness.address'), at('/b#Review.reviewRating')],
    },
    finePages: [
      {
        url: '/a',
        head: data(
          '{"@type": "Product", "name": "Bag", "offers": {"@type": "Offer", "price": 0, "priceCurrency": "EUR"}}',
        ),
      },
      { url: '/b', head: data('{"@type": "Product", "@id": "#bag"}') },
      {
        url: '/c',
        text: `<p id="where" itemprop="address">Here</p>
          <div itemscope itemtype="https://schema.org/LocalBusiness" itemref="where"><b itemprop="name">Bags</b></div>`,
      },
    ],
  },
  {
    check: 'structured-data-sparse',
    pages: [{ url: '/a', head: data('{"@type": ["Article"], "headline": "x"}') }],
    finds: { [at('/a')]: ['author', 'datePublished', 'image'].map((name) => at(`/a#Article.${name}`)) },
    finePages: [
      {
        url: '/a',
        head: data(
          '{"@type": "https://schema.org/Article", "headline": "x", "author": {"@type": "Person", "name": "y"}, "datePublished": "2025-01-01", "image": "z"}',
        ),
      },
    ],
  },
  {
    check: 'structured-data-invalid-values',
    pages: [
      {
        url: '/a',
        head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", "releaseDate": "May 2025",
          "offers": {"@type": "Offer", "price": "49,00 €", "priceCurrency": "Euro", "availability": "in stock"}}`),
      },
      {
        url: '/b',
        text: `<div itemscope itemtype="https://schema.org/Offer"><b itemprop="price">$49</b>
          <link itemprop="availability" href="https://schema.org/Instock"></div>`,
      },
      {
        url: '/rated',
        head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", "gtin13": "4006381333932",
          "aggregateRating": {"@type": "AggregateRating", "ratingValue": 9, "bestRating": "5", "ratingCount": 2}}`),
      },
      {
        url: '/dated',
        head: data(`{"@context": "https://schema.org", "@type": "Article", "headline": "Bags",
          "datePublished": "2025-05-02", "dateModified": "2025-05-01T12:00:00Z"}`),
      },
      {
        url: '/future',
        head: data(`{"@context": "https://schema.org", "@type": "Article", "headline": "Bags",
          "datePublished": "2031-05-02"}`),
      },
    ],
    finds: {
      [at('/rated')]: [at('/rated#AggregateRating.ratingValue'), at('/rated#Product.gtin13')],
      [at('/dated')]: [at('/dated#Article.dateModified')],
      [at('/future')]: [at('/future#Article.datePublished')],
      [at('/a')]: ['Offer.availability', 'Offer.price', 'Offer.priceCurrency', 'Product.releaseDate'].map((word) =>
        at(`/a#${word}`),
      ),
      [at('/b')]: [at('/b#Offer.availability'), at('/b#Offer.price')],
    },
    finePages: [
      {
        url: '/a',
        head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", "releaseDate": "2025-05-01",
          "offers": {"@type": "Offer", "price": 49.5, "priceCurrency": "EUR", "availability": "InStock"}}`),
      },
      {
        url: '/b',
        head: data('{"@context": "https://example.org/terms", "@type": "Offer", "price": "cheap"}'),
      },
      {
        url: '/rated',
        head: data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", "gtin13": "4006381333931",
          "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.5, "bestRating": 5, "ratingCount": 2}}`),
      },
      {
        url: '/dated',
        head: data(`{"@context": "https://schema.org", "@type": "Article", "headline": "Bags",
          "datePublished": "2025-05-02", "dateModified": "2025-05-02"}`),
      },
      {
        url: '/c',
        text: `<div itemscope itemtype="https://schema.org/Offer"><b itemprop="price" content="49">$49</b>
          <link itemprop="availability" href="https://schema.org/InStock"></div>`,
      },
    ],
  },
  {
    check: 'structured-data-unknown-words',
    pages: [
      {
        url: '/a',
        head: data(
          '{"@context": "https://schema.org", "@graph": [{"@type": "Prodct"}, {"@type": "Product", "prize": 4}]}',
        ),
      },
    ],
    finds: { [at('/a')]: [at('/a#Prodct'), at('/a#Product.prize')] },
    finePages: [
      {
        url: '/a',
        head: data(
          `{"@context": ["https://schema.org", {"gs1": "https://gs1.org/voc/"}], "@type": ["Product", "gs1:Item"],
            "gs1:size": 4, "weightOfIt": 2, "potentialAction": {"@type": "SearchAction", "query-input": "required name=q"}}`,
        ),
      },
    ],
  },
  {
    check: 'structured-data-without-context',
    pages: [{ url: '/a', head: data('[{"@type": "Thing", "image": {"@type": "ImageObject"}}]') }],
    finds: { [at('/a')]: [at('/a#Thing')] },
    finePages: [
      {
        url: '/a',
        head: data('{"@context": {"@vocab": "http://schema.org/"}, "@graph": [{"@type": "Thing"}]}'),
      },
    ],
  },
  ...(['price', 'availability'] as const).map((differing): CheckCase => {
    const item = { id: 'B1', url: at('/bag'), codes: ['b1'], currency: 'EUR' }
    const feed = { redirects: [], status: 200, problem: null, url: at('/feed.xml') }
    const items = [{ ...item, prices: [differing === 'price' ? 40 : 49.9], availability: 'in_stock' }]
    const offer = (availability: string) =>
      data(`{"@context": "https://schema.org", "@type": "Product", "name": "Bag", "offers":
        {"@type": "Offer", "price": 49.9, "priceCurrency": "EUR", "availability": "${availability}"}}`)
    const values = { price: '40 EUR in the feed, 49.9 EUR', availability: 'in stock in the feed, out of stock' }
    return {
      check: `feed-${differing}-differs`,
      pages: [{ url: '/bag', head: offer(differing === 'price' ? 'InStock' : 'OutOfStock') }],
      site: { productFeeds: [{ ...feed, items }] },
      finds: { [at('/bag')]: [`${feed.url}#${encodeURIComponent(`B1: ${values[differing]} on the page`)}`] },
      finePages: [{ url: '/bag', head: offer('InStock') }],
      fineSite: { productFeeds: [{ ...feed, items: [{ ...item, prices: [49.9], availability: 'in_stock' }] }] },
    }
  }),
]
