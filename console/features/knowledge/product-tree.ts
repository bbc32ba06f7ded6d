import type { ResponseOf } from '../../api/client.ts'

export type Product = ResponseOf<'list-products'>['data'][number]

export const kinds = { product: 'Product', service: 'Service', category: 'Category' } as const
export type Kind = keyof typeof kinds

export interface PlacedProduct extends Product {
  /** Nesting depth: 0 for top-level products. */
  depth: number
  /** Number of descendants. */
  inside: number
}

/** Products by name, each followed by its descendants. Products with an unknown parent are at the top level. */
export function flattenTree(products: readonly Product[]): PlacedProduct[] {
  const known = new Set(products.map(({ id }) => id))
  const children = new Map<string | null, Product[]>()
  for (const product of [...products].sort((a, b) => a.name.localeCompare(b.name))) {
    const { parent_product_id: parent } = product
    const place = parent !== null && known.has(parent) ? parent : null
    children.set(place, [...(children.get(place) ?? []), product])
  }
  const below = (parent: string | null, depth: number): PlacedProduct[] =>
    (children.get(parent) ?? []).flatMap((product) => {
      const inside = below(product.id, depth + 1)
      return [{ ...product, depth, inside: inside.length }, ...inside]
    })
  return below(null, 0)
}

/** Possible parents: categories and the current parent, except the product itself and its descendants. */
export function possibleParents(product: Product | undefined, products: readonly Product[]): Product[] {
  const own = new Set<string>()
  const take = (id: string) => {
    own.add(id)
    for (const one of products) if (one.parent_product_id === id && !own.has(one.id)) take(one.id)
  }
  if (product !== undefined) take(product.id)
  return products.filter(
    ({ id, kind }) => !own.has(id) && (kind === 'category' || id === product?.parent_product_id),
  )
}
