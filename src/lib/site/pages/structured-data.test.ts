import { describe, expect, it } from 'vitest'
import { createStructuredDataReader } from './structured-data.ts'

function read(...blocks: string[]) {
  const reader = createStructuredDataReader()
  for (const block of blocks) reader.read(block)
  return reader.facts('', 'https://shop.example/bag')
}
const of = (...nodes: unknown[]) => read(...nodes.map((node) => JSON.stringify(node)))
const missing = (node: unknown) =>
  of(node).incomplete.flatMap(({ type, missing }) => missing.map((name) => `${type}.${name}`))

describe('JSON-LD', () => {
  it('finds the types of all nodes at any depth', () => {
    const { types } = of(
      [{ '@type': 'schema:Article', author: [{ '@type': ['Person', 'https://schema.org/Patient'] }] }],
      { '@graph': [{ '@type': 'WebSite' }, 7, null, { '@type': 5 }, { '@type': '' }] },
    )
    expect(types.toSorted()).toEqual(['Article', 'Patient', 'Person', 'WebSite'])
  })

  it.each([
    [{ '@type': 'Product', name: 'Bag' }, ['Product.offers|review|aggregateRating']],
    [{ '@type': 'Product', name: '', review: { '@type': 'Review', author: 'x', reviewRating: 5 } }, ['Product.name']],
    [{ '@type': 'Offer', priceSpecification: { price: 1, priceCurrency: 'EUR' } }, []],
    [{ '@type': 'Offer', price: 0, priceCurrency: 'EUR' }, []],
    [{ '@type': 'AggregateRating', ratingValue: 4, reviewCount: 3 }, ['AggregateRating.itemReviewed']],
    [
      {
        '@type': 'Hotel',
        aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, reviewCount: 3 },
        name: 'x',
        address: 'y',
      },
      [],
    ],
    [
      { '@type': 'FAQPage', mainEntity: [{ '@type': 'Question', name: 'Why?' }] },
      ['Question.acceptedAnswer|suggestedAnswer'],
    ],
    [{ '@type': 'FAQPage', mainEntity: [] }, ['FAQPage.mainEntity']],
    [{ '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', name: 'x' }] }, ['ListItem.position']],
    [{ '@type': 'LocalBusiness', name: 'x' }, ['LocalBusiness.address']],
    [{ '@type': 'Article' }, []],
    [{ '@type': 'Person', '@id': '#me' }, []],
    [{ '@type': 'constructor' }, []],
  ])('reports for %j missing properties %j', (node, lack) => {
    expect(missing(node)).toEqual(lack)
  })

  it('recommends properties for top-level nodes only', () => {
    const article = { '@type': 'Article', headline: 'x', author: 'y', datePublished: 'z', image: 'i' }
    expect(of({ ...article, publisher: { '@type': 'Organization', name: 'x' } }).incomplete).toEqual([])
    expect(of({ '@type': 'Organization', name: 'x' }).incomplete).toEqual([
      { type: 'Organization', missing: [], recommended: ['url', 'logo'] },
    ])
  })

  it.each([
    '<!-- {"@type":"Thing"} -->',
    '//<![CDATA[\n{"@type":"Thing"}\n//]]>',
    '/*<![CDATA[*/{"@type":"Thing"}/*]]>*/',
    '\n{"@type":"Thing"}\n',
  ])('is read inside a comment or CDATA: %s', (block) => {
    expect(read(block)).toMatchObject({ types: ['Thing'], faults: [] })
  })

  it.each(['', '{', '{"a": 1,}', '{"a": "b" "c"}', 'null null', "{'a': 1}"])('is invalid: %s', (block) => {
    expect(read(block).faults).toHaveLength(1)
  })

  it('is limited in depth and size', () => {
    const deep = '['.repeat(300_000) + ']'.repeat(300_000)
    const wide = JSON.stringify(Array.from({ length: 50_000 }, (_, index) => ({ '@type': `T${index}` })))
    const broken = Array.from({ length: 200 }, () => '{')
    const facts = read(deep, wide, ...broken)
    expect(facts.types.length).toBeLessThanOrEqual(40)
    expect(facts.faults.length).toBeLessThanOrEqual(40)
  })
})

describe('schema.org vocabulary', () => {
  const schema = (node: object) => of({ '@context': 'https://schema.org', ...node })

  it.each([
    [{ '@type': 'Event', startDate: '2025-02-30T19:00', endDate: 'tomorrow' }, ['Event.endDate']],
    [{ '@type': 'Event', startDate: '2025-13-01' }, ['Event.startDate']],
    [{ '@type': 'Event', startDate: '2025-12-01T19:30:00+01:00', doorTime: '18:30' }, []],
    [
      { '@type': 'AggregateOffer', lowPrice: '1.299,00', highPrice: '1 299', priceCurrency: '$' },
      ['lowPrice', 'highPrice', 'priceCurrency'].map((name) => `AggregateOffer.${name}`),
    ],
    [{ '@type': 'AggregateOffer', lowPrice: 0, highPrice: '1299.00', priceCurrency: 'JPY' }, []],
    [{ '@type': 'Recipe', cookTime: '20 minutes', prepTime: 'PT1H30M' }, ['Recipe.cookTime']],
    [
      { '@type': 'AggregateRating', ratingValue: '4,5', ratingCount: 'many' },
      ['ratingValue', 'ratingCount'].map((name) => `AggregateRating.${name}`),
    ],
    [{ '@type': 'AggregateRating', ratingValue: '88%', ratingCount: 12 }, []],
    [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Mo', 'https://schema.org/Tuesday'],
        opens: '09:00',
      },
      ['OpeningHoursSpecification.dayOfWeek'],
    ],
    [{ '@type': 'Offer', itemCondition: 'http://purl.org/goodrelations/v1#New', price: '' }, []],
    [{ '@type': 'Article', isAccessibleForFree: 'False', datePublished: { '@value': '2025' } }, []],
  ])('reports for %j invalid values in %j', (node, wrong) => {
    expect(schema(node).invalid ?? []).toEqual(wrong)
  })

  it.each([
    [
      {
        '@type': 'Restaurant',
        telephone: '1',
        servesCuisine: 'x',
        name: 'y',
        '@id': '#',
        'schema:image': 'z',
      },
      [],
    ],
    [{ '@type': '3DModel', isResizable: true, encodingFormat: 'x' }, []],
    [{ '@type': 'Organization', member: { '@type': 'OrganizationRole', member: { '@type': 'Person' } } }, []],
    [{ '@type': 'Person', headline: 'x', jobtitle: 'y' }, ['Person.headline', 'Person.jobtitle']],
    [{ '@type': ['Person', 'Persona'], headline: 'x' }, ['Persona']],
    [{ '@type': 'toString', constructor: 1 }, ['toString']],
  ])('reports for %j unknown terms %j', (node, unknown) => {
    expect(schema(node).unknown ?? []).toEqual(unknown)
  })

  it('is assumed and reported for blocks without a context, but not for other vocabularies', () => {
    expect(of({ '@type': 'Persn' })).toMatchObject({ withoutContext: ['Persn'], unknown: ['Persn'] })
    const other = of({ '@context': 'https://www.w3.org/ns/activitystreams', '@type': 'Note', content: 'x' })
    expect([other.withoutContext, other.unknown]).toEqual([undefined, undefined])
  })
})
