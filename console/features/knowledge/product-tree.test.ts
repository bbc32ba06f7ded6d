import { expect, it } from 'vitest'
import { flattenTree, type Product, possibleParents } from './product-tree.ts'

const product = (id: string, parent_product_id: string | null): Product => ({
  ...{ id, name: id, parent_product_id, kind: 'product', description: null, created_at: '' },
})

it('shows each below what it is inside of, with how many are inside of it', () => {
  const products = [product('c', 'a'), product('b', null), product('d', 'c'), product('a', null)]
  expect(flattenTree(products).map(({ id, depth, inside }) => [id, depth, inside])).toEqual([
    ['a', 0, 2],
    ['c', 1, 1],
    ['d', 2, 0],
    ['b', 0, 0],
  ])
})

it('leaves out nothing whose parent is on another page', () => {
  expect(flattenTree([product('x', 'elsewhere')])).toMatchObject([{ id: 'x', depth: 0 }])
})

it('offers places that lead to no circle', () => {
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
  // Where it is, whatever that is.
  expect(places('e')).toEqual(['a', 'b', 'c', 'd'])
})
