import { describe, expect, it } from 'vitest'
import { createStructuredDataReader } from './structured-data.ts'

function read(...blocks: string[]) {
  const reader = createStructuredDataReader()
  for (const block of blocks) reader.read(block)
  return reader.facts('')
}
const of = (...nodes: unknown[]) => read(...nodes.map((node) => JSON.stringify(node)))
const missing = (node: unknown) =>
  of(node).incomplete.flatMap(({ type, missing }) => missing.map((name) => `${type}.${name}`))

describe('JSON-LD', () => {
  it('has the types of all its nodes, wherever these are', () => {
    const { types } = of(
      [{ '@type': 'schema:Article', author: [{ '@type': ['Person', 'https://schema.org/Patient'] }] }],
      { '@graph': [{ '@type': 'WebSite' }, 7, null, { '@type': 5 }, { '@type': '' }] },
    )
    expect(types.toSorted()).toEqual(['Article', 'Patient', 'Person', 'WebSite'])
  })

  it.each([
    [{ '@type': 'Product', name: 'Bag' }, ['Product.offers|review|aggregateRating']],
    [
      { '@type': 'Product', name: '', review: { '@type': 'Review', author: 'x', reviewRating: 5 } },
      ['Product.name'],
    ],
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
    [
      { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', name: 'x' }] },
      ['ListItem.position'],
    ],
    [{ '@type': 'LocalBusiness', name: 'x' }, ['LocalBusiness.address']],
    [{ '@type': 'Article' }, []],
    [{ '@type': 'Person', '@id': '#me' }, []],
    [{ '@type': 'constructor' }, []],
  ])('%j lacks %j', (node, lack) => {
    expect(missing(node)).toEqual(lack)
  })

  it('recommends properties for what stands by itself, not for what is within', () => {
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
  ])('is read in its wrapping: %s', (block) => {
    expect(read(block)).toMatchObject({ types: ['Thing'], faults: [] })
  })

  it.each(['', '{', '{"a": 1,}', '{"a": "b" "c"}', 'null null', "{'a': 1}"])('is faulty: %s', (block) => {
    expect(read(block).faults).toHaveLength(1)
  })

  it('is bounded, however deep or large', () => {
    const deep = '['.repeat(300_000) + ']'.repeat(300_000)
    const wide = JSON.stringify(Array.from({ length: 50_000 }, (_, index) => ({ '@type': `T${index}` })))
    const broken = Array.from({ length: 200 }, () => '{')
    const facts = read(deep, wide, ...broken)
    expect(facts.types.length).toBeLessThanOrEqual(40)
    expect(facts.faults.length).toBeLessThanOrEqual(40)
  })
})
