import { expect, it } from 'vitest'
import { flattenTree, type Product, possibleParents } from './products.tsx'

const product = (id: string, parent_product_id: string | null): Product => ({
  ...{ id, name: id, parent_product_id, kind: 'product', description: null, created_at: '' },
})

it('lists each product below its parent, with its number of descendants', () => {
  const products = [product('c', 'a'), product('b', null), product('d', 'c'), product('a', null)]
  expect(flattenTree(products).map(({ id, depth, inside }) => [id, depth, inside])).toEqual([
    ['a', 0, 2],
    ['c', 1, 1],
    ['d', 2, 0],
    ['b', 0, 0],
  ])
})

it('keeps products whose parent is on another page', () => {
  expect(flattenTree([product('x', 'elsewhere')])).toMatchObject([{ id: 'x', depth: 0 }])
})

it('offers only parents that do not create a cycle', () => {
  const shelf = (id: string, parent: string | null): Product => ({ ...product(id, parent), kind: 'category' })
  const products = [shelf('a', null), shelf('b', 'a'), shelf('c', 'b'), product('d', 'c'), product('e', 'd')]
  const places = (id: string) =>
    possibleParents(
      products.find((one) => one.id === id),
      products,
    ).map((one) => one.id)
  expect(places('new')).toEqual(['a', 'b', 'c'])
  expect(places('b')).toEqual(['a'])
  expect(places('d')).toEqual(['a', 'b', 'c'])
  // Its current parent, whatever its kind.
  expect(places('e')).toEqual(['a', 'b', 'c', 'd'])
})
